import ImageFiles

extension CSSColor {
  /// The colour that `text` means: `#` with 3, 4, 6 or 8 digits, a name, or one of CSS's colour functions. Letters may
  /// be large or small; `none` is 0.
  ///
  /// - Throws: `CSSColorError` with the place in the text for anything else, components beyond their range among it:
  ///   CSS would clip `rgb(300 0 0)`, here it is a slip.
  public init(_ text: String) throws(CSSColorError) {
    var parser = CSSColorParser(text)
    self = try parser.color()
  }
}

/// Reads one colour from left to right. `CSSColorFunction` lists the functions.
struct CSSColorParser {
  /// A word, number or punctuation mark of the text.
  private struct Token {
    let text: String
    /// Characters of the text before it.
    let offset: Int

    static let punctuation: Set<Character> = ["(", ")", "/", ","]
  }

  private let text: String
  private var tokens: ArraySlice<Token>

  init(_ text: String) {
    self.text = text
    tokens = Self.tokens(of: text)[...]
  }

  /// White space ends a word and is dropped, punctuation is a token of its own.
  private static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    func endWord(at offset: Int) {
      if !word.isEmpty { tokens.append(Token(text: word, offset: offset - word.count)) }
      word = ""
    }
    for (offset, character) in text.enumerated() {
      let isPunctuation = Token.punctuation.contains(character)
      if isPunctuation || character.isWhitespace { endWord(at: offset) } else { word.append(character) }
      if isPunctuation { tokens.append(Token(text: String(character), offset: offset)) }
    }
    endWord(at: text.count)
    return tokens
  }

  /// The colour, which is all of the text.
  mutating func color() throws(CSSColorError) -> CSSColor {
    guard let first = tokens.popFirst() else { throw error(.empty) }
    let color: CSSColor
    if first.text.hasPrefix("#") {
      color = try hexadecimal(first)
    } else if tokens.first?.text == "(" {
      color = try function(first)
    } else {
      color = try named(first)
    }
    if let rest = tokens.first { throw error(.unexpected(expected: "the end"), at: rest) }
    return color
  }

  private func hexadecimal(_ token: Token) throws(CSSColorError) -> CSSColor {
    let digits = Array(token.text.dropFirst())
    if let index = digits.firstIndex(where: { !$0.isASCII || !$0.isHexDigit }) {
      let wrong = Token(text: String(digits[index]), offset: token.offset + 1 + index)
      throw error(.notHexadecimal, at: wrong)
    }
    let values = digits.compactMap(\.hexDigitValue).map { UInt8($0) }
    switch values.count {
    case 3, 4: return CSSColor(codes: values.map { $0 * 17 }, notation: .hexadecimal)
    case 6, 8:
      let codes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
      return CSSColor(codes: codes, notation: .hexadecimal)
    default: throw error(.digitCount(values.count), at: token)
    }
  }

  private func named(_ token: Token) throws(CSSColorError) -> CSSColor {
    guard let code = CSSColorNames.codes[token.text.lowercased()] else {
      throw error(
        .unknownName(nearest: NearestName.to(token.text, among: CSSColorNames.codes.keys)), at: token)
    }
    return CSSColor(codes: [16, 8, 0].map { UInt8(code >> $0 & 0xFF) }, notation: .name)
  }

  // MARK: Functions

  private mutating func function(_ token: Token) throws(CSSColorError) -> CSSColor {
    guard let function = CSSColorFunction(rawValue: token.text.lowercased()) else {
      let names = CSSColorFunction.allCases.map(\.rawValue)
      throw error(.unknownFunction(nearest: NearestName.to(token.text, among: names)), at: token)
    }
    try skip("(")
    let space = function == .color ? try colorSpace() : nil
    let usesCommas = function.mayUseCommas && tokens.dropFirst().first?.text == ","
    var values: [Double] = []
    for (index, component) in function.components(of: space).enumerated() {
      if usesCommas, index > 0 { try skip(",") }
      values.append(try number(component))
    }
    let alpha = try alpha(after: usesCommas ? "," : "/")
    try skip(")")
    return function.color(SIMD3(values[0], values[1], values[2]), space: space, alpha: alpha)
  }

  private mutating func colorSpace() throws(CSSColorError) -> CSSColorSpace {
    let word = try next("a colour space")
    guard let space = CSSColorSpace(inColorFunction: word.text) else {
      let names = CSSColorSpace.inColorFunction.map(\.rawValue)
      throw error(.unknownSpace(nearest: NearestName.to(word.text, among: names)), at: word)
    }
    return space
  }

  /// What comes after `mark`; 1 where nothing does.
  private mutating func alpha(after mark: String) throws(CSSColorError) -> Double {
    guard tokens.first?.text == mark else { return 1 }
    tokens.removeFirst()
    guard let token = tokens.first else { throw error(.unexpected(expected: "alpha")) }
    let alpha = try number(.alpha)
    guard (0...1).contains(alpha) else { throw error(.alphaOutOfRange(alpha), at: token) }
    return alpha
  }

  /// A number, percentage or angle in CSS's spelling: `1`, `.5`, `-0.1`, `1e-2`, `50%`, `120deg`, `none`.
  private mutating func number(_ component: CSSColorComponent) throws(CSSColorError) -> Double {
    let token = try next(component.name)
    let word = token.text.lowercased()
    if word == "none" { return 0 }
    guard let (digits, scale) = component.split(word),
      digits.allSatisfy({ "+-.0123456789eE".contains($0) }), let number = Double(digits), number.isFinite
    else { throw error(.notANumber, at: token) }
    let value = number * scale
    guard component.range.contains(value) else {
      throw error(.componentOutOfRange(number), at: token)
    }
    return value
  }

  // MARK: Tokens

  /// The next token, which must be no punctuation.
  private mutating func next(_ expected: String) throws(CSSColorError) -> Token {
    guard let token = tokens.first, token.text.allSatisfy({ !Token.punctuation.contains($0) }) else {
      throw error(.unexpected(expected: expected), at: tokens.first)
    }
    tokens.removeFirst()
    return token
  }

  private mutating func skip(_ mark: String) throws(CSSColorError) {
    guard tokens.first?.text == mark else {
      throw error(.unexpected(expected: "'\(mark)'"), at: tokens.first)
    }
    tokens.removeFirst()
  }

  /// An error at `token`, or at the end of the text.
  private func error(_ problem: CSSColorError.Problem, at token: Token? = nil) -> CSSColorError {
    CSSColorError(
      text: text, part: token?.text ?? "", offset: token?.offset ?? text.count, problem: problem)
  }
}
