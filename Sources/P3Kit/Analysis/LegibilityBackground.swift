internal import Pixels

/// A background with what is composited onto it: source-over of encoded sRGB, as browsers and UI toolkits do it.
///
/// Samples in another space are taken through linear light to the sRGB curve first; their primaries stay,
/// since only luminance is asked for.
struct LegibilityBackground: Sendable {
  /// Encoded, in 1/65535.
  private let codes: SIMD3<Double>
  private let luminance: Double
  private static let sRGB = SofteningTables(
    curves: [.parametric(WCAGContrast.transfer)], luminance: SIMD3(0, 1, 0), format: .gray16)

  init(_ encoded: SIMD3<Double>) {
    codes = encoded * 65535
    luminance = WCAGContrast.relativeLuminance(encoded)
  }

  /// The contrast of the pixel at `index` of `samples` with the background.
  func contrast(of samples: [UInt16], at index: Int, tables: SofteningTables) -> Double {
    let isGray = tables.format.isGray
    let alpha = Double(samples[index + tables.format.channelCount - 1]) / 65535
    var linear = SIMD3<UInt16>()
    for channel in 0..<3 {
      let value = tables.linear[channel][Int(samples[index + (isGray ? 0 : channel)])]
      let encoded = Double(Self.sRGB.encoded[0][Int(value)]) * alpha + codes[channel] * (1 - alpha)
      linear[channel] = alpha == 1 ? value : Self.sRGB.linear[0][Int(encoded.rounded())]
    }
    let result = Double(tables.luminance(linear.x, linear.y, linear.z)) / 65535
    return WCAGContrast.ratio(result, luminance)
  }
}
