import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Analysis
@testable import Checking

@Suite("GamutCollapseScanner")
struct GamutCollapseScannerTests {
  private static let p3Red: [UInt16] = [65535, 0, 0]
  /// sRGB red in Display P3.
  private static let sRGBRed: [UInt16] = [60119, 13121, 9080]

  // MARK: Collapsed colours

  @Test("finds a Display P3 red logo on an sRGB red ground, with its box")
  func logo() throws {
    let report = try report(40, 30) { x, y in
      (10..<26).contains(x) && (8..<20).contains(y) ? Self.p3Red : Self.sRGBRed
    }
    #expect(report.clippedGradients.isEmpty)
    let region = try #require(report.collapsedColors.first)
    #expect(report.collapsedColors.count == 1)
    // The pixels on both sides of the logo's edge.
    #expect([region.box.x, region.box.y, region.box.width, region.box.height] == [9, 7, 18, 14])
    #expect(abs(region.maxDeltaE - 7.116) < 0.05)
  }

  @Test("finds the logo behind anti-aliased edges, in rows and in columns")
  func antialiased() throws {
    // Three pixels in between, so that no neighbouring pair is far apart.
    let faint = blend(Self.sRGBRed, Self.p3Red, 0.2)
    for isVertical in [false, true] {
      let report = try report(24, 24) { x, y in
        let position = isVertical ? y : x
        return self.blend(Self.sRGBRed, faint, Double(min(max(position - 10, 0), 4)) / 4)
      }
      let region = try #require(report.collapsedColors.first)
      let extent = isVertical ? [region.box.y, region.box.height] : [region.box.x, region.box.width]
      #expect(extent == [10, 5])
      #expect(report.collapsedColors.count == 1)
    }
  }

  @Test("is silent where the target keeps colours apart, or where they looked the same before")
  func silent() throws {
    // Two P3 greens of different lightness: both clip, but apart.
    let apart = try report(20, 20) { x, _ in x < 10 ? [0, 65535, 0] : [0, 40000, 0] }
    #expect(apart.collapsedColors.isEmpty)
    // A difference of one code.
    let alike = try report(20, 20) { x, _ in x < 10 ? Self.p3Red : [65534, 0, 0] }
    #expect(alike.collapsedColors.isEmpty)
    // Inside the target nothing collapses.
    let inside = try report(20, 20) { x, _ in x < 10 ? [30000, 30000, 30000] : [31000, 30000, 30000] }
    #expect(inside == GamutCollapseReport(collapsedColors: [], clippedGradients: []))
  }

  @Test("is silent on the fringe of a line, whose colour does not go on", arguments: [false, true])
  func fringe(isVertical: Bool) throws {
    let report = try report(40, 40) { x, y in
      switch abs((isVertical ? x : y) - 20) {
      case 0...1: Self.p3Red
      case 2: Self.sRGBRed
      default: [65535, 65535, 65535]
      }
    }
    #expect(report.collapsedColors.isEmpty)
    // Two pixels of the second colour are a stripe.
    let stripes = try self.report(40, 40) { x, y in
      switch abs((isVertical ? x : y) - 20) {
      case 0...1: Self.p3Red
      case 2...3: Self.sRGBRed
      default: [65535, 65535, 65535]
      }
    }
    #expect(stripes.collapsedColors.count == 2)
  }

  @Test("finds two colours that meet in the first and the last pixels")
  func atTheEnds() throws {
    for isVertical in [false, true] {
      for first in [1, 19] {
        let report = try report(20, 20) { x, y in (isVertical ? y : x) < first ? Self.p3Red : Self.sRGBRed }
        let box = try #require(report.collapsedColors.first).box
        #expect((isVertical ? box.y : box.x) == first - 1)
        #expect((isVertical ? [box.width, box.height] : [box.height, box.width]) == [20, 2])
      }
    }
  }

  @Test("a frame fills too little of its box to be a gradient")
  func frames() {
    let box = ImageRegion(x: 0, y: 0, width: 100, height: 100)
    let places = [1900, 2000].map { GamutRegion(box: box, pixels: $0, maxDeltaE: 5) }
    #expect(LostPlaces.gradients.worthTelling(places) == [places[1]])
  }

  @Test("does not look at transparent pixels")
  func transparent() throws {
    let samples = (0..<400).flatMap { index -> [UInt16] in
      (index % 20 < 10 ? Self.p3Red : Self.sRGBRed) + [index % 20 == 9 ? 0 : 65535]
    }
    var scanner = try GamutCollapseScanner(Self.plan(), width: 20, format: .rgba16)
    scanner.add(PixelBuffer(width: 20, height: 20, format: .rgba16, samples: samples))
    #expect(scanner.finish().collapsedColors.isEmpty)
  }

  @Test("looks at pixels that are at least half opaque", arguments: [0x7FFF, 0x8000] as [UInt16])
  func translucent(alpha: UInt16) throws {
    let samples = (0..<400).flatMap { index -> [UInt16] in
      (index % 20 < 10 ? Self.p3Red : Self.sRGBRed) + [alpha]
    }
    var scanner = try GamutCollapseScanner(Self.plan(), width: 20, format: .rgba16)
    scanner.add(PixelBuffer(width: 20, height: 20, format: .rgba16, samples: samples))
    #expect(scanner.finish().collapsedColors.isEmpty == (alpha < 0x8000))
  }

  // MARK: Clipped gradients

