import ColorManagement
import Pixels
import TestSupport
import Testing

@testable import P3Kit

/// What `MovedEdges` compares: each pixel as it is computed alone, by powers in Double.
@Suite struct RasterColorsTests {
  /// As `RasterColors` says it, one pixel at a time.
  private func color(_ pixel: PixelCode, _ model: ComparedColor) -> SIMD4<Double> {
    let encoded = Translucent.encoded(ComparedColor.toSRGB.multiplied(by: model.ratio(pixel)))
    let alpha = Double(pixel.alpha) / 65535
    return SIMD4(encoded * alpha, alpha)
  }

  private func largest(_ difference: SIMD4<Double>) -> Double { pointwiseMax(difference, -difference).max() }

  @Test func rootsAgreeWithThePower() {
    for step in -20_000...80_000 {
      let linear = SIMD3(repeating: Double(step) / 40_000)
      let difference = RasterColors.encoded(linear).x - Translucent.encoded(linear).x
      // The profile's parameters are rounded to 1/65536; the standard's are not.
      #expect(abs(difference) < 3e-5, "linear \(linear.x)")
    }
    #expect(RasterColors.encoded(.zero) == .zero)
    #expect(abs(RasterColors.encoded(.one).x - 1) < 1e-12)
  }

  /// Rows longer than there are places for, strips that follow each other, and borders.
  @Test(arguments: [1, 7, 65, 9001]) func surroundingsAreThoseOfThePixelsAlone(width: Int) throws {
    var random = SplitMix64(seed: UInt64(width))
    let model = try ComparedColor(RGBColorSpace.displayP3.profile, isGray: false)
    var colors = RasterColors(model)
    for _ in 0..<2 {
      var pixels = PixelBuffer(width: width, height: 5, format: .rgba16)
      for index in 0..<width * 20 {
        // Steps, so that some neighbours are equal.
        pixels.samples[index] = UInt16(random.next() % 4) * 21845
      }
      let strip = SharedStrip(pixels)
      colors.beginStrip()
      for y in 0..<5 {
        for x in 0..<width where x < 40 || x % 7 == 0 || x > width - 20 {
          let found = colors.surroundings(x, y, in: strip)
          var (low, high) = (SIMD4<Double>(repeating: 9), SIMD4<Double>(repeating: -9))
          for row in max(0, y - 1)...min(4, y + 1) {
            for column in max(0, x - 1)...min(width - 1, x + 1) {
              let color = color(PixelCode(strip.pixels, at: row * width + column), model)
              low = pointwiseMin(low, color)
              high = pointwiseMax(high, color)
            }
          }
          let center = color(PixelCode(strip.pixels, at: y * width + x), model)
          #expect(largest(found.center - center) < 3e-5, "\(x), \(y)")
          #expect(largest(found.low - low) < 3e-5, "\(x), \(y)")
          #expect(largest(found.high - high) < 3e-5, "\(x), \(y)")
        }
      }
    }
  }
}
