import ImageCases
import Analysis
import DarkMode
import Pixels
import TestSupport
import Testing

struct SofteningOutlineTests {
  /// A disc of `gray` on transparency.
  private func disc(_ gray: Double, side: Int = 96) -> PixelBuffer {
    var canvas = DarkModeCanvas(side, side, background: SIMD3(repeating: gray), seed: 5)
    let middle = Double(side) / 2 - 0.5
    canvas.alpha = (0..<side * side).map { index in
      let (x, y) = (Double(index % side) - middle, Double(index / side) - middle)
      return min(max(Double(side) / 3 - (x * x + y * y).squareRoot(), 0), 1)
    }
    return canvas.pixels(bits: 8)
  }

  private func reports(_ pixels: borrowing PixelBuffer, _ background: SIMD3<Double>) -> LegibilityReport? {
    var analyzer = LegibilityAnalyzer(
      backgrounds: [background], colorSpace: pixels.format.isGray ? .sRGBGray : .sRGB, format: pixels.format,
      width: pixels.width, height: pixels.height)
    analyzer.add(pixels)
    return analyzer.finish().first
  }

  @Test("A contour is drawn around dark artwork on a dark background, and makes it seen")
  func darkOnDark() {
    let pixels = disc(0.1)
    let source = pixels.samples
    let options = SofteningOptions(mode: .outline)
    let outcome = SofteningTrial.run(pixels, options: options, stripHeight: 10)
    #expect(outcome.softening.mode == .outline)
    let result = PixelBuffer(width: 96, height: 96, format: .rgba16, samples: outcome.samples)
    let before = reports(pixels, options.background)
    let after = reports(result, options.background)
    #expect(before?.vanishingShare == 1)
    #expect(after?.vanishingShare == 0)
    let again = SofteningTrial.run(result, options: options)
    let isSame = again.samples == outcome.samples
    #expect(isSame)
    // Artwork itself stays.
    let center = (48 * 96 + 48) * 4
    #expect(outcome.samples[center..<center + 4] == source[center..<center + 4])
  }

  @Test("Artwork that is translucent as a whole is not covered by its contour")
  func translucentArtwork() {
    let opaque = disc(0.1)
    var samples = opaque.samples
    for index in stride(from: 3, to: samples.count, by: 4) {
      samples[index] = UInt16(Int(samples[index] / 257) * 138 / 255 * 257)
    }
    let pixels = PixelBuffer(width: 96, height: 96, format: .rgba16, samples: samples)
    let options = SofteningOptions(mode: .outline)
    let outcome = SofteningTrial.run(pixels, options: options)
    #expect(outcome.softening.mode == .outline)
    // 29 pixels from the middle there is artwork alone, 32 pixels from it the contour.
    let inside = (48 * 96 + 77) * 4
    #expect(outcome.samples[inside..<inside + 4] == samples[inside..<inside + 4])
    #expect((78...81).contains { outcome.samples[(48 * 96 + $0) * 4 + 3] > 60000 })
    let result = PixelBuffer(width: 96, height: 96, format: .rgba16, samples: outcome.samples)
    let again = SofteningTrial.run(result, options: options)
    #expect(again.samples == outcome.samples)
  }

