import ArgumentParser

/// A CSS hexadecimal colour, `#rgb` or `#rrggbb` (CSS Color 4, clause 5.2), in encoded sRGB.
struct HexColor: ExpressibleByArgument {
  /// Red, green, blue, 0 to 255 each.
  let codes: [UInt8]

  /// #1C1C1E, the elevated-base background of dark mode.
  static let darkBackground = HexColor(codes: [0x1C, 0x1C, 0x1E])

  /// Red, green, blue, 0 to 1 each.
  var components: SIMD3<Double> { SIMD3(Double(codes[0]), Double(codes[1]), Double(codes[2])) / 255 }

  /// What help shows.
  var defaultValueDescription: String {
    "#" + codes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  private init(codes: [UInt8]) { self.codes = codes }

  init?(argument: String) {
    let digits = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count else { return nil }
    switch values.count {
    case 3: codes = values.map { UInt8($0 * 17) }
    case 6: codes = stride(from: 0, to: 6, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
    default: return nil
    }
  }
}
