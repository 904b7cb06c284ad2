import ImageCases
import Analysis
import Colors
import DarkMode
import Pixels
import TestSupport
import Testing

/// The modes beside `white`, and inputs with nothing to do.
struct SofteningModeTests {
  /// A plain image, and the reason why it is left alone.
  struct Plain: Sendable {
    let width: Int
    let height: Int
    let format: PixelFormat
    let pixel: [UInt16]
    let reason: SofteningReason
  }

  static let plain: [Plain] = [
    Plain(width: 40, height: 30, format: .rgb16, pixel: [65535, 65535, 65535], reason: .allWhite),
    Plain(width: 1, height: 1, format: .rgb16, pixel: [65535, 65535, 65535], reason: .allWhite),
    Plain(width: 1, height: 1, format: .gray16, pixel: [0], reason: .dark),
    Plain(width: 40, height: 30, format: .rgba16, pixel: [65535, 65535, 65535, 0], reason: .allTransparent),
    Plain(width: 40, height: 30, format: .grayAlpha16, pixel: [65535, 0], reason: .allTransparent),
    Plain(width: 0, height: 0, format: .rgb16, pixel: [], reason: .allTransparent),
    Plain(width: 0, height: 7, format: .gray16, pixel: [], reason: .allTransparent),
    Plain(width: 40, height: 30, format: .gray16, pixel: [9000], reason: .dark),
    Plain(width: 40, height: 30, format: .rgb16, pixel: [65535, 0, 0], reason: .dark),
  ]

