import ImageFiles

// Colours as text that `CSSColor(_:)` and CSS read.

extension CSSColor {
  /// The shortest exact spelling: `#RRGGBB` where sRGB has 8-bit codes for it, else the function of its space.
  public var cssText: String {
    if space == .sRGB, let codes = eightBitCodes, alpha == 1 { return Self.hexadecimal(codes) }
    let numbers = [components.x, components.y, components.z].map(Self.number).joined(separator: " ")
    let end = alpha < 1 ? " / \(Self.number(alpha)))" : ")"
    if space == .sRGB, let codes = eightBitCodes {
      return "rgb(" + codes.map(String.init).joined(separator: " ") + end
    }
    return CSSColorSpace.inColorFunction.contains(space)
      ? "color(\(space.rawValue) \(numbers)\(end)" : "\(space.rawValue)(\(numbers)\(end)"
  }

  /// `#RRGGBB`: the colour clipped to sRGB and rounded half up to 8 bits, whatever its alpha is.
  public var hexText: String {
    let codes = (clippedSRGB * 255).rounded(.toNearestOrAwayFromZero)
    return Self.hexadecimal([codes.x, codes.y, codes.z].map { Int($0) })
  }

  /// The 8-bit codes of an sRGB colour that are its components but for rounding errors; nil where it has none.
  package var eightBitCodes: [Int]? {
    let scaled = components * 255
    let rounded = scaled.rounded(.toNearestOrAwayFromZero)
    let distance = scaled - rounded
    guard rounded.min() >= 0, rounded.max() <= 255, max(distance.max(), -distance.min()) < 1e-6 else {
      return nil
    }
    return [rounded.x, rounded.y, rounded.z].map { Int($0) }
  }

  private static func hexadecimal(_ codes: [Int]) -> String {
    "#" + codes.map { String($0, radix: 16, uppercase: true).padded(onLeftTo: 2, with: "0") }.joined()
  }

  /// At most five decimals, without zeros behind them.
  package static func number(_ value: Double) -> String {
    let rounded = (value * 100_000).rounded() / 100_000
    let text = "\(rounded == 0 ? 0 : rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
