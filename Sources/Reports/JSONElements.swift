package import ImageFiles

/// The elements of an array in a JSON document that is too long for memory: they come one by one and are written at the end.
package struct JSONElements {
  private let spool = TextSpool()
  /// What stands before each line of an element.
  private let indent: String

  /// - Parameter depth: how many arrays and objects the elements stand in.
  package init(depth: Int) { indent = String(repeating: "  ", count: depth) }

  /// Adds an element as `JSONText` encodes it.
  package func append(_ text: String) throws(FileError) {
    try spool.append((spool.isEmpty ? "" : ",\n") + Self.indented(text, by: indent))
  }

  /// Writes the elements, without the brackets.
  func write(_ put: (String) -> Void) throws { try spool.forEachPiece(put) }

  /// `text` with `indent` before each line that is not empty.
  static func indented(_ text: String, by indent: String) -> String {
    // By bytes: a report may list thousands of places, and characters take ten times as long.
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
