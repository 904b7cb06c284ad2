import ImageCases
import DarkMode
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Pages as a browser drew them, on white and on softened paper: softening the first gives the second.
struct SofteningPagesTests {
  private static let isAvailable = SharedFolder.isAvailable && LongTests.areEnabled
  private static let skipReason = Comment(rawValue: "\(SharedFolder.skipReason), or \(LongTests.skipReason)")

  @Test(
    "Softened pages look as a browser draws them on softened paper, without a seam",
    .enabled(if: isAvailable, skipReason))
  func pages() throws {
    let pages = try SofteningPage.all()
    #expect(pages.count >= 8)
    for page in pages {
      let score = page.score()
      #expect(score.difference99 <= 2.5, "\(page.name)")
      #expect(score.shareOver5 <= 0.003, "\(page.name)")
      #expect(score.seamShare <= 0.000_05, "\(page.name)")
    }
  }

  @Test(
    "A page without its paper, laid on softened paper, looks as a browser draws it there",
    .enabled(if: isAvailable, skipReason))
  func knockedOut() throws {
    for page in try SofteningPage.all() {
      let score = page.knockedOutScore()
      #expect(score.difference99 <= 2.5, "\(page.name)")
      #expect(score.shareOver5 <= 0.003, "\(page.name)")
    }
  }

  @Test("A second run changes no page", .enabled(if: isAvailable, skipReason))
  func twice() throws {
    for page in try SofteningPage.all() {
      let once = page.softened()
      let twice = SofteningTrial.run(once.copy(), options: SofteningPage.options)
      #expect(twice.softening.reason == .alreadySoft, "\(page.name)")
      let isSame = twice.samples == once.samples
      #expect(isSame, "\(page.name)")
    }
  }

  @Test("The measure sees a seam, and a page that was not softened")
  func measure() {
    let white = PixelBuffer(
      width: 40, height: 40, format: .rgb16, samples: [UInt16](repeating: 65535, count: 4800))
    var halves = white.samples
    for index in 2400..<4800 { halves[index] = 60000 }
    let ideal = [UInt16](repeating: 56797, count: 4800)
    let seam = SofteningPageScore(before: white.samples, after: halves, ideal: ideal, width: 40)
    #expect(seam.seamShare > 0.02)
    #expect(seam.difference99 > 2.5)
    #expect(seam.shareOver5 > 0.4)
    let right = SofteningPageScore(before: white.samples, after: ideal, ideal: ideal, width: 40)
    #expect(right.seamShare == 0 && right.difference99 == 0 && right.shareOver5 == 0)
  }
}
