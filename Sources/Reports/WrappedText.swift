extension String {
  /// The text in lines that start at column `indent` and end before column `width`. Lines are broken at spaces outside
  /// of backticks, so that commands can be pasted; longer words stay whole. Colour sequences take no columns.
  package func wrapped(to width: Int, indent: Int) -> String {
    let columns = max(width - indent, 1)
    var lines: [(text: String, columns: Int)] = []
    for word in unbrokenParts {
      let size = word.columnCount
      if let last = lines.last, last.columns == 0 || last.columns + 1 + size <= columns {
        lines[lines.count - 1] = ("\(last.text) \(word)", last.columns + 1 + size)
      } else if size > 0 || lines.isEmpty {
        lines.append((String(word), size))
      }
    }
    return lines.map(\.text).joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Wraps a line with leading spaces. Further lines are indented by two more columns.
  func wrapped(to width: Int) -> String {
    let blanks = prefix { $0 == " " }
    let text = String(dropFirst(blanks.count))
    // The first line could be two columns longer; this rarely matters.
    return blanks + text.wrapped(to: width, indent: blanks.count + 2)
  }

  /// The words; text between two backticks is one word.
  private var unbrokenParts: [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    var isCode = false
    for index in indices {
      if self[index] == "`" { isCode = !isCode && self[self.index(after: index)...].contains("`") }
      if self[index] == " ", !isCode {
        parts.append(self[start..<index])
        start = self.index(after: index)
      }
    }
    return parts + [self[start...]]
  }
}

extension Substring {
  /// The number of characters that take a column: all except SGR sequences (colours).
  var columnCount: Int {
    var (count, isEscape) = (0, false)
    for character in self {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { count += 1 }
      if isEscape, character == "m" { isEscape = false }
    }
    return count
  }
}
