import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Analysis

@Suite("GamutCollapseScanner")
struct GamutCollapseScannerTests {
  private static let p3Red: [UInt16] = [65535, 0, 0]
  /// sRGB red in Display P3.
  private static let sRGBRed: [UInt16] = [60119, 13121, 9080]
  private static let nothing = GamutCollapseReport(collapsedColors: [], clippedGradients: [])

  // MARK: Collapsed colours

  @Test("finds a Display P3 red logo on an sRGB red ground, with its cells")
  func logo() throws {
    let report = try report(48, 40) { x, y in
      (18..<34).contains(x) && (16..<28).contains(y) ? Self.p3Red : Self.sRGBRed
    }
    #expect(report.clippedGradients.isEmpty)
    let region = try #require(report.collapsedColors.first)
    #expect(report.collapsedColors.count == 1)
    #expect([region.box.x, region.box.y, region.box.width, region.box.height] == [16, 16, 24, 16])
    #expect(abs(region.maxDeltaE - 7.116) < 0.05)
  }

  @Test("finds two colours behind an anti-aliased edge, in rows and in columns", arguments: [false, true])
  func antialiased(isVertical: Bool) throws {
    // Three pixels in between, so that no neighbouring pair is far apart.
    let report = try report(48, 48) { x, y in
      let position = isVertical ? y : x
      return Self.blend(Self.sRGBRed, Self.p3Red, Double(min(max(position - 20, 0), 4)) / 4)
    }
    #expect(report.collapsedColors.count == 1)
    #expect(try #require(report.collapsedColors.first).lost.cells >= 6)
  }

  @Test("is silent where the target keeps colours apart, or where they looked the same before")
  func silent() throws {
    // Two P3 greens of different lightness: both clip, but apart.
    let apart = try report(24, 24) { x, _ in x < 10 ? [0, 65535, 0] : [0, 40000, 0] }
    #expect(apart.collapsedColors.isEmpty)
    // A difference of one code.
    let alike = try report(24, 24) { x, _ in x < 10 ? Self.p3Red : [65534, 0, 0] }
    #expect(alike.collapsedColors.isEmpty)
    // Inside the target nothing collapses.
    let inside = try report(24, 24) { x, _ in x < 10 ? [30000, 30000, 30000] : [31000, 30000, 30000] }
    #expect(inside == Self.nothing)
  }

  @Test("is silent on fringes, whose outer edge stays", arguments: [false, true])
  func fringe(isVertical: Bool) throws {
    for first in 20..<28 {
      let report = try report(48, 48) { x, y in
        let position = isVertical ? y : x
        return position < first ? Self.p3Red : position == first ? Self.sRGBRed : [65535, 65535, 65535]
      }
      #expect(report.collapsedColors.isEmpty, "\(first)")
    }
  }

  @Test("looks at pixels that are at least half opaque", arguments: [0x7FFF, 0x8000] as [UInt16])
  func translucent(alpha: UInt16) throws {
    let report = try report(32, 32) { x, _ in (x < 14 ? Self.p3Red : Self.sRGBRed) + [alpha] }
    #expect(report.collapsedColors.isEmpty == (alpha < 0x8000))
  }

  // MARK: Clipped gradients

  @Test("finds a ramp that becomes a plateau, along rows and along columns", arguments: [false, true])
  func ramp(isVertical: Bool) throws {
    let report = try report(120, 120) { x, y in
      let (along, across) = isVertical ? (y, x) : (x, y)
      guard (16..<40).contains(across) else { return [20000, 20000, 20000] }
      return Self.blend(Self.sRGBRed, Self.p3Red, Double(along) / 119)
    }
    #expect(report.collapsedColors.isEmpty)
    let region = try #require(report.clippedGradients.first)
    #expect(report.clippedGradients.count == 1)
    let box = region.box
    // The first cells across have an edge that stays above them, or to their left.
    #expect((isVertical ? [box.x, box.width] : [box.y, box.height]) == [24, 16])
    let end = isVertical ? box.y + box.height : box.x + box.width
    #expect(end == 120 && (isVertical ? box.y : box.x) <= 16)
    #expect(abs(region.maxDeltaE - 7) < 0.6)
  }

