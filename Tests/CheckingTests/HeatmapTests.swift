import Analysis
import ColorManagement
import Colors
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Checking

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

  /// Paint must show on white and on the dark ground of pages, and must be told from any grey it lies in; lightness alone must
  /// say which of two colours is more. OKLab is Ottosson's, of 2020; contrast is that of WCAG.
  @Test func theScaleIsEvenAndShowsOnAnyGround() {
    func lab(_ color: SIMD3<UInt8>) -> OKLab {
      let linear = (0..<3).map { RGBColorSpace.sRGB.transfer.linear(Double(color[$0]) / 255) }
      // Linear sRGB to XYZ of D65, IEC 61966-2-1.
      let columns = [
        SIMD3(0.4124, 0.2126, 0.0193), SIMD3(0.3576, 0.7152, 0.1192), SIMD3(0.1805, 0.0722, 0.9505),
      ]
      return OKLab(xyzD65: columns[0] * linear[0] + columns[1] * linear[1] + columns[2] * linear[2])
    }
    func contrast(_ a: SIMD3<UInt8>, _ b: SIMD3<UInt8>) -> Double {
      let luminances = [a, b].map { WCAGContrast.relativeLuminance(SIMD3<Double>($0) / 255) }
      return WCAGContrast.ratio(luminances[0], luminances[1])
    }
    let stops = HeatmapScale.stops.map(\.color)
    for (a, b) in zip(stops, stops.dropFirst()) {
      #expect(
        (0.08...0.15).contains(lab(a).distance(to: lab(b))) && lab(a).lightness - lab(b).lightness > 0.05)
    }
    let grays = (0...255).map { lab(SIMD3(repeating: UInt8($0))) }
    for step in 0...100 {
      let color = HeatmapScale.color(Double(step) / 10)
      #expect(contrast(color, [255, 255, 255]) >= 2 && contrast(color, [0x12, 0x12, 0x14]) >= 2, "\(step)")
      #expect(grays.allSatisfy { lab(color).distance(to: $0) >= 0.15 }, "\(step)")
    }
  }

  /// One of the two lines of an outline shows on every colour.
  @Test(arguments: [HeatmapLegend.bandColor, HeatmapLegend.visionColor])
  func outlinesShowOnEveryColor(outer: SIMD3<UInt8>) {
    func luminance(_ color: SIMD3<UInt8>) -> Double {
      WCAGContrast.relativeLuminance(SIMD3<Double>(color) / 255)
    }
    for gray in 0...255 {
      let ground = luminance(SIMD3(repeating: UInt8(gray)))
      let ratios = [luminance(outer), luminance(HeatmapLegend.innerColor)].map {
        (max($0, ground) + 0.05) / (min($0, ground) + 0.05)
      }
      #expect(ratios.max() ?? 0 >= 2.4, "\(gray)")
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
    #expect(map.header.width == 104 && map.header.height == 3 + 21)
    let deltaE = try #require(report.gamut?.deltaE.max)
    let paint = HeatmapScale.color(deltaE)
    let expected: [[UInt16]] = [
      [64, 64, 64], [255, 255, 255], [UInt16(paint.x), UInt16(paint.y), UInt16(paint.z)], [255, 255, 255],
      [255, 255, 255],
    ]
    for y in 0..<3 {
      for x in 0..<5 { #expect(map[y * 104 + x] == expected[x].map { $0 * 257 }, "at \(x), \(y)") }
    }
  }

  @Test(arguments: [1, 104, 1179, 4000])
  func theLegendTakesAThirdOfThePicture(imageWidth: Int) {
    for (bands, vision) in [(false, false), (true, false), (true, true)] {
      let legend = HeatmapLegend(imageWidth: imageWidth, showsBands: bands, showsVision: vision)
      #expect(legend.minimumWidth == max(104, Int((Double(imageWidth) / 3).rounded())))
      var canvas = PixelBuffer(width: legend.minimumWidth + 40, height: legend.height, format: .rgb16)
      legend.draw(on: &canvas)
      let scale = Double(legend.minimumWidth) / 104
      for index in [0, HeatmapScale.stops.count - 1] {
        let column = Int(((18 + 18 * Double(index)) * scale).rounded())
        let start = canvas.rowRange(Int(5 * scale)).lowerBound + 3 * column
        let stop = (0..<3).map { UInt16(HeatmapScale.stops[index].color[$0]) * 257 }
        #expect(Array(canvas.samples[start..<start + 3]) == stop)
      }
      // Letters within the third: nothing to the right of it.
      let ink = canvas.samples.indices.filter { canvas.samples[$0] < 0x6000 }.map { $0 / 3 % canvas.width }
      #expect(ink.count > 200 && ink.max() ?? 0 < legend.minimumWidth)
      #expect((Double(legend.height) > 31 * scale) == (bands || vision))
    }
  }

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
