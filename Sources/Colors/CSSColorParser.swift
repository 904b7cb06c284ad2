import Basics

extension CSSColor {
  /// The most characters of a colour.
  package static let longestText = 4000

  /// Parses `text`: `#` with 3, 4, 6 or 8 digits, or only these digits; a name; or a colour function of CSS. Letters
  /// may be in any case; `none` is 0.
  ///
  /// - Parameter appearance: selects the argument of `light-dark()`.
  /// - Throws: `CSSColorError` with the place in the text for anything else, and for components out of range: CSS clips
  ///   `rgb(300 0 0)`, here it is a mistake. Results of `calc()` are clipped as in CSS.
  package init(_ text: String, appearance: PaletteCondition.Appearance = .light) throws(CSSColorError) {
    try self.init(css: text.isBareHexadecimal ? "#" + text : text, appearance: appearance)
  }

  /// Parses `text` as in a style sheet, where digits without `#` are a number.
  package init(css text: String, appearance: PaletteCondition.Appearance = .light) throws(CSSColorError) {
    var parser = try CSSColorParser(text, appearance: appearance)
    self = try parser.color()
  }
}

extension String {
  /// Whether the text is the digits of a hexadecimal colour without `#`, as Figma copies them. No name consists of such
  /// letters.
  fileprivate var isBareHexadecimal: Bool {
    [3, 4, 6, 8].contains(utf8.count) && allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

/// Parses one colour from left to right.
struct CSSColorParser {
  /// The most characters; longer texts are refused.
  static let longest = CSSColor.longestText
  /// The deepest nesting of functions, and of parentheses in `calc()`.
  static let deepest = 32

  private let text: [Character]
  private let appearance: PaletteCondition.Appearance
  var tokens: ArraySlice<CSSToken>
  private var depth = 0

  init(_ text: String, appearance: PaletteCondition.Appearance) throws(CSSColorError) {
    self.text = Array(text.prefix(Self.longest + 1))
    self.appearance = appearance
    tokens = CSSTokenizer.tokens(of: self.text)[...]
    if self.text.count > Self.longest { throw error(.tooLong) }
  }

  /// The colour, which must be the whole text.
  mutating func color() throws(CSSColorError) -> CSSColor {
    if tokens.isEmpty { throw error(.empty) }
    let color = try value().color
    if let rest = tokens.first { throw error(.unexpected(expected: "the end"), at: rest) }
    return try bounded(color)
  }

  /// The colour with computed components limited, so that its text can be parsed again.
  private func bounded(_ color: CSSColor) throws(CSSColorError) -> CSSColor {
    var components = color.components
    for (index, channel) in CSSColorModel.space(color.space).channels.enumerated() {
      if channel.isAlwaysBounded {
        components[index] = channel.clamped(components[index], isRelative: false)
      } else if !channel.range.contains(components[index]) {
        throw error(.componentOutOfRange(components[index]), in: text.indices)
      }
    }
    return CSSColor(space: color.space, components: components, alpha: color.alpha).noted(color.notation)
  }

  private mutating func value() throws(CSSColorError) -> CSSModelColor {
    guard let token = tokens.popFirst() else { throw error(.unexpected(expected: "a colour")) }
    switch token.kind {
    case .hash(let digits): return try hexadecimal(digits, token)
    case .word(let name): return try named(name, token)
    case .function(let name):
      return try nested(token) { (parser) throws(CSSColorError) in
        try parser.function(name, token)
      }
    case .number, .mark: throw error(.unexpected(expected: "a colour"), at: token)
    }
  }

  /// Calls `read` for the part up to the closing parenthesis.
  mutating func nested<Value>(
    _ token: CSSToken, _ read: (inout Self) throws(CSSColorError) -> Value
  ) throws(CSSColorError) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw error(.tooDeep, at: token) }
    let value = try read(&self)
    try skip(")")
    return value
  }

