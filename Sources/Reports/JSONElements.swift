package import ImageFiles

/// The elements of an array that is too long for memory, in a JSON document: they are added one by one and written at
/// the end.
package struct JSONElements {
  private let spool = TextSpool()
  /// The indentation of each line of an element.
  private let indent: String

  /// - Parameter depth: the number of arrays and objects around the elements.
  package init(depth: Int) { indent = String(repeating: "  ", count: depth) }

  /// Adds an element that `JSONText` has encoded.
  package func append(_ text: String) throws(FileError) {
    try spool.append((spool.isEmpty ? "" : ",\n") + Self.indented(text, by: indent))
  }

  /// Writes the elements, without the brackets.
  func write(_ put: (String) -> Void) throws { try spool.forEachPiece(put) }

  /// `text` with `indent` before each line that is not empty.
  static func indented(_ text: String, by indent: String) -> String {
    // Processes bytes: a report may list thousands of places, and characters take ten times as long.
    let newline = UInt8(ascii: "\n")
    let (source, blanks) = (Array(text.utf8), Array(indent.utf8))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * source.count)
    for line in source.split(separator: newline, omittingEmptySubsequences: false) {
      if line.startIndex > 0 { bytes.append(newline) }
      if !line.isEmpty { bytes += blanks }
      bytes += line
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
