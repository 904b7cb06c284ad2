import ImageCases
import Analysis
import ColorManagement
import ImageFiles
import Pixels
import TestSupport
import Testing

@Suite("BandingScanner")
struct BandingScannerTests {
  private static let night = BandingPicture.ramp(400, 60, from: [0.05, 0.06, 0.1], to: [0.14, 0.13, 0.2])

  @Test("a quantised ramp is banded over its whole area, with its step, width and cause")
  func quantisedRamp() throws {
    let report = BandingPicture.ramp(400, 60, from: [0.1, 0.1, 0.1], to: [0.2, 0.2, 0.2]).report(bits: 8)
    let region = try #require(report.regions.first)
    #expect(report.verdict == .banded && report.regions.count == 1)
    #expect(region.box.x <= 4 && region.box.y == 0 && region.box.width >= 392 && region.box.height == 60)
    #expect(region.cause == .source && region.plane == .lightness)
    #expect(abs(region.step - 257) < 1)
    #expect((15...17).contains(region.widthPixels))
    #expect(region.score > 1 && report.score == region.score)
  }

  @Test("5 to 8 bits are banded, 16 are clean", arguments: [5, 6, 7, 8])
  func depths(bits: Int) {
    let span = 30 / Double((1 << bits) - 1)
    let picture = BandingPicture.ramp(420, 80, from: [0.2, 0.2, 0.2], to: SIMD3(repeating: 0.2 + span))
    #expect(picture.report(bits: bits).verdict == .banded)
    #expect(picture.report().verdict == .clean)
  }

  @Test("ramps across, diagonal and round are banded at 8 bits and clean at 16")
  func shapes() {
    let pictures = [
      Self.night, .ramp(200, 200, from: [0.3, 0.35, 0.5], to: [0.34, 0.4, 0.55], diagonal: true),
      .glow(200, from: [0.15, 0.12, 0.12], to: [0.05, 0.05, 0.05]),
    ]
    for picture in pictures {
      #expect(picture.report(bits: 8).verdict == .banded)
      #expect(picture.report().verdict == .clean)
    }
  }

  @Test("a ramp of hue alone is banded in chroma")
  func hue() {
    let picture = BandingPicture.ramp(400, 60, from: [0.6, 0.45, 0.4], to: [0.6, 0.45, 0.62])
    #expect(picture.report(bits: 6).regions.first?.plane == .chroma)
  }

  @Test("a soft shadow in 8-bit alpha is banded in alpha, in 16-bit alpha clean")
  func alpha() {
    func shadow(_ step: Int) -> PixelBuffer {
      var buffer = PixelBuffer(width: 400, height: 60, format: .rgba16)
      for pixel in 0..<buffer.pixelCount {
        buffer.samples[pixel * 4 + 3] = UInt16(pixel % 400 * 16 / step * step + 2570)
      }
      return buffer
    }
    let report = BandingPicture.report(shadow(257))
    #expect(report.verdict == .banded)
    #expect(report.regions.allSatisfy { $0.plane == .alpha })
    #expect(BandingPicture.report(shadow(1)).verdict == .clean)
  }

  @Test("grey images are judged like grey colours")
  func gray() {
    var buffer = PixelBuffer(width: 400, height: 40, format: .gray16)
    for index in buffer.samples.indices { buffer.samples[index] = UInt16(20 + index % 400 / 16) * 257 }
    var scanner = BandingScanner(
      width: 400, height: 40, format: .gray16, effectiveDepth: 8,
      color: BandingColor(RGBColorSpace.sRGB.grayProfile))
    scanner.scan(buffer)
    let report = scanner.finish()
    #expect(report.regions.first?.step == 1)
  }