  @Test("finds a ramp that becomes a plateau, along rows and along columns", arguments: [false, true])
  func ramp(isVertical: Bool) throws {
    let report = try report(120, 120) { x, y in
      let (along, across) = isVertical ? (y, x) : (x, y)
      guard (20..<40).contains(across) else { return [20000, 20000, 20000] }
      return self.blend(Self.sRGBRed, Self.p3Red, Double(along) / 119)
    }
    #expect(report.collapsedColors.isEmpty)
    let region = try #require(report.clippedGradients.first)
    #expect(report.clippedGradients.count == 1)
    let (along, across) = isVertical ? (region.box.y, region.box.x) : (region.box.x, region.box.y)
    #expect(across == 20 && (isVertical ? region.box.width : region.box.height) == 20)
    #expect(along <= 10 && along + (isVertical ? region.box.height : region.box.width) == 120)
    #expect(abs(region.maxDeltaE - 7) < 0.3)
  }

  @Test("finds the plateau at the bright end of a ramp from black to Display P3 red")
  func brightEnd() throws {
    let report = try report(256, 4) { x, _ in [UInt16(x * 257), 0, 0] }
    let region = try #require(report.clippedGradients.first)
    // Linear 1.2249·t reaches 1 at t = 0.816: encoded 0.914, column 233.
    #expect((226...234).contains(region.box.x) && region.box.x + region.box.width == 256)
    #expect(report.clippedGradients.count == 1)
  }

  @Test("is silent on ramps that the target shows, and on noise")
  func noPlateau() throws {
    let inside = try report(256, 4) { x, _ in [UInt16(x * 200), UInt16(x * 200), UInt16(x * 100)] }
    #expect(inside.clippedGradients.isEmpty)
    var state: UInt64 = 9
    let noise = try report(100, 40) { _, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return [65535, UInt16(state >> 53), 0]
    }
    #expect(noise.clippedGradients.isEmpty)
  }

  // MARK: Streaming and labelled cases

  @Test("gives the same report however the rows are cut into strips")
  func strips() throws {
    let pixels = (0..<64 * 50).flatMap { index -> [UInt16] in
      let (x, y) = (index % 64, index / 64)
      return (x - 30) * (x - 30) + (y - 25) * (y - 25) < 200
        ? blend(Self.sRGBRed, Self.p3Red, Double(y) / 50) : Self.sRGBRed
    }
    func run(_ rowsPerStrip: Int) throws -> GamutCollapseReport {
      var scanner = try GamutCollapseScanner(Self.plan(), width: 64, format: .rgb16)
      for first in stride(from: 0, to: 50, by: rowsPerStrip) {
        let end = min(first + rowsPerStrip, 50)
        scanner.add(
          PixelBuffer(
            width: 64, height: end - first, format: .rgb16, samples: Array(pixels[first * 192..<end * 192])))
      }
      return scanner.finish()
    }
    let whole = try run(50)
    #expect(!whole.collapsedColors.isEmpty || !whole.clippedGradients.isEmpty)
    #expect(try run(1) == whole)
    #expect(try run(9) == whole)
  }

  @Test(
    "finds the collapsing ramp among the labelled cases, and nothing in the images inside sRGB",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: GamutCase.all)
  func labelledCases(gamutCase: GamutCase) throws {
    var reader = try gamutCase.reader()
    var scanner = try GamutCollapseScanner(
      Self.plan(), width: reader.header.width, format: reader.pixelFormat)
    scanner.add(try reader.readRows(reader.header.height))
    let report = scanner.finish()
    if gamutCase.file == "g_collapse_red.png" {
      let region = try #require(report.clippedGradients.first)
      #expect(region.box.width > 240 && region.box.height == 64)
    }
    if gamutCase.oog == 0 || gamutCase.file == "g_alpha0.png" {
      #expect(report == GamutCollapseReport(collapsedColors: [], clippedGradients: []))
    }
  }

  @Test("takes tiny images and grey ones")
  func tiny() throws {
    #expect(
      try report(1, 1) { _, _ in Self.p3Red }
        == GamutCollapseReport(collapsedColors: [], clippedGradients: []))
    let pair = try report(2, 1) { x, _ in x == 0 ? Self.p3Red : Self.sRGBRed }
    #expect(pair.collapsedColors.count == 1)
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.grayProfile, destination: RGBColorSpace.sRGB.grayProfile,
      sourceIsGrayImage: true)
    var scanner = try GamutCollapseScanner(plan, width: 1, format: .gray16)
    scanner.add(PixelBuffer(width: 1, height: 1, format: .gray16))
    #expect(scanner.finish().collapsedColors.isEmpty)
  }

  // MARK: Helpers

  private static func plan() throws -> ConversionPlan {
    try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
  }

  private func blend(_ a: [UInt16], _ b: [UInt16], _ t: Double) -> [UInt16] {
    zip(a, b).map { UInt16((Double($0) * (1 - t) + Double($1) * t).rounded()) }
  }

  private func report(_ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt16]) throws
    -> GamutCollapseReport
  {
    var samples: [UInt16] = []
    for y in 0..<height { for x in 0..<width { samples += color(x, y) } }
    var scanner = try GamutCollapseScanner(Self.plan(), width: width, format: .rgb16)
    scanner.add(PixelBuffer(width: width, height: height, format: .rgb16, samples: samples))
    return scanner.finish()
  }
}
