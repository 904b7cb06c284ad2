import ImageCases
import DarkMode
import Pixels
import TestSupport
import Testing

/// What softening takes for ground: fades under text, glyphs on tiles, and what has colour.
struct SofteningGroundTests {
  // MARK: Text over fades

  /// Words over a round glow of `color`, on paper of one level.
  private static func page(_ color: SIMD3<Double>, ink: SIMD3<Double>, paper: Double) -> DarkModeCanvas {
    var canvas = DarkModeCanvas(150, 120, background: SIMD3(repeating: paper), seed: 5)
    for index in canvas.color.indices {
      let (dx, dy) = (Double(index % 150) - 75, Double(index / 150) - 60)
      let share = min(max(1 - (dx * dx + dy * dy).squareRoot() / 52, 0), 1) * 0.9
      canvas.color[index] = canvas.color[index] * (1 - share) + color * share
    }
    // Rings are the letter o: their counters do not reach the paper.
    for column in 0..<4 { canvas.ring(48 + Double(column) * 18, 60, 6, stroke: 2.5, ink) }
    return canvas
  }

  @Test(
    "Text over a glow leaves no piece of it behind",
    arguments: [SIMD3(1, 0.45, 0.1), SIMD3(0.15, 0.35, 0.95), SIMD3(0.3, 0.6, 0.2)])
  func textOverGlow(_ color: SIMD3<Double>) {
    let ink = SIMD3(0.0, 0.0, 0.05)
    let white = Self.page(color, ink: ink, paper: 1).pixels(bits: 8)
    let ideal = Self.page(color, ink: ink, paper: 221.0 / 255).pixels(bits: 8)
    let outcome = SofteningTrial.run(white, options: SofteningPage.options)
    #expect(outcome.softening.mode == .white)
    let score = SofteningPageScore(
      before: white.samples, after: outcome.samples, ideal: ideal.samples, width: 150)
    #expect(score.difference99 <= 3.5)
    #expect(score.shareOver5 <= 0.003)
    #expect(score.seamShare <= 0.000_2)
  }

  // MARK: Tiles

  /// A padlock, white on a grey tile with round corners on transparency.
  private static func tile(_ glyph: Double) -> DarkModeCanvas {
    var canvas = DarkModeCanvas(48, 48, background: SIMD3(repeating: 0.55), seed: 1)
    canvas.rectangle(24 - glyph / 2, 24 - glyph / 2, glyph, glyph, radius: 2, SIMD3(repeating: 1))
    canvas.alpha = (0..<48 * 48).map { index in
      let (x, y) = (abs(Double(index % 48) - 23.5), abs(Double(index / 48) - 23.5))
      let (dx, dy) = (max(0, x - 14), max(0, y - 14))
      return min(max(10.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
    }
    return canvas
  }

  @Test("A white glyph on a tile of colour is artwork", arguments: [18.0, 24, 30])
  func glyphOnTile(_ size: Double) {
    let outcome = SofteningTrial.run(Self.tile(size).pixels(bits: 8))
    #expect(outcome.softening.reason == .noWhiteBackground)
    #expect(!outcome.softening.changesPixels)
  }

  @Test("A white page in a frame of colour is paper")
  func pageInFrame() {
    var canvas = DarkModeCanvas(96, 80, background: SIMD3(0.2, 0.3, 0.5), seed: 1)
    canvas.rectangle(6, 6, 84, 68, SIMD3(repeating: 1))
    canvas.paragraph(12, 14, width: 70, lines: 4, size: 8, .zero)
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    #expect(outcome.softening.mode == .white)
  }

  // MARK: Highlights

  /// Skin, gold and red beside greys, in encoded sRGB of 8 bits.
  private static let colored: [[UInt16]] = [
    [0xF7, 0xDE, 0xCE], [0xF3, 0xD2, 0xA2], [0xFF, 0xCC, 0x4D], [0xFF, 0x30, 0x20], [0x20, 0xE0, 0xFF],
  ]

  private static func swatches(_ colors: [[UInt16]]) -> PixelBuffer {
    let rows = (0..<16).flatMap { _ in
      colors.flatMap { color in (0..<8).flatMap { _ in color.map { $0 * 257 } } }
    }
    return PixelBuffer(width: colors.count * 8, height: 16, format: .rgb16, samples: rows)
  }

  @Test("Highlights lower greys and leave skin, gold and saturated art as they are")
  func colorsStay() {
    let grays: [[UInt16]] = [[0xFF, 0xFF, 0xFF], [0xE8, 0xE8, 0xE8], [0xFF, 0xFD, 0xFA]]
    let pixels = Self.swatches(Self.colored + grays)
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: .highlights))
    #expect(outcome.softening.mode == .highlights)
    for (index, color) in (Self.colored + grays).enumerated() {
      let after = Array(outcome.samples[index * 24..<index * 24 + 3])
      let isSame = zip(after, color).allSatisfy { abs(Int($0) - Int($1) * 257) < 300 }
      #expect(isSame == (index < Self.colored.count), "\(color) → \(after)")
    }
    let twice = SofteningTrial.run(
      PixelBuffer(width: pixels.width, height: 16, format: .rgb16, samples: outcome.samples),
      options: SofteningOptions(mode: .highlights))
    #expect(twice.softening.reason == .brightColors)
    let isSame = twice.samples == outcome.samples
    #expect(isSame)
  }

  @Test("Nothing but colours is nothing to lower")
  func onlyColors() {
    let outcome = SofteningTrial.run(
      Self.swatches(Self.colored), options: SofteningOptions(mode: .highlights))
    #expect(outcome.softening.reason == .brightColors)
    #expect(!outcome.softening.changesPixels)
  }

  @Test("Bright artwork on a dark ground keeps its highlights")
  func artworkOnDark() {
    var canvas = DarkModeCanvas(80, 80, background: SIMD3(0.1, 0.12, 0.2), seed: 1)
    canvas.circle(40, 40, 30, SIMD3(1, 0.87, 0.81))
    #expect(!SofteningTrial.run(canvas.pixels(bits: 8)).softening.changesPixels)
  }
}
