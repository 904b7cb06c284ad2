// Writes colours as the entries of a colour set.

import Colors
import ImageFiles

extension CSSColor {
  /// The colour's value in Contents.json, with components as Xcode writes them: `0x3E` for 8-bit codes, else three
  /// decimals or as many as needed.
  ///
  /// Colour sets spell spaces as CSS does, unlike the `display-gamut` of image sets.
  var catalogValue: JSONValue {
    func component(_ value: Double) -> JSONValue {
      guard notation != .function else { return .string(Self.decimal(value)) }
      let digits = String(Int((value * 255).rounded()), radix: 16, uppercase: true)
      return .string("0x" + digits.padded(onLeftTo: 2, with: "0"))
    }
    let values: JSONValue = [
      "alpha": .string(Self.decimal(alpha)), "blue": component(components.z),
      "green": component(components.y), "red": component(components.x),
    ]
    return ["color-space": .string(space.rawValue), "components": values]
  }

  /// At least three decimals and no exponent, which readers of colour sets do not accept.
  private static func decimal(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    if thousandths / 1000 == value || abs(value * 1000 - thousandths) < 1e-9 {
      return fixed(thousandths, decimals: 3)
    }
    let text = "\(value)"
    return text.contains("e") ? fixed((value * 1e9).rounded(), decimals: 9) : text
  }

  /// The whole number `scaled` with a point before its last `decimals` digits.
  private static func fixed(_ scaled: Double, decimals: Int) -> String {
    let digits = String(Int(scaled.magnitude)).padded(onLeftTo: decimals + 1, with: "0")
    return "\(scaled < 0 ? "-" : "")\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
  }
}
