import ImageCases
import Analysis
import Colors
import DarkMode
import Pixels
import TestSupport
import Testing

struct WhiteGlowAnalyzerTests {
  private func report(_ item: DarkModeCase) throws -> WhiteGlowReport {
    let report = report(item.pixels, mayStop: false)
    return try #require(report)
  }

  private func report(_ pixels: borrowing PixelBuffer, mayStop: Bool) -> WhiteGlowReport? {
    let format = pixels.format
    var analyzer = WhiteGlowAnalyzer(
      colorSpace: format.isGray ? .sRGBGray : .sRGB, format: format, width: pixels.width,
      height: pixels.height,
      mayStop: mayStop)
    for row in 0..<pixels.height {
      analyzer.add(
        PixelBuffer(
          width: pixels.width, height: 1, format: format, samples: Array(pixels.samples[pixels.rowRange(row)])
        ))
    }
    return analyzer.finish()
  }

  @Test("A white page glows, and says how much", arguments: 0..<4)
  func page(_ variant: Int) throws {
    let report = try report(DarkModeCases.make(.document, variant: variant))
    #expect(report.isGlowing)
    #expect(report.glowingShare > 0.4)
    #expect(try #require(report.luminance) > 0.99)
    #expect(abs(try #require(report.contrast) - 17.0) < 0.1)
  }

  @Test("Dark images and softened pages do not glow", arguments: 0..<4)
  func quiet(_ variant: Int) throws {
    #expect(try !report(DarkModeCases.make(.darkImage, variant: variant)).isGlowing)
    #expect(try !report(DarkModeCases.make(.soft, variant: variant)).isGlowing)
  }

  @Test(
    "The rule reports what softening lowers, and nothing else", arguments: DarkModeCases.make(variants: 3))
  func agreement(_ item: DarkModeCase) throws {
    let softening = SofteningTrial.run(item.pixels).softening
    let report = try report(item)
    #expect(report.softenedMode == softening.mode)
    #expect(report.isGlowing == (softening.changesPixels && report.glowingShare >= 0.1))
    // One that stops early knows less, but nothing else.
    if let early = self.report(item.pixels, mayStop: true) {
      #expect(early == report || early.glowingShare == 0 && report.glowingShare < 0.1)
    }
  }

  @Test(
    "White below a dark quarter needs another reading, a dark image none",
    arguments: [PixelFormat.gray16, .rgb16])
  func stop(_ format: PixelFormat) {
    func early(_ bottom: UInt16) -> WhiteGlowReport? {
      let half = 32 * 16 * format.channelCount
      let samples = [UInt16](repeating: 9000, count: half) + [UInt16](repeating: bottom, count: half)
      return report(PixelBuffer(width: 32, height: 32, format: format, samples: samples), mayStop: true)
    }
    #expect(early(65535) == nil)
    #expect(early(30000)?.isGlowing == false)
  }

  @Test(
    "Every light and smooth pixel is among those that are counted instead",
    arguments: [PixelFormat.gray16, .rgb16])
  func count(_ format: PixelFormat) throws {
    var random = SplitMix64(seed: 5)
    let count = 64 * 48 * format.channelCount
    let samples = (0..<count).map { _ in UInt16.random(in: 56000...65535, using: &random) }
    let pixels = PixelBuffer(width: 64, height: 48, format: format, samples: samples)
    let whole = report(pixels, mayStop: false)
    let share = try #require(whole).glowingShare
    let tables = SofteningTables(
      curves: [ToneCurve](repeating: .parametric(WCAGContrast.transfer), count: format.colorChannelCount),
      luminance: WCAGContrast.luminanceWeights, format: format)
    let empty = LightPixelCount(tables, lightness: 56704)
    var light = try #require(empty)
    light.add(pixels)
    #expect(share > 0.05)
    #expect(Double(light.count) >= share * 64 * 48)
  }

  @Test("A photograph with a bright sky is no white page", arguments: 0..<3)
  func sky(_ variant: Int) throws {
    let report = try report(DarkModeCases.make(.sky, variant: variant))
    #expect(report.glowingShare > 0.1, "there is something that softening could lower")
    #expect(!report.isGlowing)
  }

  @Test("Transparent white does not glow")
  func transparent() throws {
    var analyzer = WhiteGlowAnalyzer(colorSpace: .sRGB, format: .rgba16, width: 10, height: 10)
    analyzer.add(
      PixelBuffer(
        width: 10, height: 10, format: .rgba16,
        samples: (0..<400).map { $0 % 4 == 3 ? 0 : 65535 }))
    let finished = analyzer.finish()
    let report = try #require(finished)
    #expect(report.glowingShare == 0)
    #expect(report.luminance == nil)
    #expect(!report.isGlowing)
  }
}
