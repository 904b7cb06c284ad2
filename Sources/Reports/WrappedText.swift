extension String {
  /// The text, which begins `indent` columns in, in lines that end at column `width` and begin below it; broken at spaces,
  /// but not within backticks: a command can be pasted. What has none stays whole. Colours take no columns.
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

  /// The same for a line with its blanks in front: further lines begin two columns to the right of it.
  func wrapped(to width: Int) -> String {
    let blanks = prefix { $0 == " " }
    let text = String(dropFirst(blanks.count))
    // The first line has two columns less than it could have: it is rarely seen.
    return blanks + text.wrapped(to: width, indent: blanks.count + 2)
  }

  /// Words, those between two backticks as one.
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
  /// Characters that take a column: all but those of SGR, which colours are made of.
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