  @Test("finds the plateau at the bright end of a ramp from black to Display P3 red")
  func brightEnd() throws {
    let report = try report(512, 16) { x, _ in [UInt16(x / 2 * 257), 0, 0] }
    let box = try #require(report.clippedGradients.first).box
    // Linear 1.2249·t reaches 1 at t = 0.816: encoded 0.914, column 466.
    #expect((448...472).contains(box.x) && box.x + box.width == 512)
    #expect(report.clippedGradients.count == 1)
  }

  @Test("is silent on ramps that the target shows, and on noise")
  func noPlateau() throws {
    let inside = try report(256, 16) { x, _ in [UInt16(x * 200), UInt16(x * 200), UInt16(x * 100)] }
    #expect(inside.clippedGradients.isEmpty)
    var random = SplitMix64(seed: 9)
    let noise = try report(100, 40) { _, _ in [65535, UInt16(random.next() % 2048), 0] }
    #expect(noise.clippedGradients.isEmpty)
  }

  // MARK: Streaming and labelled cases

  @Test("gives the same report however the rows are cut into strips")
  func strips() throws {
    let pixels = (0..<64 * 50).flatMap { index -> [UInt16] in
      let (x, y) = (index % 64, index / 64)
      let isInside = (x - 30) * (x - 30) + (y - 25) * (y - 25) < 200
      return isInside ? Self.blend(Self.sRGBRed, Self.p3Red, 0.5 + Double(y) / 100) : Self.sRGBRed
    }
    func run(_ rowsPerStrip: Int) throws -> GamutCollapseReport {
      var scanner = try Self.scanner(64, 50)
      for first in stride(from: 0, to: 50, by: rowsPerStrip) {
        let end = min(first + rowsPerStrip, 50)
        scanner.add(
          PixelBuffer(
            width: 64, height: end - first, format: .rgb16, samples: Array(pixels[first * 192..<end * 192])))
      }
      return scanner.finish()
    }
    let whole = try run(50)
    #expect(!whole.collapsedColors.isEmpty)
    #expect(try run(1) == whole)
    #expect(try run(9) == whole)
  }

  @Test(
    "finds the collapsing ramp among the labelled cases, and nothing in the images inside sRGB",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: GamutCase.all)
  func labelledCases(gamutCase: GamutCase) throws {
    var reader = try gamutCase.reader()
    var scanner = try Self.scanner(reader.header.width, reader.header.height, reader.pixelFormat)
    scanner.add(try reader.readRows(reader.header.height))
    let report = scanner.finish()
    if gamutCase.file == "g_collapse_red.png" {
      let region = try #require(report.clippedGradients.first)
      #expect(region.box.width > 240 && region.box.height == 64)
    }
    if gamutCase.oog == 0 || gamutCase.file == "g_alpha0.png" { #expect(report == Self.nothing) }
  }

  @Test("takes tiny images and grey ones")
  func tiny() throws {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 2)] {
      #expect(try report(width, height) { x, _ in x == 0 ? Self.p3Red : Self.sRGBRed } == Self.nothing)
    }
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.grayProfile, destination: RGBColorSpace.sRGB.grayProfile,
      sourceIsGrayImage: true)
    var scanner = GamutCollapseScanner(try TargetGamut(plan), width: 1, height: 1, format: .gray16)
    scanner.add(PixelBuffer(width: 1, height: 1, format: .gray16))
    #expect(scanner.finish() == Self.nothing)
  }

  // MARK: Helpers

  private static func scanner(
    _ width: Int, _ height: Int, _ format: PixelFormat = .rgb16
  ) throws -> GamutCollapseScanner {
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    return GamutCollapseScanner(try TargetGamut(plan), width: width, height: height, format: format)
  }

  private static func blend(_ a: [UInt16], _ b: [UInt16], _ t: Double) -> [UInt16] {
    zip(a, b).map { UInt16((Double($0) * (1 - t) + Double($1) * t).rounded()) }
  }

  private func report(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt16]
  ) throws -> GamutCollapseReport {
    var samples: [UInt16] = []
    for y in 0..<height { for x in 0..<width { samples += color(x, y) } }
    let format = PixelFormat(isGray: false, hasAlpha: samples.count == 4 * width * height)
    var scanner = try Self.scanner(width, height, format)
    scanner.add(PixelBuffer(width: width, height: height, format: format, samples: samples))
    return scanner.finish()
  }
}