  private func hexadecimal(_ text: String, _ token: CSSToken) throws(CSSColorError) -> CSSModelColor {
    let digits = Array(text)
    if let index = digits.firstIndex(where: { !$0.isASCII || !$0.isHexDigit }) {
      // An escape is longer than the character it stands for.
      let start = token.range.lowerBound + 1 + index
      let isPlain = digits.count == token.range.count - 1
      throw error(.notHexadecimal, in: isPlain ? start..<start + 1 : token.range)
    }
    let values = digits.compactMap(\.hexDigitValue).map(Double.init)
    switch values.count {
    case 3, 4: return Self.color(codes: values.map { $0 * 17 }, .hexadecimal)
    case 6, 8:
      let codes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
      return Self.color(codes: codes, .hexadecimal)
    default: throw error(.digitCount(values.count), at: token)
    }
  }

  private func named(_ name: String, _ token: CSSToken) throws(CSSColorError) -> CSSModelColor {
    if name == "transparent" { return Self.color(codes: [0, 0, 0, 0], .name) }
    guard let code = CSSColorNames.codes[name] else {
      if tokens.first?.kind == .mark("("), CSSColorFunction(rawValue: name) != nil {
        throw error(.spaceBeforeParenthesis, at: token)
      }
      let names = CSSColorNames.codes.keys + ["transparent"]
      throw error(.unknownName(nearest: NearestName.to(name, among: names)), at: token)
    }
    return Self.color(codes: [16, 8, 0].map { Double(code >> $0 & 0xFF) }, .name)
  }

  /// A colour from codes 0 to 255: red, green, blue and, if there are four, alpha.
  private static func color(codes: [Double], _ notation: CSSColor.Notation) -> CSSModelColor {
    CSSModelColor(
      model: .rgb, values: SIMD3(codes[0], codes[1], codes[2]), alpha: codes.count > 3 ? codes[3] / 255 : 1,
      notation: notation)
  }

  // MARK: Functions

  private mutating func function(_ name: String, _ token: CSSToken) throws(CSSColorError) -> CSSModelColor {
    guard let function = CSSColorFunction(rawValue: name) else {
      let names = CSSColorFunction.allCases.map(\.rawValue)
      throw error(.unknownFunction(nearest: NearestName.to(name, among: names)), at: token)
    }
    switch function {
    case .colorMix: return try mix()
    case .lightDark:
      let light = try value()
      try skip(",")
      let dark = try value()
      return appearance == .light ? light : dark
    case .contrastColor:
      let luminance = WCAGContrast.relativeLuminance(try value().color.clippedSRGB)
      let isWhite = WCAGContrast.ratio(luminance, 1) >= WCAGContrast.ratio(luminance, 0)
      return Self.color(codes: Array(repeating: isWhite ? 255 : 0, count: 3), .function)
    default: return try channels(of: function)
    }
  }

  /// The arguments of a function with channels, preceded by another colour if it is relative.
  private mutating func channels(of function: CSSColorFunction) throws(CSSColorError) -> CSSModelColor {
    var origin = takeWord("from") ? try value() : nil
    let model = if let own = function.model { own } else { CSSColorModel.space(try colorSpace()) }
    origin = origin?.converted(to: model)
    var color = CSSModelColor(model: model, values: .zero, alpha: 1)
    var numbers: [(number: CSSNumber?, token: CSSToken?)] = []
    var usesCommas = false
    for (index, channel) in model.channels.enumerated() {
      if index == 1 {
        usesCommas = function.mayUseCommas && origin == nil && tokens.first?.kind == .mark(",")
      }
      if usesCommas { try skip(",") }
      let token = tokens.first
      let number = try number(channel, origin)
      numbers.append((number, token))
      color.set(number?.value, of: channel, at: index)
    }
    if usesCommas { try checkCommas(numbers, model) }
    try readAlpha(of: &color, origin, after: usesCommas ? "," : "/")
    return color
  }

  /// Alpha after `mark`; without one, that of `origin`, or 1.
  private mutating func readAlpha(
    of color: inout CSSModelColor, _ origin: CSSModelColor?, after mark: Character
  ) throws(CSSColorError) {
    guard take(mark) else {
      if let origin { color.takeAlpha(of: origin) }
      return
    }
    let token = tokens.first
    let alpha = try number(.alpha, origin)
    if alpha == nil, mark == "," { throw error(.notBetweenCommas(needed: "a number"), at: token) }
    color.set(alpha?.value, of: .alpha, at: 3)
  }