  @Test("Artwork that is seen gets no contour")
  func lightOnDark() {
    let pixels = disc(0.8)
    let source = pixels.samples
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .outline))
    #expect(outcome.softening.reason == .visibleArtwork)
    let isSame = outcome.samples == source
    #expect(isSame)
  }

  @Test("On a light background the contour is dark")
  func lightOnLight() {
    let options = SofteningOptions(mode: .outline, background: SIMD3(1, 1, 1))
    let outcome = SofteningTrial.run(disc(0.95), options: options)
    #expect(outcome.softening.mode == .outline)
    let drawn = stride(from: 0, to: outcome.samples.count, by: 4).filter { outcome.samples[$0 + 3] > 60000 }
    #expect(drawn.contains { outcome.samples[$0] < 30000 })
  }

  @Test(
    "A second run recognises its contour, where soft edges leave some of it under 3:1",
    arguments: [4.0, 12, 24])
  func contourOfAnEarlierRun(_ softness: Double) {
    var canvas = DarkModeCanvas(120, 120, background: SIMD3(repeating: 0.12), seed: 5)
    canvas.alpha = (0..<120 * 120).map { index in
      let (x, y) = (Double(index % 120) - 59.5, Double(index / 120) - 59.5)
      // One side is sharp, the other fades.
      let width = 1 + softness * max(0, x) / 60
      return min(max((40 - (x * x + y * y).squareRoot()) / width, 0), 1)
    }
    let options = SofteningOptions(mode: .outline)
    let once = SofteningTrial.run(canvas.pixels(bits: 8), options: options)
    #expect(once.softening.mode == .outline)
    var result = PixelBuffer(width: 120, height: 120, format: .rgba16, samples: once.samples)
    Dither.none.reduceTo8Bits(&result, firstRow: 0)
    #expect(SofteningTrial.run(result, options: options).softening.reason == .visibleArtwork)
  }

  @Test(
    "An opaque image has no outline to follow, and nothing for ink and plate",
    arguments: [
      (SofteningMode.outline, "for an outline"), (.ink, "turns ink on white"), (.plate, "a plate lies"),
    ])
  func opaque(mode: SofteningMode, words: String) {
    let item = DarkModeCases.make(.document, variant: 0)
    let outcome = SofteningTrial.run(item.pixels, options: SofteningOptions(mode: mode))
    #expect(outcome.softening.reason == .noTransparency)
    #expect(outcome.softening.note.contains(words), "\(outcome.softening.note)")
    let isSame = outcome.samples == item.samples
    #expect(isSame)
  }

  /// `pixels` with the colour `gray` in `rows`.
  private func painted(_ pixels: consuming PixelBuffer, _ gray: UInt16, rows: Range<Int>) -> PixelBuffer {
    for y in rows {
      for x in 0..<pixels.width {
        for channel in 0..<3 { pixels.samples[(y * pixels.width + x) * 4 + channel] = gray }
      }
    }
    return pixels
  }

  /// A canvas of `width` × `height` with opaque grey boxes on transparency.
  private func boxes(
    _ width: Int, _ height: Int, _ boxes: [(columns: Range<Int>, rows: Range<Int>, gray: UInt16)]
  ) -> PixelBuffer {
    var pixels = PixelBuffer(width: width, height: height, format: .rgba16)
    for box in boxes {
      for y in box.rows {
        for x in box.columns {
          let first = (y * width + x) * 4
          for channel in 0..<3 { pixels.samples[first + channel] = box.gray }
          pixels.samples[first + 3] = 65535
        }
      }
    }
    return pixels
  }

  /// The rows in which `outcome` differs from `pixels`; of columns `columns`.
  private func changedRows(
    _ outcome: SofteningTrial.Outcome, _ pixels: borrowing PixelBuffer, columns: Range<Int>? = nil
  ) -> [Int] {
    let (width, source) = (pixels.width, pixels.samples)
    let columns = columns ?? 0..<width
    return (0..<pixels.height).filter { y in
      let range = (y * width + columns.lowerBound) * 4..<(y * width + columns.upperBound) * 4
      return outcome.samples[range] != source[range]
    }
  }

  @Test("A part half of whose outline vanishes gets a contour all around, without gaps")
  func half() {
    let pixels = painted(disc(0.1), 60000, rows: 0..<48)
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .outline))
    #expect(outcome.softening.mode == .outline)
    #expect(changedRows(outcome, pixels) == Array(16...79))
  }

  @Test("A part of which less than a quarter vanishes gets none, and another in the same image does")
  func parts() {
    let pixels = boxes(100, 60, [(4..<24, 8..<52, 60000), (4..<24, 48..<52, 5000), (56..<96, 8..<52, 5000)])
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .outline))
    #expect(changedRows(outcome, pixels, columns: 0..<50).isEmpty)
    #expect(changedRows(outcome, pixels, columns: 50..<100) == Array(7...52))
  }

  @Test("Dark lines between light boxes get a contour, and dark stripes of a light picture none")
  func lines() {
    let arrows = (1...5).map { (columns: $0 * 18..<$0 * 18 + 3, rows: 30..<70, gray: UInt16(0)) }
    let boxes = boxes(120, 100, [(10..<110, 4..<30, 60000), (10..<110, 70..<96, 60000)] + arrows)
    let outcome = SofteningTrial.run(boxes, options: SofteningOptions(mode: .outline))
    #expect(changedRows(outcome, boxes) == Array(31...68))
    let stripes = painted(
      painted(self.boxes(120, 100, [(10..<110, 10..<90, 60000)]), 0, rows: 30..<36), 0, rows: 60..<66)
    let striped = SofteningTrial.run(stripes, options: SofteningOptions(mode: .outline))
    #expect(striped.softening.reason == .visibleArtwork)
  }

  @Test(
    "A contour is as thick as a quarter of the strokes that it lies around", arguments: [(4, 1), (12, 3)])
  func thickness(_ stroke: Int, _ thickness: Int) {
    let pixels = boxes(700, 620, [(100..<600, 300..<300 + stroke, 0)])
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .outline))
    // One pixel more is anti-aliasing.
    let opaque = (0..<300).filter { outcome.samples[($0 * 700 + 350) * 4 + 3] == 65535 }
    #expect(opaque.count == thickness)
  }

  @Test("A window with a shadow, whose dark title bar alone has an edge, gets no contour")
  func window() {
    var pixels = boxes(120, 100, [(10..<110, 10..<90, 60000), (10..<110, 10..<20, 3000)])
    // Below and beside the window its shadow falls from seven tenths to nothing.
    for y in 10..<100 {
      for x in 0..<120 where !(10..<110).contains(x) || y >= 90 {
        let distance = max(10 - x, x - 109, y - 89)
        pixels.samples[(y * 120 + x) * 4 + 3] = UInt16(45000 - 4500 * (distance - 1))
      }
    }
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .outline))
    #expect(outcome.softening.reason == .visibleArtwork)
  }

  @Test("Artwork in too many parts for the memory gets no contour")
  func tooManyParts() {
    let dots = (0..<400).map { index in
      (
        columns: index % 20 * 4..<index % 20 * 4 + 2, rows: index / 20 * 4..<index / 20 * 4 + 2,
        gray: UInt16(0)
      )
    }
    let pixels = boxes(80, 80, dots)
    for (limit, reason) in [(10000, SofteningReason.tooIntricate), (1 << 20, .vanishingArtwork)] {
      var analyzer = SofteningAnalyzer(
        options: SofteningOptions(mode: .outline), colorSpace: .sRGB, format: .rgba16, width: 80, height: 80,
        memoryLimit: limit)
      analyzer.add(pixels)
      let softening = analyzer.finish()
      #expect(softening.reason == reason)
      #expect(softening.changesPixels == (reason == .vanishingArtwork))
    }
  }

  @Test(
    "White artwork with a dark mark would vanish on a light plate, and gets none; on a dark red one it does")
  func lightArtwork() {
    let pixels = boxes(100, 40, [(4..<60, 10..<30, 65535), (76..<90, 10..<30, 0)])
    var options = SofteningOptions(mode: .plate)
    let outcome = SofteningTrial.run(pixels, options: options)
    #expect(outcome.softening.reason == .lightArtwork)
    #expect(outcome.softening.note.contains("--plate"))
    options.plate = SIMD3(0.7, 0.1, 0.1)
    #expect(SofteningTrial.run(pixels, options: options).softening.mode == .plate)
  }

  /// Black whose alpha falls from left to right.
  private static func fade(over width: Double) -> PixelBuffer {
    var canvas = DarkModeCanvas(64, 64, background: .zero, seed: 1)
    canvas.alpha = (0..<64 * 64).map { min(max((32 - Double($0 % 64)) / width + 0.5, 0), 1) }
    return canvas.pixels(bits: 8)
  }

  @Test(
    "What fades has no edge for a contour, and what is blurred has",
    arguments: [(3.0, true), (6, true), (30, false)])
  func fades(_ width: Double, isEdge: Bool) {
    let options = SofteningOptions(mode: .outline)
    let outcome = SofteningTrial.run(Self.fade(over: width), options: options)
    #expect(outcome.softening.reason == (isEdge ? .vanishingArtwork : .noTransparency))
    let twice = SofteningTrial.run(
      PixelBuffer(width: 64, height: 64, format: .rgba16, samples: outcome.samples), options: options)
    #expect(!twice.softening.changesPixels)
  }
}
