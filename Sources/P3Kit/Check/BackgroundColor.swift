/// A colour behind transparent artwork.
public struct BackgroundColor: Sendable, Hashable {
  /// As the user wrote it.
  public let name: String
  /// Encoded sRGB, 0 to 1.
  public let encoded: SIMD3<Double>

  /// Whether white stands out from it more than black does (WCAG 2.2 contrast).
  public var isDark: Bool {
    let luminance = WCAGContrast.relativeLuminance(encoded)
    return WCAGContrast.ratio(luminance, 1) > WCAGContrast.ratio(luminance, 0)
  }

  /// The backgrounds of the system's dark and light appearance: black, Apple's base and elevated dark greys,
  /// white.
  public static let standard = ["#000000", "#1C1C1E", "#2C2C2E", "#FFFFFF"].compactMap { BackgroundColor($0) }

  /// An opaque CSS colour (CSS Color 4, 5.2): `#RGB`, `#RRGGBB`, `black` or `white`; else nil.
  public init?(_ css: String) {
    name = css
    switch css.lowercased() {
    case "black": encoded = SIMD3(repeating: 0)
    case "white": encoded = SIMD3(repeating: 1)
    default:
      guard css.hasPrefix("#"), let channels = Self.channels(Array(css.utf8.dropFirst())) else { return nil }
      encoded = channels
    }
  }

  private static func channels(_ digits: [UInt8]) -> SIMD3<Double>? {
    let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard values.count == digits.count else { return nil }
    switch values.count {
    case 3: return SIMD3(Double(values[0]), Double(values[1]), Double(values[2])) / 15
    case 6:
      let bytes = (0..<3).map { Double(values[2 * $0] * 16 + values[2 * $0 + 1]) }
      return SIMD3(bytes[0], bytes[1], bytes[2]) / 255
    default: return nil
    }
  }
}
