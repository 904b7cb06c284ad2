// What others have named reaches terminals, logs of CI systems and reports: a file's or a profile's name must not steer
// them. This file is where such text becomes visible; JSON alone keeps it as it is, in escapes of its own.

extension String {
  /// The text on one line, each scalar visible: those that are not stand as `\n`, `\u{1B}` and the like, bytes of a
  /// path that are no UTF-8 as `\xFF`. Of `##`, which CI systems take for the start of a command wherever it stands
  /// (`##[error]`, `##vso[`, `##teamcity[`), the second stands as `\u{23}`. Text that is printable already stays as it
  /// is.
  package var printable: String { escaping(where: { !$0.isPrintable }, as: \.escaped) }

  /// The name or path of a file for a line of text, which it may stand at the beginning of: printable, and no workflow
  /// command of GitHub (`::error::`, also behind blanks). A relative path that begins so gets `./` in front, which
  /// names the same file.
  package var printableName: String {
    let name = printable
    let isCommand = name.unicodeScalars.drop { $0.properties.isWhitespace }.starts(with: "::".unicodeScalars)
    return isCommand ? "./" + name : name
  }

  /// A JSON document with the same values in which every scalar is visible and no CI system finds a command: scalars
  /// that are not, and that may stand in JSON's texts all the same (C1 controls, direction overrides, bytes of a path
  /// that are no UTF-8), and the second of `##` become `\uXXXX`.
  package var visibleJSON: String {
    if isVisibleJSON { return self }
    return escaping(where: { !$0.isPrintable && $0 != "\n" }, as: \.escapedInJSON)
  }

  /// Whether there is nothing to escape. Asked by bytes, since a report may list thousands of places: of its scalars only
  /// those are made that are not ASCII, which have all bytes from 0x80 on to themselves.
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

  /// The text with scalars that `isHidden` says, and the second of `##`, as `escaped` has them.
  private func escaping(
    where isHidden: (Unicode.Scalar) -> Bool, as escaped: (Unicode.Scalar) -> String
  ) -> String {
    // Most texts have nothing to escape, and then none is built.
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
  /// Whether the scalar shows by itself and moves nothing around it. The joiners of emoji and of Persian and Indic
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
