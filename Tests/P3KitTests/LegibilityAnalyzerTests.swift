import P3Kit
import Pixels
import TestSupport
import Testing

struct LegibilityAnalyzerTests {
  private func reports(
    _ pixels: borrowing PixelBuffer, _ backgrounds: [SIMD3<Double>], stripHeight: Int = 13
  ) -> [LegibilityReport] {
    var analyzer = LegibilityAnalyzer(
      backgrounds: backgrounds, colorSpace: pixels.format.isGray ? .sRGBGray : .sRGB, format: pixels.format,
      width: pixels.width, height: pixels.height)
    for first in stride(from: 0, to: pixels.height, by: stripHeight) {
      let rows = min(stripHeight, pixels.height - first)
      let range = first * pixels.rowStride..<(first + rows) * pixels.rowStride
      analyzer.add(
        PixelBuffer(
          width: pixels.width, height: rows, format: pixels.format, samples: Array(pixels.samples[range])))
    }
    return analyzer.finish()
  }

  /// A square of grey, 10 to 29 in both directions, on transparency.
  private func square(_ gray: UInt16, alpha: UInt16 = 65535) -> PixelBuffer {
    var pixels = PixelBuffer(width: 40, height: 40, format: .grayAlpha16)
    for y in 10..<30 {
      for x in 10..<30 {
        pixels.samples[(y * 40 + x) * 2] = gray
        pixels.samples[(y * 40 + x) * 2 + 1] = alpha
      }
    }
    return pixels
  }

  @Test("Black artwork vanishes on dark backgrounds and not on white")
  func blackSquare() {
    let backgrounds = LegibilityAnalyzer.darkBackgrounds + LegibilityAnalyzer.lightBackgrounds
    let found = reports(square(0), backgrounds)
    #expect(found.map { $0.outlinePixels } == [76, 76, 76, 76])
    #expect(found.map { $0.vanishingShare } == [1, 1, 1, 0])
    #expect(found[0].lowestContrast == 1)
    #expect(abs((found[3].lowestContrast ?? 0) - 21) < 1e-9)
  }

  @Test("Regions are the boxes of what vanishes, with the lowest contrast")
  func regions() throws {
    let found = reports(square(0), [SIMD3(0, 0, 0)])
    let report = try #require(found.first)
    let region = try #require(report.regions.first)
    #expect(report.regions.count == 1)
    #expect(region.box == ImageRegion(x: 10, y: 10, width: 20, height: 20) && region.pixels == 76)
    #expect(region.lowestContrast == 1)
  }

  @Test("Alpha is composited before contrast is measured")
  func translucent() throws {
    // White at 60 % over black is #999999 in encoded sRGB.
    let found = reports(square(65535, alpha: 39321), [SIMD3(0, 0, 0)])
    let report = try #require(found.first)
    let expected = WCAGContrast.ratio(WCAGContrast.relativeLuminance(SIMD3(repeating: 0.6)), 0)
    #expect(abs((report.lowestContrast ?? 0) - expected) < 0.01)
    #expect(report.vanishingShare == 0)
  }

  @Test("A contrast just under 3:1 counts, one just over does not")
  func threshold() throws {
    // Linear greys of contrast 2.99 and 3.01 on black: Y = ratio · 0.05 − 0.05.
    for (contrast, share) in [(2.98, 1.0), (3.02, 0.0)] {
      let luminance = contrast * 0.05 - 0.05
      var low = 0
      while WCAGContrast.transfer.linear(Double(low) / 65535) < luminance { low += 1 }
      let found = reports(square(UInt16(low)), [SIMD3(0, 0, 0)])
      let report = try #require(found.first)
      #expect(report.vanishingShare == share)
    }
  }

  @Test("An anti-aliased rim is judged with the artwork behind it")
  func softRim() throws {
    var canvas = DarkModeCanvas(64, 64, background: SIMD3(0.45, 0.45, 0.45), seed: 1)
    canvas.alpha = (0..<64 * 64).map { index in
      let (x, y) = (Double(index % 64) - 31.5, Double(index / 64) - 31.5)
      return min(max(20.5 - (x * x + y * y).squareRoot(), 0), 1)
    }
    // Grey 0.45 on black has 4.3:1; its rim at half alpha would have 1.8:1.
    let found = reports(canvas.pixels(bits: 8), [SIMD3(0, 0, 0)])
    let report = try #require(found.first)
    #expect(report.outlinePixels > 100)
    #expect(report.vanishingPixels == 0)
  }

  @Test("An opaque or an invisible image has no outline", arguments: [PixelFormat.rgb16, .rgba16])
  func noOutline(_ format: PixelFormat) throws {
    let pixels = PixelBuffer(width: 20, height: 10, format: format)
    let found = reports(pixels, [SIMD3(0, 0, 0)])
    let report = try #require(found.first)
    #expect(report.outlinePixels == 0)
    #expect(report.lowestContrast == nil)
    #expect(report.regions.isEmpty)
  }

  @Test("The cut into strips does not show", arguments: [1, 2, 3, 40])
  func strips(_ height: Int) {
    let item = DarkModeCases.make(.icon, variant: 6)
    let backgrounds = LegibilityAnalyzer.darkBackgrounds + LegibilityAnalyzer.lightBackgrounds
    #expect(reports(item.pixels, backgrounds, stripHeight: height) == reports(item.pixels, backgrounds))
  }
}
