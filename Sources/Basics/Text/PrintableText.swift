// Makes names from outside harmless in terminals, logs of CI systems and reports, which a file's or profile's name must
// not control. Only JSON keeps such names, with escapes of its own.

extension String {
  /// The text on one line with every scalar visible. Invisible ones become `\n`, `\u{1B}` and so on, bytes of a path
  /// that are not UTF-8 become `\xFF`. CI systems read `##` as the start of a command anywhere (`##[error]`, `##vso[`,
  /// `##teamcity[`), so the second `#` becomes `\u{23}`. Printable text does not change.
  package var printable: String { escaping(where: { !$0.isPrintable }, as: \.escaped) }

  /// The name or path of a file for the start of a line: printable, and no workflow command of GitHub (`::error::`,
  /// even behind blanks). A relative path that begins so gets `./` in front, which names the same file.
  package var printableName: String {
    let name = printable
    let isCommand = name.unicodeScalars.drop { $0.properties.isWhitespace }.starts(with: "::".unicodeScalars)
    return isCommand ? "./" + name : name
  }

  /// A JSON document with the same values, in which every scalar is visible and no CI system finds a command. Invisible
  /// scalars that JSON allows (C1 controls, direction overrides, bytes of a path that are not UTF-8), and the second
  /// `#` of `##`, become `\uXXXX`.
  package var visibleJSON: String {
    if isVisibleJSON { return self }
    return escaping(where: { !$0.isPrintable && $0 != "\n" }, as: \.escapedInJSON)
  }

  /// Whether nothing needs an escape. Tests bytes, as a report may list thousands of places; only scalars beyond ASCII
  /// (bytes from 0x80 on) are decoded.
  private var isVisibleJSON: Bool {
    var before: UInt8 = 0
    var others: [UInt8] = []
    for byte in utf8 {
      if byte >= 0x80 {
        others.append(byte)
      } else {
        let isPlain = (byte >= 0x20 && byte < 0x7F) || byte == UInt8(ascii: "\n")
        guard isPlain, byte != UInt8(ascii: "#") || before != byte else { return false }
      }
      before = byte
    }
    return String(decoding: others, as: UTF8.self).unicodeScalars.allSatisfy(\.isPrintable)
  }

  /// The text with scalars that `isHidden` selects, and the second `#` of `##`, replaced by `escaped`.
  private func escaping(
    where isHidden: (Unicode.Scalar) -> Bool, as escaped: (Unicode.Scalar) -> String
  ) -> String {
    // Most texts need no escape; then none is built.
    var before: Unicode.Scalar?
    let isAffected = unicodeScalars.contains { scalar in
      defer { before = scalar }
      return (scalar == "#" && before == "#") || isHidden(scalar)
    }
    guard isAffected else { return self }
    var text = ""
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      let isCommand = scalar == "#" && last == "#"
      if isCommand || isHidden(scalar) {
        text += escaped(scalar)
        last = nil
      } else {
        text.unicodeScalars.append(scalar)
        last = scalar
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is visible and does not rearrange text around it. The joiners of emoji and of Persian and Indic
  /// words count as printable.
  var isPrintable: Bool {
    if value < 0x7F { return value >= 0x20 }
    if rawByte != nil { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return false
    case .format: return self == "\u{200C}" || self == "\u{200D}"
    default: return true
    }
  }

  fileprivate var escaped: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      if let rawByte { return "\\x" + String(rawByte, radix: 16, uppercase: true) }
      return "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }

  fileprivate var escapedInJSON: String {
    (UTF16.encode(self) ?? .init()).map { unit in
      "\\u" + String(unit, radix: 16).padded(onLeftTo: 4, with: "0")
    }.joined()
  }
}
