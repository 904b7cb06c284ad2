import ColorManagement
import P3Kit
import PNGCodec
import TestSupport
import Testing

@Suite struct HeatmapTests {
  @Test func theScalePassesThroughItsStopsAndNeverJumps() {
    for stop in HeatmapScale.stops { #expect(HeatmapScale.color(stop.deltaE) == stop.color) }
    #expect(HeatmapScale.color(1000) == HeatmapScale.stops.last?.color)
    var last = HeatmapScale.color(0)
    for step in 1...1100 {
      let color = HeatmapScale.color(Double(step) / 100)
      for channel in 0..<3 { #expect(abs(Int(color[channel]) - Int(last[channel])) <= 2) }
      last = color
    }
  }

  /// Two colours in gamut, one out, one out but transparent: the map decoded, pixel for pixel.
  @Test func theMapIsGreyWhereColoursStayAndPaintedWhereTheyAreClipped() async throws {
    let colors: [[UInt16]] = [
      [0, 0, 0, 65535], [65535, 65535, 65535, 65535], [65535, 0, 0, 65535], [65535, 0, 0, 0],
    ]
    let image = try CheckTestImage(
      width: 4, height: 3, format: .rgba16, chunks: [.profile(.displayP3)],
      samples: (0..<3).flatMap { _ in colors.flatMap { $0 } })
    let folder = try TemporaryFolder()
    let report = try await ImageCheck(CheckRequest()).check(
      image.source, heatmap: .file(folder.path("map.png")))
    let map = try DecodedPNG(path: folder.path("map.png"))
    // As wide as the legend, which lies below the picture.
    #expect(map.header.width == 208 && map.header.height == 3 + 20)
    let deltaE = try #require(report.gamut?.deltaE.max)
    let paint = HeatmapScale.color(deltaE)
    let expected: [[UInt16]] = [
      [64, 64, 64], [255, 255, 255], [UInt16(paint.x), UInt16(paint.y), UInt16(paint.z)], [255, 255, 255],
      [255, 255, 255],
    ]
    for y in 0..<3 {
      for x in 0..<5 { #expect(map[y * 208 + x] == expected[x].map { $0 * 257 }, "at \(x), \(y)") }
    }
  }

  @Test func theLegendIsDrawnAsItAlwaysWas() async throws {
    let image = try CheckTestImage(color: [0, 0, 0], chunks: PNGChunk.sRGB(intent: 0))
    let folder = try TemporaryFolder()
    _ = try await ImageCheck(CheckRequest()).check(image.source, heatmap: .file(folder.path("map.png")))
    let map = try DecodedPNG(path: folder.path("map.png"))
    // The ramp runs from 20 to 140, seven rows from the third of the legend on.
    let rampRow = 2 + 2
    for (index, stop) in HeatmapScale.stops.enumerated() {
      let pixel = map[rampRow * 208 + 20 + 30 * index]
      #expect(pixel == (0..<3).map { UInt16(stop.color[$0]) * 257 })
    }
    let dark = [UInt16](repeating: 0x20 * 257, count: 3)
    let ink = (0..<map.samples.count / 3).count { map[$0] == dark }
    #expect(ink == Self.inkOfLegend)
  }

  /// Dark pixels of the legend's letters, counted from their drawings.
  private static let inkOfLegend = 219

  @Test(arguments: [RGBColorSpace.displayP3, .sRGB])
  func greyImagesHaveGreyMaps(space: RGBColorSpace) async throws {
    let image = try CheckTestImage(
      color: [0x8080], format: .gray16, chunks: [.profile(space, gray: true)])
    let folder = try TemporaryFolder()
    _ = try await ImageCheck(CheckRequest()).check(image.source, heatmap: .file(folder.path("map.png")))
    let gray = UInt16(64 + 0.75 * 128 + 0.5) * 257
    #expect(try DecodedPNG(path: folder.path("map.png"))[0] == [gray, gray, gray])
  }
}
