// Parses the numbers of colour functions, including computed ones.

extension CSSColorParser {
  /// The functions that give numbers (CSS Values 4, clause 10).
  private static let mathFunctions: Set<String> = ["calc", "min", "max", "clamp"]
  private static let constants = [
    "pi": Double.pi, "e": 2.718281828459045, "infinity": .infinity, "-infinity": -.infinity, "nan": .nan,
  ]

  /// A channel's number in its units: `1`, `.5`, `1e-2`, `50%`, `120deg`, `calc(r / 2)`; nil for `none`.
  mutating func number(
    _ channel: CSSColorChannel, _ origin: CSSModelColor?
  ) throws(CSSColorError) -> CSSNumber? {
    guard let token = tokens.first, !token.isPunctuation else {
      throw error(.unexpected(expected: channel.name.rawValue), at: tokens.first)
    }
    if case .word(let word) = token.kind, word == "none" || origin?.isMissing(word) == true {
      tokens.removeFirst()
      return nil
    }
    var number = try operand(origin)
    guard let scale = channel.scale(of: number.unit) else { throw error(.notANumber, at: token) }
    let written = number.value
    number.value *= scale
    if number.isComputed {
      number.value = channel.clamped(number.value, isRelative: origin != nil)
    } else if !channel.range.contains(number.value) {
      throw error(channel.fault(written), at: token)
    }
    return number
  }

  /// A number, a channel of the `origin` of a relative colour, or a function.
  private mutating func operand(_ origin: CSSModelColor?) throws(CSSColorError) -> CSSNumber {
    guard let token = tokens.popFirst() else { throw error(.unexpected(expected: "a number")) }
    switch token.kind {
    case .number(let value, let unit):
      guard value.isFinite, let number = CSSNumber(value, unit: unit) else { break }
      return number
    case .word(let word):
      guard let value = origin?.value(of: word) else { break }
      return CSSNumber(value: value, unit: .number, isComputed: true)
    case .function(let name) where Self.mathFunctions.contains(name):
      return try nested(token) { (parser) throws(CSSColorError) in try parser.math(name, origin) }
    default: break
    }
    throw error(.notANumber, at: token)
  }

  private mutating func math(_ name: String, _ origin: CSSModelColor?) throws(CSSColorError) -> CSSNumber {
    var terms = [try sum(origin)]
    while name != "calc", take(",") {
      let token = tokens.first
      terms.append(try sum(origin))
      if terms[0].unit != terms[terms.count - 1].unit { throw error(.unlikeUnits, at: token) }
    }
    var result = terms[0]
    switch name {
    case "min": for term in terms { result.value = min(result.value, term.value) }
    case "max": for term in terms { result.value = max(result.value, term.value) }
    case "clamp":
      guard terms.count == 3 else { throw error(.unexpected(expected: "a clamp of three"), at: tokens.first) }
      result.value = max(terms[0].value, min(terms[1].value, terms[2].value))
    default: break
    }
    return result
  }

  /// A sum of products; ` + ` and ` - ` need white space around them.
  private mutating func sum(_ origin: CSSModelColor?) throws(CSSColorError) -> CSSNumber {
    var sum = try product(origin)
    while let sign = tokens.first, sign.isSpaced, tokens.dropFirst().first?.isSpaced == true,
      sign.kind == .mark("+") || sign.kind == .mark("-")
    {
      tokens.removeFirst()
      let term = try product(origin)
      guard term.unit == sum.unit else { throw error(.unlikeUnits, at: sign) }
      sum.value += sign.kind == .mark("+") ? term.value : -term.value
    }
    return sum
  }

  private mutating func product(_ origin: CSSModelColor?) throws(CSSColorError) -> CSSNumber {
    var product = try factor(origin)
    while let sign = tokens.first, sign.kind == .mark("*") || sign.kind == .mark("/") {
      tokens.removeFirst()
      let factor = try factor(origin)
      let divides = sign.kind == .mark("/")
      guard factor.unit == .number || (product.unit == .number && !divides) else {
        throw error(.unlikeUnits, at: sign)
      }
      if product.unit == .number { product.unit = factor.unit }
      product.value = divides ? product.value / factor.value : product.value * factor.value
    }
    return product
  }

  /// A factor in `calc()`: an operand, a constant, or a sum in parentheses.
  private mutating func factor(_ origin: CSSModelColor?) throws(CSSColorError) -> CSSNumber {
    if let token = tokens.first {
      if token.kind == .mark("(") {
        tokens.removeFirst()
        return try nested(token) { (parser) throws(CSSColorError) in try parser.sum(origin) }
      }
      if case .word(let word) = token.kind, origin?.value(of: word) == nil, let value = Self.constants[word] {
        tokens.removeFirst()
        return CSSNumber(value: value, unit: .number, isComputed: true)
      }
    }
    var operand = try operand(origin)
    operand.isComputed = true
    return operand
  }

  /// Whether a number comes next, not a colour.
  var startsNumber: Bool {
    switch tokens.first?.kind {
    case .number: true
    case .function(let name): Self.mathFunctions.contains(name)
    default: false
    }
  }
}

/// A number with its unit.
struct CSSNumber {
  enum Unit {
    case number, percentage
    /// In degrees.
    case angle
  }

  var value: Double
  var unit: Unit
  /// Whether the number was computed: CSS clamps it, while a written number out of range is a mistake.
  var isComputed = false
}

extension CSSNumber {
  private static let degrees = ["deg": 1, "grad": 0.9, "rad": 180 / Double.pi, "turn": 360]

  /// A written number; nil for units that no channel has.
  fileprivate init?(_ value: Double, unit: String) {
    switch unit {
    case "": self.init(value: value, unit: .number)
    case "%": self.init(value: value, unit: .percentage)
    default:
      guard let degrees = Self.degrees[unit] else { return nil }
      self.init(value: value * degrees, unit: .angle)
    }
  }
}

extension CSSToken {
  fileprivate var isPunctuation: Bool {
    if case .mark(let mark) = kind { ["(", ")", "/", ","].contains(mark) } else { false }
  }
}
