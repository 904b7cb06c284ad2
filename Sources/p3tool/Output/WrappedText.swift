extension String {
  /// The text, which begins `indent` columns in, in lines that end at column `width` and begin below it; broken at spaces.
  /// What has none stays whole.
  func wrapped(to width: Int, indent: Int) -> String {
    let columns = max(width - indent, 1)
    var lines: [Substring] = []
    var rest = self[...]
    while rest.count > columns {
      let limit = rest.index(rest.startIndex, offsetBy: columns + 1)
      guard
        let space = rest[..<limit].lastIndex(of: " ") ?? rest[limit...].firstIndex(of: " "),
        space > rest.startIndex
      else { break }
      lines.append(rest[..<space])
      rest = rest[rest.index(after: space)...]
    }
    return (lines + [rest]).joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
