import Foundation
import P3Kit
import TestSupport
import Testing

/// The article on pixels in memory, compiled and run with one import.
@Suite struct PixelsInMemoryTests {
  @Test func theExamplesRun() throws {
    let upload = try TestImages.bytes("icon-p3-16.png")
    let converter = try ColorConverter(from: .displayP3, to: .sRGB)
    let layout = try PixelLayout(width: 640, height: 480, channels: .bgra, alpha: .premultiplied)
    var pixels = [UInt8](repeating: 255, count: layout.byteCount)
    try converter.convert(&pixels, layout: layout)

    let floats = try PixelLayout(
      width: 640, height: 480, channels: .rgba, component: .float16, transfer: .linear)
    var texture = [UInt16](repeating: 0, count: floats.byteCount / 2)
    var memory = texture.mutableSpan
    var bytes = memory.mutableBytes
    try converter.convert(pixels.span.bytes, layout: layout, into: &bytes, layout: floats, jobs: 2)

    let image = try PixelImage(.bytes(upload, name: "upload.png"), limits: .untrusted)
    let toSRGB = try ColorConverter(
      from: image.profile, to: RGBColorSpace.sRGB.profile, isGray: image.layout.isGray)
    let png = try image.converted(by: toSRGB).png()

    let color = try SourceColor(of: .bytes(upload, name: "upload.png"))
    let isWide = color.profile.isWideGamut

    let map = try converter.gamutMap(of: pixels.span.bytes, layout: layout, differences: true)
    let share = Double(map.tally.outOfGamut) / Double(max(map.tally.visiblePixels, 1))
    let worst = map.differences.max() ?? 0

    let progress = WorkProgress { phase, share in print(phase, share) }
    try WorkProgress.$current.withValue(progress) {
      try converter.convert(&pixels, layout: layout, jobs: 2)
    }

    let bands = try BandingCellMap(
      of: pixels.span.bytes, layout: layout, profile: RGBColorSpace.sRGB.profile)
    let visible = bands.scores.count { $0 >= 1 }

    var darkMemory = pixels.mutableSpan
    var darkBytes = darkMemory.mutableBytes
    let softening = try Softening.soften(&darkBytes, layout: layout, profile: RGBColorSpace.sRGB.profile)
    print(softening.note)

    #expect(texture.contains { $0 != 0 })
    #expect(try SourceColor(of: .bytes(png, name: "out.png")).profile.knownSpace == .sRGB)
    #expect(isWide == true)
    #expect((share > 0) == (worst > 0) && visible <= bands.scores.count)
  }

  /// Every example of the article stands in the test above, but for where lines break.
  @Test func theExamplesAreThoseOfTheArticle() throws {
    func words(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
    let root = SharedFolder.packageRoot
    let article = try String(
      contentsOf: root.appendingPathComponent("Sources/P3Kit/P3Kit.docc/PixelsInMemory.md"), encoding: .utf8)
    let test = try words(String(contentsOfFile: #filePath, encoding: .utf8))
    let examples = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(examples.count == 7)
    for example in examples {
      let code = words(example.replacingOccurrences(of: "import P3Kit\n", with: ""))
      #expect(test.contains(code), "\(example)")
    }
    #expect(article.split(whereSeparator: \.isWhitespace).count < 900)
  }
}
