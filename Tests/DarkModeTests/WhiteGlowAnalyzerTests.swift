import ImageCases
import Analysis
import DarkMode
import Pixels
import TestSupport
import Testing

struct WhiteGlowAnalyzerTests {
  private func report(_ item: DarkModeCase) -> WhiteGlowReport {
    var analyzer = WhiteGlowAnalyzer(
      colorSpace: item.format.isGray ? .sRGBGray : .sRGB, format: item.format, width: item.width,
      height: item.height)
    analyzer.add(item.pixels)
    return analyzer.finish()
  }

  @Test("A white page glows, and says how much", arguments: 0..<4)
  func page(_ variant: Int) throws {
    let report = report(DarkModeCases.make(.document, variant: variant))
    #expect(report.isGlowing)
    #expect(report.glowingShare > 0.4)
    #expect(try #require(report.luminance) > 0.99)
    #expect(abs(try #require(report.contrast) - 17.0) < 0.1)
  }

  @Test("Dark images and softened pages do not glow", arguments: 0..<4)
  func quiet(_ variant: Int) {
    #expect(!report(DarkModeCases.make(.darkImage, variant: variant)).isGlowing)
    #expect(!report(DarkModeCases.make(.soft, variant: variant)).isGlowing)
  }

  @Test(
    "The rule reports what softening lowers, and nothing else", arguments: DarkModeCases.make(variants: 3))
  func agreement(_ item: DarkModeCase) {
    let softening = SofteningTrial.run(item.pixels).softening
    let report = report(item)
    #expect(report.softenedMode == softening.mode)
    #expect(report.isGlowing == (softening.changesPixels && report.glowingShare >= 0.1))
  }

  @Test("A photograph with a bright sky is no white page", arguments: 0..<3)
  func sky(_ variant: Int) {
    let report = report(DarkModeCases.make(.sky, variant: variant))
    #expect(report.glowingShare > 0.1, "there is something that softening could lower")
    #expect(!report.isGlowing)
  }

  @Test("Transparent white does not glow")
  func transparent() {
    var analyzer = WhiteGlowAnalyzer(colorSpace: .sRGB, format: .rgba16, width: 10, height: 10)
    analyzer.add(
      PixelBuffer(
        width: 10, height: 10, format: .rgba16,
        samples: (0..<400).map { $0 % 4 == 3 ? 0 : 65535 }))
    let report = analyzer.finish()
    #expect(report.glowingShare == 0)
    #expect(report.luminance == nil)
    #expect(!report.isGlowing)
  }
}