  @Test("deliberate edges are clean")
  func deliberate() {
    let pictures: [BandingPicture] = [
      .shades(11, 440, 80, from: [0, 0, 0], to: [1, 1, 1]),
      .shades(4, 400, 80, from: [0.9, 0.9, 0.9], to: [0.94, 0.94, 0.95]),
      .shades(7, 420, 80, from: [1, 0.9, 0.8], to: [0.5, 0.1, 0.1]),
      BandingPicture(width: 200, height: 120) { x, y in
        SIMD3(repeating: (x / 8 + y / 8) % 2 == 0 ? 0.5 : 0.52)
      },
      BandingPicture(width: 200, height: 120) { x, _ in SIMD3(repeating: 0.6 + Double(x / 10 % 3) * 0.01) },
      BandingPicture(width: 120, height: 80) { _, _ in [0.8, 0.1, 0.3] },
    ]
    for picture in pictures { #expect(picture.report(bits: 8) == BandingReport(regions: [])) }
  }

  @Test("noise and dither are clean", arguments: [0.5, 1, 3])
  func noise(amplitude: Double) {
    #expect(Self.night.noisy(amplitude).report(bits: 8).verdict == .clean)
  }

  @Test("bands under a little noise are still seen")
  func bandsUnderNoise() {
    let coarse = BandingPicture(width: 400, height: 80) { x, _ in
      SIMD3(repeating: 0.3 + Double(x / 20) * 4 / 255)
    }
    #expect(coarse.noisy(0.6).report(bits: 8).verdict == .banded)
  }

  @Test("steps too narrow for the eye are clean, and the distance decides")
  func distance() {
    // One code every 6 px: banded up close, a smooth ramp from across the room.
    let picture = BandingPicture.ramp(420, 60, from: [0.2, 0.2, 0.2], to: SIMD3(repeating: 0.2 + 70 / 255.0))
    #expect(picture.report(bits: 8, options: BandingOptions(pixelsPerDegree: 40)).verdict == .banded)
    #expect(picture.report(bits: 8, options: BandingOptions(pixelsPerDegree: 240)).verdict == .clean)
    #expect(
      BandingPicture.ramp(420, 60, from: [0, 0, 0], to: [0.8, 0.8, 0.8]).report(bits: 8).verdict == .clean)
  }

  @Test("a viewing distance gives pixels per degree")
  func viewingDistance() {
    // 220 ppi at 20 inches: 2·20·tan(0.5°) = 0.349 inches to a degree.
    #expect(abs(BandingOptions(distance: 20, pixelsPerInch: 220).pixelsPerDegree - 76.8) < 0.05)
  }

  @Test("a ramp that runs into a clipped colour leaves a plateau, a blurred shape does not")
  func clippedPlateau() throws {
    let clipped = BandingPicture(width: 240, height: 100) { x, _ in
      [0.9 + Double(x) * 0.001, 0.5 - Double(x) * 0.004, 0.4 - Double(x) * 0.004]
    }
    let report = clipped.report()
    let region = try #require(report.regions.first { $0.cause == .clipping })
    let box = region.box
    #expect((120...132).contains(box.x) && box.x + box.width == 240 && box.height == 100)
    let blurred = BandingPicture(width: 240, height: 100) { x, _ in
      let t = 1 / (1 + ReproducibleMath.exponential(-Double(x - 100) / 8))
      return [1, 1 - t, 1 - t]
    }
    #expect(blurred.report().verdict == .clean)
    let card = BandingPicture(width: 240, height: 100) { x, y in
      (60..<180).contains(x) ? [1, 0, 0.2] : [0.9, 0.9, 0.9]
    }
    #expect(card.report().verdict == .clean)
  }

  @Test("the report does not depend on the strips")
  func strips() {
    let buffer = BandingPicture.glow(150, from: [0.2, 0.1, 0.1], to: [0.1, 0.1, 0.1]).buffer(bits: 7)
    let whole = BandingPicture.report(buffer)
    #expect(whole.verdict == .banded)
    for rows in [1, 7, 149] {
      var scanner = BandingScanner(
        width: 150, height: 150, format: .rgb16, color: BandingColor(RGBColorSpace.sRGB.profile))
      for y in stride(from: 0, to: 150, by: rows) {
        let count = min(rows, 150 - y)
        let samples = Array(buffer.samples[y * 450..<(y + count) * 450])
        scanner.scan(PixelBuffer(width: 150, height: count, format: .rgb16, samples: samples))
      }
      #expect(scanner.finish() == whole)
    }
  }

  @Test("the smallest images do no harm", arguments: [(1, 1), (1, 40), (40, 1), (3, 3), (16, 16)])
  func smallImages(size: (Int, Int)) {
    let picture = BandingPicture(width: size.0, height: size.1) { x, y in
      SIMD3(repeating: Double(x + y) / 100)
    }
    #expect(picture.report(bits: 8).verdict == .clean)
  }
}
