import Analysis
import Colors
import ImageFiles
import Pixels
import TestSupport
import Testing

@testable import Checking

@Suite struct ColorVisionScannerTests {
  private static let red = SIMD3<UInt16>(255, 0, 0), green = SIMD3<UInt16>(0, 170, 0)

  /// A picture of sRGB colours of 8 bits.
  private static func picture(
    _ width: Int, _ height: Int, alpha: UInt16? = nil, _ color: (Int, Int) -> SIMD3<UInt16>
  ) -> PixelBuffer {
    var samples: [UInt16] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        samples += [color.x * 257, color.y * 257, color.z * 257] + (alpha.map { [$0] } ?? [])
      }
    }
    return PixelBuffer(
      width: width, height: height, format: alpha == nil ? .rgb16 : .rgba16, samples: samples)
  }

  private static func report(_ picture: borrowing PixelBuffer, strip: Int = 1000) -> ColorVisionReport {
    var scanner = ColorVisionScanner(width: picture.width) { _ in }
    for top in stride(from: 0, to: picture.height, by: strip) {
      let rows = top..<min(top + strip, picture.height)
      scanner.add(
        PixelBuffer(
          width: picture.width, height: rows.count, format: picture.format,
          samples: Array(
            picture.samples[rows.lowerBound * picture.rowStride..<rows.upperBound * picture.rowStride])))
    }
    return scanner.finish()
  }

  private static func mixture(_ share: Double) -> SIMD3<UInt16> {
    let mixed = SIMD3<Double>(red) * (1 - share) + SIMD3<Double>(green) * share
    return SIMD3<UInt16>(mixed.rounded(.toNearestOrAwayFromZero))
  }

  @Test func redBesideGreenMerges() throws {
    let report = Self.report(Self.picture(40, 30) { x, _ in x < 20 ? Self.red : Self.green })
    let pair = try #require(report.pairs.first)
    #expect(report.pairs.count == 1 && pair.colors == ["#00AA00", "#FF0000"])
    #expect(pair.pixels == 30 && pair.merging.vision == .deuteranopia)
    #expect(pair.box == ImageRegion(x: 19, y: 0, width: 1, height: 30))
    #expect(abs(pair.merging.difference - 2.5) < 0.06 && pair.merging.normal > 70)
    #expect(report.regions.map(\.box) == [pair.box])
  }

  @Test func redOverGreenMerges() throws {
    let report = Self.report(Self.picture(30, 40) { _, y in y < 20 ? Self.red : Self.green })
    #expect(report.pairs.map(\.pixels) == [30])
    #expect(report.pairs.first?.box == ImageRegion(x: 0, y: 19, width: 30, height: 1))
  }

  /// What strips an image comes in changes nothing.
  @Test(arguments: [1, 3, 7, 10, 64])
  func stripsDoNotMatter(strip: Int) {
    let picture = Self.picture(64, 64) { x, y in
      (x - 32) * (x - 32) + (y - 32) * (y - 32) < 400 ? Self.red : Self.green
    }
    let (one, other) = (Self.report(picture), Self.report(picture, strip: strip))
    #expect(one.pairs.map(\.pixels) == other.pairs.map(\.pixels) && !one.pairs.isEmpty)
    #expect(one.pairs.map(\.box) == other.pairs.map(\.box))
    #expect(one.regions == other.regions)
  }

  /// Smoothed over one to four pixels, as drawing programs and resizing leave edges.
  @Test(arguments: 1...4)
  func aSmoothEdgeIsOne(steps: Int) {
    let report = Self.report(
      Self.picture(60, 20) { x, _ in Self.mixture(min(1, max(0, Double(x - 29) / Double(steps + 1)))) })
    #expect(report.pairs.map(\.pixels) == [20])
  }

  /// Neither a line between them, nor lightness, nor a slow gradient leaves an edge that only hue makes.
  @Test func whatSeparatesIsNoFinding() {
    let black = SIMD3<UInt16>(0, 0, 0), white = SIMD3<UInt16>(255, 255, 255)
    for line in [black, white] {
      for width in 1...3 {
        let picture = Self.picture(60, 20) { x, _ in
          (30..<30 + width).contains(x) ? line : x < 30 ? Self.red : Self.green
        }
        #expect(Self.report(picture).pairs.isEmpty, "\(line), \(width)")
      }
    }
    // Passes by lightness (ΔE 10.7).
    let dark = SIMD3<UInt16>(0, 128, 0)
    #expect(Self.report(Self.picture(60, 20) { x, _ in x < 30 ? Self.red : dark }).pairs.isEmpty)
    #expect(Self.report(Self.picture(256, 20) { x, _ in Self.mixture(Double(x) / 255) }).pairs.isEmpty)
    #expect(Self.report(Self.picture(60, 20) { x, _ in x < 30 ? Self.red : white }).pairs.isEmpty)
  }

  @Test func nearlyEqualAreasStayAreas() {
    var random = SplitMix64(seed: 3)
    let picture = Self.picture(60, 40) { x, _ in
      let color = x < 30 ? SIMD3<UInt16>(250, 4, 4) : SIMD3<UInt16>(4, 166, 4)
      return SIMD3((0..<3).map { color[$0] &+ UInt16(random.next() % 5) &- 2 })
    }
    // One pair, whatever the noise made of its colours.
    let pixels = Self.report(picture).pairs.map(\.pixels)
    #expect(pixels.count == 1 && pixels[0] >= 36 && pixels[0] <= 40)
  }

  @Test func transparentPixelsDoNotCount() {
    let picture = Self.picture(40, 30, alpha: 0) { x, _ in x < 20 ? Self.red : Self.green }
    #expect(Self.report(picture).pairs.isEmpty)
    let opaque = Self.picture(40, 30, alpha: 65535) { x, _ in x < 20 ? Self.red : Self.green }
    #expect(Self.report(opaque).pairs.count == 1)
  }

  /// Two greens and blues that only short-wave cones tell apart.
  @Test func tritanopiaIsANote() throws {
    let (one, other) = (SIMD3<UInt16>(102, 204, 238), SIMD3<UInt16>(68, 214, 190))
    let report = Self.report(Self.picture(40, 30) { x, _ in x < 20 ? one : other })
    let pair = try #require(report.pairs.first)
    #expect(pair.merging.vision == .tritanopia)
    #expect(Rule.colorVisionFindings(report, above: 8).map(\.level) == [.note])
    #expect(Rule.colorVisionFindings(report, above: 30).isEmpty)
  }

  @Test func smallImagesAreScannedToo() {
    for (width, height) in [(1, 1), (1, 40), (40, 1), (9, 9), (10, 10), (11, 4)] {
      let report = Self.report(
        Self.picture(width, height) { x, y in 2 * x < width && 2 * y <= height ? Self.red : Self.green })
      #expect(report.pairs.reduce(0) { $0 + $1.pixels } <= width + height)
    }
    #expect(Self.report(Self.picture(10, 9) { x, _ in x < 5 ? Self.red : Self.green }).pairs.count == 1)
  }
}
