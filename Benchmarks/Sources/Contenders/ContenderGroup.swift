/// Contenders that do the same work on the same data: one table.
public struct ContenderGroup {
  /// The table's heading.
  public let title: String
  /// Pixels that one run goes through.
  public let pixels: Int
  /// Bytes that one run goes through, for MB/s.
  public let bytes: Int
  /// Headings of the ratio columns.
  public let ratios: [String]
  /// Rows of the table.
  public let contenders: [Contender]

  /// A group as given.
  public init(_ title: String, pixels: Int, bytes: Int, ratios: [String], contenders: [Contender]) {
    self.title = title
    self.pixels = pixels
    self.bytes = bytes
    self.ratios = ratios
    self.contenders = contenders
  }

  /// The same with only those contenders whose name contains `text`; all of them for an empty text.
  public func only(_ text: String) -> ContenderGroup {
    let chosen = text.isEmpty ? contenders : contenders.filter { $0.name.contains(text) }
    return ContenderGroup(title, pixels: pixels, bytes: bytes, ratios: ratios, contenders: chosen)
  }
}
