import ImageCases
import Analysis
import Colors
import ImageFiles
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
    #expect(found.map { $0.artworkPixels } == [400, 400, 400, 400])
    #expect(found.map { $0.vanishingShare } == [1, 1, 1, 0])
  }

  @Test("Regions are the boxes of the parts that vanish, the largest first")
  func regions() throws {
    var pixels = square(0)
    for y in 34..<38 { for x in 3..<6 { pixels.samples[(y * 40 + x) * 2 + 1] = 65535 } }
    let report = try #require(reports(pixels, [SIMD3(0, 0, 0)]).first)
    #expect(report.regions.map(\.pixels) == [400, 12])
    #expect(
      report.regions.map(\.box) == [
        ImageRegion(x: 10, y: 10, width: 20, height: 20), ImageRegion(x: 3, y: 34, width: 3, height: 4),
      ])
  }

  @Test("A bright part beside a dark one is no help to the dark one, content on a dark plate is")
  func partsAndPlates() throws {
    var apart = square(0)
    var plate = square(0)
    for y in 15..<25 {
      for x in 0..<6 {
        apart.samples[(y * 40 + x) * 2] = 65535
        apart.samples[(y * 40 + x) * 2 + 1] = 65535
        plate.samples[(y * 40 + x + 17) * 2] = 65535
      }
    }
    let found = try #require(reports(apart, [SIMD3(0, 0, 0)]).first)
    #expect(found.vanishingPixels == 400 && found.artworkPixels == 460)
    #expect(reports(plate, [SIMD3(0, 0, 0)]).first?.vanishingPixels == 0)
  }

  @Test("A small mark of colour on a dark glyph is no help to it, on a plate it is content")
  func marks() {
    for (height, share) in [(3, 1.0), (20, 0)] {
      var pixels = PixelBuffer(width: 48, height: 40, format: .rgba16)
      for y in 10..<10 + height {
        for x in 4..<44 {
          pixels.samples[(y * 48 + x) * 4] = (40..<44).contains(x) ? 58000 : 0
          pixels.samples[(y * 48 + x) * 4 + 3] = 65535
        }
      }
      #expect(reports(pixels, [SIMD3(0, 0, 0)]).first?.vanishingShare == share, "\(height)")
    }
  }

  @Test("Alpha is composited before contrast is measured")
  func translucent() throws {
    // Black at 95 % over white is dark, white at 95 % over black is light.
    #expect(reports(square(0, alpha: 62258), [SIMD3(1, 1, 1)]).first?.vanishingShare == 0)
    #expect(reports(square(65535, alpha: 62258), [SIMD3(0, 0, 0)]).first?.vanishingShare == 0)
    #expect(reports(square(65535, alpha: 62258), [SIMD3(1, 1, 1)]).first?.vanishingShare == 1)
  }

  @Test("A shadow is meant to fade")
  func shadow() throws {
    #expect(reports(square(0, alpha: 45000), [SIMD3(0, 0, 0)]).first?.vanishingShare == 0)
  }

  @Test("A picture that ends at the image's edge has corners, not an outline")
  func corners() throws {
    var pixels = PixelBuffer(width: 40, height: 40, format: .grayAlpha16)
    for index in 0..<1600 { pixels.samples[index * 2 + 1] = 65535 }
    for corner in [0, 1, 40] { pixels.samples[corner * 2 + 1] = 0 }
    #expect(reports(pixels, [SIMD3(0, 0, 0)]).first?.vanishingShare == 0)
  }

  @Test("A contrast just under 1.8:1 counts, one just over does not")
  func threshold() throws {
    // Linear greys of contrast 1.78 and 1.82 on black: Y = ratio · 0.05 − 0.05.
    for (contrast, share) in [(1.78, 1.0), (1.82, 0.0)] {
      let luminance = contrast * 0.05 - 0.05
      var low = 0
      while WCAGContrast.transfer.linear(Double(low) / 65535) < luminance { low += 1 }
      let found = reports(square(UInt16(low)), [SIMD3(0, 0, 0)])
      let report = try #require(found.first)
      #expect(report.vanishingShare == share)
    }
  }

  @Test("Small artwork of pure black or pure white alone is a template")
  func templates() throws {
    func isTemplate(_ pixels: borrowing PixelBuffer) throws -> Bool {
      try #require(reports(pixels, [SIMD3(0, 0, 0)]).first).isTemplate
    }
    for code: UInt16 in [0, 65535] {
      for alpha: UInt16 in [1, 30000, 65535] { #expect(try isTemplate(square(code, alpha: alpha))) }
    }
    for code: UInt16 in [1, 0x2020, 65534] { #expect(try !isTemplate(square(code))) }
    // One pixel of another colour, be it hardly there, and black beside white.
    for (code, alpha): (UInt16, UInt16) in [(9, 1), (65535, 65535)] {
      var other = square(0)
      other.samples[0] = code
      other.samples[1] = alpha
      #expect(try !isTemplate(other))
    }
    // What cannot be seen has no colour.
    var hidden = square(0)
    hidden.samples[0] = 40000
    #expect(try isTemplate(hidden))
    #expect(try !isTemplate(PixelBuffer(width: 40, height: 40, format: .grayAlpha16)))
    #expect(try !isTemplate(PixelBuffer(width: 40, height: 40, format: .gray16)))
    for (width, height, expected) in [(96, 96, true), (97, 1, false), (1, 97, false)] {
      var pixels = PixelBuffer(width: width, height: height, format: .rgba16)
      for index in 0..<width * height { pixels.samples[index * 4 + 3] = 65535 }
      #expect(try isTemplate(pixels) == expected)
    }
  }

  @Test("Yellow and pale blue on white, red and blue on black are seen by their colour, navy on black is not")
  func strongColors() throws {
    func colored(_ color: [UInt16]) -> PixelBuffer {
      var pixels = PixelBuffer(width: 40, height: 40, format: .rgba16)
      for y in 10..<30 {
        for x in 10..<30 {
          for channel in 0..<3 { pixels.samples[(y * 40 + x) * 4 + channel] = color[channel] }
          pixels.samples[(y * 40 + x) * 4 + 3] = 65535
        }
      }
      return pixels
    }
    #expect(reports(colored([65535, 60000, 0]), [SIMD3(1, 1, 1)]).first?.vanishingShare == 0)
    #expect(reports(colored([32768, 0, 0]), [SIMD3(0, 0, 0)]).first?.vanishingShare == 0)
    #expect(reports(colored([0, 0, 32768]), [SIMD3(0, 0, 0)]).first?.vanishingShare == 1)
    #expect(reports(colored([0, 0, 40000]), [SIMD3(0, 0, 0)]).first?.vanishingShare == 0)
    // 0.12 and 0.13 of blue above the rest, both under 1.4:1.
    #expect(reports(colored([57671, 57671, 65535]), [SIMD3(1, 1, 1)]).first?.vanishingShare == 1)
    #expect(reports(colored([57016, 57016, 65535]), [SIMD3(1, 1, 1)]).first?.vanishingShare == 0)
  }

  @Test("A tint helps from 1.5:1 on in the dark: blue #204A87 is seen on #2C2C2E, slate #2E3436 is not")
  func tints() {
    // The last two are of 1.77:1 and 1.72:1 on #1C1C1E, green by 0.204 and 0.196.
    let colors: [([Int], SIMD3<Double>, Double)] = [
      ([0x20, 0x4A, 0x87], SIMD3(44, 44, 46) / 255, 0), ([0x2E, 0x34, 0x36], SIMD3(44, 44, 46) / 255, 1),
      ([0x1B, 0x4F, 0x1B], SIMD3(28, 28, 30) / 255, 0), ([0x1B, 0x4D, 0x1B], SIMD3(28, 28, 30) / 255, 1),
    ]
    for (color, ground, share) in colors {
      #expect(reports(plate(40, color), [ground]).first?.vanishingShare == share, "\(color)")
    }
  }

  @Test("A part of 10,000 pixels is made out at 1.15:1 on white, at 1.5:1 on black, a smaller one is not")
  func broadParts() {
    for (gray, ground) in [(0xE8, SIMD3<Double>(1, 1, 1)), (0x2E, SIMD3())] {
      let color = [gray, gray, gray]
      #expect(reports(plate(100, color), [ground]).first?.vanishingShare == 0)
      #expect(reports(plate(99, color), [ground]).first?.vanishingShare == 1)
    }
    // 1.13:1 and 1.4:1.
    #expect(reports(plate(200, [0xF1, 0xF1, 0xF1]), [SIMD3(1, 1, 1)]).first?.vanishingShare == 1)
    #expect(reports(plate(200, [0x28, 0x28, 0x28]), [SIMD3()]).first?.vanishingShare == 1)
  }

  @Test("What is drawn on white paper in 1.15:1 is made out, paper that is grey all over is not")
  func drawings() {
    for (rows, share) in [(0, 1.0), (2, 0), (18, 0), (30, 1)] {
      var pixels = plate(40, [255, 255, 255])
      for y in 6..<6 + rows {
        for x in 6..<42 { for channel in 0..<3 { pixels.samples[(y * 48 + x) * 4 + channel] = 0xE8E8 } }
      }
      #expect(reports(pixels, [SIMD3(1, 1, 1)]).first?.vanishingShare == share, "\(rows)")
    }
  }

  /// A square of `side` pixels of an 8-bit colour, four pixels from the edges.
  private func plate(_ side: Int, _ color: [Int]) -> PixelBuffer {
    var pixels = PixelBuffer(width: side + 8, height: side + 8, format: .rgba16)
    for y in 4..<side + 4 {
      for x in 4..<side + 4 {
        let at = (y * (side + 8) + x) * 4
        for channel in 0..<3 { pixels.samples[at + channel] = UInt16(color[channel] * 257) }
        pixels.samples[at + 3] = 65535
      }
    }
    return pixels
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
    #expect(report.artworkPixels > 1000)
    #expect(report.vanishingPixels == 0)
  }

  @Test("An opaque or an invisible image has no outline", arguments: [PixelFormat.rgb16, .rgba16])
  func noOutline(_ format: PixelFormat) throws {
    let pixels = PixelBuffer(width: 20, height: 10, format: format)
    let found = reports(pixels, [SIMD3(0, 0, 0)])
    let report = try #require(found.first)
    #expect(report.artworkPixels == 0 && report.vanishingShare == 0)
    #expect(report.regions.isEmpty)
  }

  @Test("The cut into strips does not show", arguments: [1, 2, 3, 40])
  func strips(_ height: Int) {
    let item = DarkModeCases.make(.icon, variant: 6)
    let backgrounds = LegibilityAnalyzer.darkBackgrounds + LegibilityAnalyzer.lightBackgrounds
    #expect(reports(item.pixels, backgrounds, stripHeight: height) == reports(item.pixels, backgrounds))
  }
}
