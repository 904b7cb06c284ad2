package import Pixels

/// Relative luminance and contrast ratio as WCAG 2.2 defines them.
package enum WCAGContrast {
  /// From encoded to linear sRGB, as WCAG 2.2 defines relative luminance, with its threshold 0.04045.
  package static let transfer = TransferFunction(
    g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)

  /// The weights of linear red, green and blue in relative luminance.
  package static let luminanceWeights = SIMD3(0.2126, 0.7152, 0.0722)

  /// The least contrast of graphics with adjacent colours: success criterion 1.4.11.
  package static let graphicsMinimum = 3.0

  /// The relative luminance of an encoded sRGB colour, channels 0 to 1.
  package static func relativeLuminance(_ encoded: SIMD3<Double>) -> Double {
    luminanceWeights.x * transfer.linear(encoded.x) + luminanceWeights.y * transfer.linear(encoded.y)
      + luminanceWeights.z * transfer.linear(encoded.z)
  }

  /// The contrast ratio of two relative luminances, 1 to 21; their order does not matter.
  package static func ratio(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

  /// The relative luminance that is lighter than `luminance` by a contrast of `ratio`: over 1 where none is.
  package static func luminance(lighterThan luminance: Double, by ratio: Double) -> Double {
    ratio * (luminance + 0.05) - 0.05
  }

  /// The relative luminance that is darker than `luminance` by a contrast of `ratio`: below 0 where none is.
  package static func luminance(darkerThan luminance: Double, by ratio: Double) -> Double {
    (luminance + 0.05) / ratio - 0.05
  }
}
