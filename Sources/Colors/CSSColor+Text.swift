import Basics

// Writes colours as text that `CSSColor(_:)` and CSS can read.

extension CSSColor {
  /// The shortest exact notation: `#RRGGBB` for 8-bit codes of sRGB, else the function of its space.
  package var cssText: String {
    if space == .sRGB, let codes = eightBitCodes, alpha == 1 { return Self.hexadecimal(codes) }
    let numbers = numbers.joined(separator: " ")
    let end = alpha < 1 ? " / \(Self.number(alpha)))" : ")"
    if space == .sRGB, let codes = eightBitCodes {
      return "rgb(" + codes.map(String.init).joined(separator: " ") + end
    }
    return CSSColorSpace.inColorFunction.contains(space)
      ? "color(\(space.rawValue) \(numbers)\(end)" : "\(space.rawValue)(\(numbers)\(end)"
  }

  /// `#RRGGBB`: the colour clipped to sRGB and rounded half up to 8 bits, without its alpha.
  package var hexText: String {
    let codes = (clippedSRGB * 255).rounded(.toNearestOrAwayFromZero)
    return Self.hexadecimal([codes.x, codes.y, codes.z].map { Int($0) })
  }

  /// The 8-bit codes of an sRGB colour whose components equal them but for rounding errors; nil for other colours.
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

  /// The components with five decimals, or as many more as preserve the 8-bit codes of sRGB.
  package var numbers: [String] {
    func rounded(_ scale: Double) -> SIMD3<Double> {
      (components * scale).rounded(.toNearestOrAwayFromZero) / scale
    }
    let hex = hexText
    let scale = [1e5, 1e7, 1e9].first { CSSColor(space: space, components: rounded($0)).hexText == hex }
    let numbers = rounded(scale ?? 1e11)
    return [numbers.x, numbers.y, numbers.z].map(Self.plain)
  }

  /// The number with at most five decimals, without trailing zeros.
  package static func number(_ value: Double) -> String { plain((value * 1e5).rounded() / 1e5) }

  private static func plain(_ value: Double) -> String {
    let text = "\(value == 0 ? 0 : value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
