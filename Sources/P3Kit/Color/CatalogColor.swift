/// One colour of a colour set: components in their own space, 0 to 1, straight alpha.
public struct CatalogColor: Sendable, Hashable {
  /// The space, as colour sets spell it (unlike the `display-gamut` of image sets).
  public enum Space: String, Sendable, Hashable, CaseIterable {
    case sRGB = "srgb"
    case displayP3 = "display-p3"
  }

  /// The space of the components.
  public let space: Space
  /// Encoded, 0 to 1; below and above where a wider colour is written in sRGB.
  public let red, green, blue: Double
  /// 0 to 1.
  public let alpha: Double
  /// Beyond any colour there is: a component of a larger magnitude is a slip.
  private static let largestComponent = 100.0

  /// Whether the components came as 8-bit codes: they are then written as such.
  let isHexadecimal: Bool

  /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa`, or `color(srgb r g b)` and `color(display-p3 r g b / a)` with numbers
  /// from 0 to 1 (CSS Color 4, clauses 5.2 and 10.2). Nil for anything else.
  public init?(_ text: String) {
    if text.hasPrefix("#") {
      let digits = text.dropFirst().compactMap(\.hexDigitValue)
      guard digits.count == text.count - 1 else { return nil }
      let codes: [Int]
      switch digits.count {
      case 3: codes = digits.map { $0 * 17 }
      case 6, 8: codes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
      default: return nil
      }
      let values = codes.map { Double($0) / 255 }
      (space, red, green, blue, isHexadecimal) = (.sRGB, values[0], values[1], values[2], true)
      alpha = values.count > 3 ? values[3] : 1
      return
    }
    guard text.hasPrefix("color("), text.hasSuffix(")") else { return nil }
    let halves = text.dropFirst(6).dropLast().split(separator: "/", omittingEmptySubsequences: false)
    let words = halves[0].split(separator: " ")
    let numbers = words.dropFirst().compactMap { Double($0) }
    let alphas = halves.dropFirst().compactMap { Double($0.drop { $0 == " " }.prefix { $0 != " " }) }
    guard halves.count <= 2, alphas.count == halves.count - 1, words.count == 4, numbers.count == 3,
      let space = Space(rawValue: String(words[0])), (numbers + alphas).allSatisfy(\.isFinite),
      alphas.allSatisfy((0...1).contains), numbers.allSatisfy({ abs($0) <= Self.largestComponent })
    else { return nil }
    (self.space, red, green, blue, isHexadecimal) = (space, numbers[0], numbers[1], numbers[2], false)
    alpha = alphas.first ?? 1
  }

  /// A colour by its components, written as decimals.
  init(space: Space, red: Double, green: Double, blue: Double, alpha: Double) {
    (self.space, self.red, self.green, self.blue, self.alpha) = (space, red, green, blue, alpha)
    isHexadecimal = false
  }

  /// The value of `color` in Contents.json, components as Xcode writes them: `0x3E` for 8-bit codes, else three
  /// decimals or as many as the value needs.
  var json: JSONValue {
    func component(_ value: Double) -> JSONValue {
      guard isHexadecimal else { return .string(Self.decimal(value)) }
      let digits = String(Int((value * 255).rounded()), radix: 16, uppercase: true)
      return .string("0x" + (digits.count < 2 ? "0" : "") + digits)
    }
    let components: JSONValue = [
      "alpha": .string(Self.decimal(alpha)), "blue": component(blue), "green": component(green),
      "red": component(red),
    ]
    return ["color-space": .string(space.rawValue), "components": components]
  }

  /// At least three decimals.
  private static func decimal(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    guard (thousandths / 1000) == value || abs(value * 1000 - thousandths) < 1e-9 else { return "\(value)" }
    let whole = Int(thousandths.magnitude)
    let fraction = String(whole % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(thousandths < 0 ? "-" : "")\(whole / 1000).\(zeros)\(fraction)"
  }
}