  @Test("An image with nothing to tell apart is left alone and says why", arguments: plain)
  func nothingToDo(_ item: Plain) {
    for mode in [SofteningMode.auto, .white] {
      let samples = (0..<item.width * item.height).flatMap { _ in item.pixel }
      let pixels = PixelBuffer(
        width: item.width, height: item.height, format: item.format, samples: samples)
      let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: mode))
      #expect(outcome.softening.reason == item.reason)
      #expect(outcome.softening.mode == nil)
      #expect(outcome.softening.note.hasPrefix("left alone: "))
      let isSame = outcome.samples == samples
      #expect(isSame)
    }
  }

  @Test("White artwork on transparency is left as it is")
  func whiteLogo() {
    var canvas = DarkModeCanvas(64, 64, background: SIMD3(1, 1, 1), seed: 1)
    canvas.alpha = (0..<64 * 64).map { index in
      let (x, y) = (Double(index % 64) - 31.5, Double(index / 64) - 31.5)
      return min(max(22.5 - (x * x + y * y).squareRoot(), 0), 1)
    }
    let pixels = canvas.pixels(bits: 8)
    let before = pixels.samples
    let outcome = SofteningTrial.run(pixels)
    #expect(outcome.softening.reason == .whiteArtwork)
    let isSame = outcome.samples == before
    #expect(isSame)
  }

  /// A field of a form: its frame differs from row to row as a photograph does, but evenly.
  @Test("Paper in a thin frame goes down with the page", arguments: 1...6, [UInt16(0xE0), 0xC0, 0x80])
  func framedField(thickness: Int, gray: UInt16) {
    let (width, height) = (900, 400)
    var samples = [UInt16](repeating: 65535, count: width * height)
    let field = (x: 40..<800, y: 40..<140)
    for y in field.y {
      for x in field.x {
        let inset = min(x - field.x.lowerBound, field.x.upperBound - 1 - x, y - 40, 139 - y)
        if inset < thickness { samples[y * width + x] = gray * 257 }
      }
    }
    let outcome = SofteningTrial.run(
      PixelBuffer(width: width, height: height, format: .gray16, samples: samples))
    let (inside, page) = (outcome.samples[90 * width + 400], outcome.samples[200 * width + 400])
    #expect(inside == page && page < 58_000)
  }

  @Test(
    "A list that fills a fifth of a window is its paper, where letters tell that it is one",
    arguments: [8, 16])
  func listsInWindows(_ rows: Int) {
    let side = 320
    let samples = (0..<side * side).flatMap { index -> [UInt16] in
      let (x, y) = (index % side - 64, index / side - 64)
      guard (0..<180).contains(x), (0..<180).contains(y) else { return [26_000, 30_000, 36_000] }
      let isInk = x % 18 < 6 && y % 11 < 6 && y / 11 < rows
      return [UInt16](repeating: isInk ? 0 : 65535, count: 3)
    }
    let window = PixelBuffer(width: side, height: side, format: .rgb16, samples: samples)
    let outcome = SofteningTrial.run(window, options: SofteningOptions(mode: .auto))
    #expect((outcome.softening.mode == .white) == (rows == 16))
  }

  @Test("White artwork on white keeps its order and all of it is lowered")
  func whiteOnWhite() {
    var canvas = DarkModeCanvas(80, 60, background: SIMD3(1, 1, 1), seed: 2)
    canvas.rectangle(20, 15, 40, 30, radius: 6, SIMD3(0.95, 0.95, 0.95), role: .pale)
    canvas.text(26, 24, width: 30, size: 9, SIMD3(0.98, 0.98, 0.98))
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    #expect(outcome.softening.mode == .white)
    let corner = outcome.samples[0]
    let panel = outcome.samples[(20 * 80 + 24) * 3]
    #expect(corner > panel)
    #expect(outcome.samples.max() == corner)
  }

  @Test("A hairline one pixel wide keeps its colour and gets no seam", arguments: [0.0, 0.3, 0.5])
  func hairline(_ level: Double) {
    var canvas = DarkModeCanvas(60, 40, background: SIMD3(1, 1, 1), seed: 3)
    canvas.rectangle(10, 20, 40, 1, SIMD3(repeating: level))
    canvas.rectangle(30, 5, 1, 30, SIMD3(repeating: level))
    let pixels = canvas.pixels(bits: 16)
    let before = pixels.samples
    let outcome = SofteningTrial.run(pixels)
    #expect(outcome.softening.mode == .white)
    let line = (20 * 60 + 15) * 3
    #expect(outcome.samples[line] == before[line])
    #expect(outcome.samples[line - 180] == outcome.samples[0])
    #expect(outcome.samples[line + 180] == outcome.samples[0])
  }

  @Test("Highlights are lowered along a knee: order kept, nothing above the target, hue kept")
  func highlights() {
    let ramp: [UInt16] = (0..<256).flatMap { step -> [UInt16] in
      let value = UInt16(step * 257)
      return [value, value / 2, value / 4, value, value, value]
    }
    let pixels = PixelBuffer(width: 512, height: 1, format: .rgb16, samples: ramp)
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .highlights))
    #expect(outcome.softening.mode == .highlights)
    let grays = stride(from: 3, to: ramp.count, by: 6).map { outcome.samples[$0] }
    #expect(zip(grays, grays.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(WCAGContrast.relativeLuminance(SIMD3(repeating: Double(grays[255]) / 65535)) < 0.7205)
    #expect(grays[60] == ramp[60 * 6 + 3])
    let again = SofteningTrial.run(
      PixelBuffer(width: 512, height: 1, format: .rgb16, samples: outcome.samples),
      options: SofteningOptions(mode: .highlights))
    let isSame = again.samples == outcome.samples
    #expect(isSame)
  }

  @Test("Dimming keeps the ratio of linear light")
  func dim() {
    let levels: [UInt16] = [8000, 20000, 40000, 65535]
    let pixels = PixelBuffer(width: 4, height: 1, format: .gray16, samples: levels)
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .dim))
    #expect(outcome.softening.mode == .dim)
    for (before, after) in zip(levels, outcome.samples) {
      let old = WCAGContrast.transfer.linear(Double(before) / 65535)
      let new = WCAGContrast.transfer.linear(Double(after) / 65535)
      #expect(abs(new / old - 0.72) < 0.002)
    }
    let again = SofteningTrial.run(
      PixelBuffer(width: 4, height: 1, format: .gray16, samples: outcome.samples),
      options: SofteningOptions(mode: .dim))
    let isSame = again.samples == outcome.samples
    #expect(isSame)
  }

  @Test(
    "A background in too many pieces for the memory is lowered without a map: where it is white, and without a seam"
  )
  func memoryLimit() {
    let item = DarkModeCases.make(.document, variant: 0)
    var analyzer = SofteningAnalyzer(
      options: SofteningOptions(mode: .auto), colorSpace: .sRGB, format: item.format, width: item.width,
      height: item.height, memoryLimit: 2000)
    analyzer.add(item.pixels)
    let softening = analyzer.finish()
    #expect(softening.reason == .tooIntricate)
    #expect(softening.mode == .white && softening.changesPixels)
    var pixels = item.pixels
    softening.apply(to: &pixels, firstRow: 0)
    // White loses 35 codes of 255, black none, and what lies between in proportion.
    let most = 65535 - Int(SofteningTrial.run(item.pixels).samples[0])
    for (before, after) in zip(item.samples, pixels.samples) {
      #expect(abs(Int(before) - Int(after) - most * Int(before) / 65535) <= 2)
    }
    let twice = SofteningTrial.run(pixels).softening
    #expect(twice.reason == .alreadySoft)
  }
}