  /// Between commas `rgb()` takes three numbers or three percentages, `hsl()` a hue and percentages, and neither takes
  /// `none`.
  private func checkCommas(
    _ numbers: [(number: CSSNumber?, token: CSSToken?)], _ model: CSSColorModel
  ) throws(CSSColorError) {
    for (index, (number, token)) in numbers.enumerated() {
      let isShare = model == .hsl ? index > 0 : numbers[0].number?.unit == .percentage
      guard number == nil || (number?.unit == .percentage) != isShare else { continue }
      throw error(.notBetweenCommas(needed: isShare ? "a percentage such as 50%" : "a number"), at: token)
    }
  }

  private mutating func colorSpace() throws(CSSColorError) -> CSSColorSpace {
    guard let token = tokens.first, case .word(let word) = token.kind else {
      throw error(.unexpected(expected: "a colour space"), at: tokens.first)
    }
    tokens.removeFirst()
    guard let space = CSSColorSpace(inColorFunction: word) else {
      let names = CSSColorSpace.inColorFunction.map(\.rawValue)
      throw error(.unknownSpace(nearest: NearestName.to(word, among: names)), at: token)
    }
    return space
  }

  /// `in oklch longer hue, red 20%, blue`; OKLab if no space is given.
  private mutating func mix() throws(CSSColorError) -> CSSModelColor {
    var mix = CSSColorMix(model: .space(.oklab), hueMethod: .shorter)
    if takeWord("in") {
      mix = try mixingSpace()
      try skip(",")
    }
    let (first, one) = try shared()
    try skip(",")
    let token = tokens.first
    let (second, two) = try shared()
    // Shares need not add up to 100 %: the rest is transparent (CSS Color 5, 3.2).
    let shares = (one ?? 100 - (two ?? 50), two ?? 100 - (one ?? 50))
    let sum = shares.0 + shares.1
    guard sum > 0 else { throw error(.noShare, at: token) }
    var color = mix.mixed(first, second, share: shares.1 / sum)
    color.alpha *= min(sum / 100, 1)
    return color
  }

  private mutating func mixingSpace() throws(CSSColorError) -> CSSColorMix {
    let token = tokens.popFirst()
    guard case .word(let word)? = token?.kind, let model = CSSColorModel(interpolation: word) else {
      throw error(.unexpected(expected: "a space such as oklab or srgb"), at: token)
    }
    guard model.hueIndex != nil, case .word(let word)? = tokens.first?.kind,
      let method = CSSColorMix.HueMethod(rawValue: word)
    else { return CSSColorMix(model: model, hueMethod: .shorter) }
    tokens.removeFirst()
    guard takeWord("hue") else { throw error(.unexpected(expected: "'hue'"), at: tokens.first) }
    return CSSColorMix(model: model, hueMethod: method)
  }

  /// A colour with its share in percent, which may come before or after it.
  private mutating func shared() throws(CSSColorError) -> (color: CSSModelColor, share: Double?) {
    let before = startsNumber ? try number(.share, nil)?.value : nil
    let color = try value()
    let after = before == nil && startsNumber ? try number(.share, nil)?.value : nil
    return (color, before ?? after)
  }

  // MARK: Tokens

  mutating func take(_ mark: Character) -> Bool {
    guard tokens.first?.kind == .mark(mark) else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    guard tokens.first?.kind == .word(word) else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func skip(_ mark: Character) throws(CSSColorError) {
    guard take(mark) else { throw error(.unexpected(expected: "'\(mark)'"), at: tokens.first) }
  }

  /// An error at `token`, or at the end of the text.
  func error(_ problem: CSSColorError.Problem, at token: CSSToken? = nil) -> CSSColorError {
    error(problem, in: token?.range ?? text.count..<text.count)
  }

  private func error(_ problem: CSSColorError.Problem, in range: Range<Int>) -> CSSColorError {
    CSSColorError(
      text: String(text), part: String(text[range]), offset: range.lowerBound, problem: problem)
  }
}
