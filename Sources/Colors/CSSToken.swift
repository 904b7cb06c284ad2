/// A token of a style sheet (CSS Syntax 3, clause 4), limited to what colours need.
struct CSSToken {
  enum Kind: Hashable {
    /// A name, in lower case.
    case word(String)
    /// A name in lower case directly before a parenthesis.
    case function(String)
    /// The text behind `#`.
    case hash(String)
    /// A number with its unit in lower case: `%`, or empty for no unit.
    case number(Double, unit: String)
    /// Any other character.
    case mark(Character)
  }

  let kind: Kind
  /// The token's characters in the text; for a function those before the parenthesis.
  let range: Range<Int>
  /// Whether white space precedes it.
  let isSpaced: Bool
}

/// Splits a text into tokens. Comments and white space are dropped, escapes are resolved.
struct CSSTokenizer {
  private let text: [Character]
  private var place = 0

  init(_ text: [Character]) { self.text = text }

  static func tokens(of text: [Character]) -> [CSSToken] {
    var tokenizer = CSSTokenizer(text)
    var tokens: [CSSToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() -> CSSToken? {
    let isSpaced = skipSpace()
    guard place < text.count else { return nil }
    let start = place
    let kind = kind()
    var end = place
    if case .function = kind { end -= 1 }
    return CSSToken(kind: kind, range: start..<end, isSpaced: isSpaced)
  }

  private mutating func kind() -> CSSToken.Kind {
    if startsNumber { return number() }
    if startsName(at: place) {
      let name = name().asciiLowercased
      guard character(at: place) == "(" else { return .word(name) }
      place += 1
      return .function(name)
    }
    place += 1
    let mark = text[place - 1]
    return mark == "#" ? .hash(name()) : .mark(mark)
  }

  private func character(at index: Int) -> Character? { index < text.count ? text[index] : nil }

  /// Skips white space and comments, and returns whether there was white space.
  private mutating func skipSpace() -> Bool {
    var isSpaced = false
    while let character = character(at: place) {
      if character.isCSSSpace {
        isSpaced = true
        place += 1
      } else if character == "/", self.character(at: place + 1) == "*" {
        place += 2
        while place < text.count, text[place] != "*" || self.character(at: place + 1) != "/" { place += 1 }
        place = min(place + 2, text.count)
      } else {
        break
      }
    }
    return isSpaced
  }

  // MARK: Names

  /// Whether an escape begins at `index`.
  private func isEscape(at index: Int) -> Bool {
    character(at: index) == "\\" && character(at: index + 1)?.isNewline == false
  }

  private func startsName(at index: Int) -> Bool {
    guard let first = character(at: index) else { return false }
    if first == "-" {
      return character(at: index + 1) == "-" || character(at: index + 1)?.startsCSSName == true
        || isEscape(at: index + 1)
    }
    return first.startsCSSName || isEscape(at: index)
  }

  private mutating func name() -> String {
    var name = ""
    while let character = character(at: place) {
      if isEscape(at: place) {
        name.append(escape())
      } else if character.startsCSSName || character.isCSSDigit || character == "-" {
        name.append(character)
        place += 1
      } else {
        break
      }
    }
    return name
  }

  /// Parses the escape of a character: `\66 ` (up to six hexadecimal digits and an optional space) or `\f`.
  private mutating func escape() -> Character {
    let digits = text[(place + 1)...].prefix(6).prefix { $0.isASCII && $0.isHexDigit }
    place += 1 + max(digits.count, 1)
    guard !digits.isEmpty else { return text[place - 1] }
    if character(at: place)?.isCSSSpace == true { place += 1 }
    let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
    return Character(scalar.flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}")
  }

  // MARK: Numbers

  private func digits(from index: Int) -> Int {
    text[min(index, text.count)...].prefix(while: \.isCSSDigit).count
  }

  private func isSign(at index: Int) -> Bool { character(at: index) == "+" || character(at: index) == "-" }

  private var startsNumber: Bool {
    let first = isSign(at: place) ? place + 1 : place
    return digits(from: first) > 0 || (character(at: first) == "." && digits(from: first + 1) > 0)
  }

  private mutating func number() -> CSSToken.Kind {
    let start = place
    if isSign(at: place) { place += 1 }
    place += digits(from: place)
    if character(at: place) == ".", digits(from: place + 1) > 0 { place += 1 + digits(from: place + 1) }
    if character(at: place) == "e" || character(at: place) == "E" {
      let exponent = isSign(at: place + 1) ? place + 2 : place + 1
      if digits(from: exponent) > 0 { place = exponent + digits(from: exponent) }
    }
    let value = Double(String(text[start..<place])) ?? .nan
    if character(at: place) == "%" {
      place += 1
      return .number(value, unit: "%")
    }
    return .number(value, unit: startsName(at: place) ? name().asciiLowercased : "")
  }
}

extension Character {
  /// White space of CSS, which is ASCII only.
  fileprivate var isCSSSpace: Bool {
    self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\r\n" || self == "\u{C}"
  }

  fileprivate var isCSSDigit: Bool { isASCII && isNumber }

  fileprivate var startsCSSName: Bool { !isASCII || isLetter || self == "_" }
}

extension String {
  /// The text with ASCII capitals in lower case. Other letters stay: CSS does not read a Kelvin sign as k.
  var asciiLowercased: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }, as: UTF8.self)
  }
}
