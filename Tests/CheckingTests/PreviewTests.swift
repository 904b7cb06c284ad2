import ImageCases
import ColorManagement
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Analysis
@testable import Checking

/// Pictures of reports against the same pixel by pixel.
@Suite struct PreviewTests {
  private static let sizes = [(1, 1), (7, 3), (64, 65), (130, 40)]

  /// Random colours, some repeated and some transparent, and runs of one colour.
  private static func samples(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64) -> [UInt16] {
    var random = SplitMix64(seed: seed)
    var samples: [UInt16] = []
    var pixel = [UInt16](repeating: 0, count: format.channelCount)
    for _ in 0..<width * height {
      if Int.random(in: 0..<3, using: &random) > 0 {
        for channel in pixel.indices { pixel[channel] = UInt16.random(in: 0...65535, using: &random) }
        if format.hasAlpha { pixel[pixel.count - 1] = [0, 65535, 20000].randomElement(using: &random) ?? 0 }
      }
      samples += pixel
    }
    return samples
  }

  private static func color(_ image: borrowing PixelBuffer, _ pixel: Int) -> (SIMD3<UInt16>, alpha: UInt16) {
    let channels = image.format.channelCount
    let first = pixel * channels
    let alpha = image.format.hasAlpha ? image.samples[first + channels - 1] : 65535
    if image.format.isGray { return (SIMD3(repeating: image.samples[first]), alpha) }
    return (SIMD3(image.samples[first], image.samples[first + 1], image.samples[first + 2]), alpha)
  }

  private static func painter(_ source: RGBColorSpace, target: KernelTarget = .current) throws
    -> HeatmapPainter
  {
    let plan = try ConversionPlan(
      source: source.profile, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
    return HeatmapPainter(try TargetGamut(plan, target: target), destination: plan.destination)
  }

  // MARK: Heat maps

  @Test(arguments: KernelTarget.available) func heatMapsAreThoseOfTheDefinition(target: KernelTarget) throws {
    for (source, format) in [
      (RGBColorSpace.displayP3, PixelFormat.rgb16), (.proPhoto, .rgba16), (.sRGB, .rgba16),
    ] {
      let reference = try ReferenceHeatmap(source: source.profile, target: RGBColorSpace.sRGB.profile)
      var painting = HeatmapRows(try Self.painter(source, target: target))
      for (width, height) in Self.sizes {
        let strip = PixelBuffer(
          width: width, height: height, format: format,
          samples: Self.samples(width, height, format, seed: UInt64(width)))
        var canvas = PixelBuffer(width: width + 3, height: height, format: .rgb16)
        painting.paint(strip, onto: &canvas)
        for y in 0..<height {
          for x in 0..<width {
            let (color, alpha) = Self.color(strip, y * width + x)
            let paint = SIMD3<UInt16>(truncatingIfNeeded: reference.paint(color, alpha: alpha)) &* 257
            let at = canvas.rowRange(y).lowerBound + 3 * x
            let painted = SIMD3(canvas.samples[at], canvas.samples[at + 1], canvas.samples[at + 2])
            // Differences of translucent pixels are computed in float alone: a code of 8 bits beside, or at the threshold.
            let deltaE = reference.deltaE(color, alpha: alpha) ?? 0
            if alpha != .max, abs(deltaE - HeatmapScale.leastPainted) < 0.01 { continue }
            let most = alpha == .max ? 0 : 257
            #expect(
              (0..<3).allSatisfy { abs(Int(painted[$0]) - Int(paint[$0])) <= most },
              "\(source) at \(x), \(y) of \(width) × \(height): \(color), \(alpha)")
          }
          let margin = canvas.rowRange(y).suffix(9)
          #expect(canvas.samples[margin].allSatisfy { $0 == 0 })
        }
      }
    }
  }

  /// Every float of a dense walk over the scale, and those around it, have the paint of their difference in Double.
  @Test func paintIsSureOnlyWhereTheMarginLeavesOne() {
    let margin = Double(ClipDifferences.margin)
    var unsure = 0
    for step in 0...120_000 {
      let deltaE = Float(step) / 10_000
      guard let paint = HeatmapScale.color(near: deltaE) else {
        unsure += 1
        continue
      }
      for exact in [Double(deltaE), max(0, Double(deltaE) - margin), Double(deltaE) + margin] {
        #expect(HeatmapScale.color(exact) == paint, "\(deltaE)")
      }
    }
    #expect(unsure < 15_000)
    #expect(HeatmapScale.color(near: 1e30) == HeatmapScale.stops.last?.color)
    #expect(HeatmapScale.color(near: .infinity) == HeatmapScale.stops.last?.color)
  }

  // MARK: Previews

  @Test(arguments: [PixelFormat.gray16, .grayAlpha16, .rgb16, .rgba16], [1, 5, 16, 200])
  func previewsAreTheMeansOfTheirCells(format: PixelFormat, side: Int) throws {
    for (width, height) in Self.sizes {
      let image = PixelBuffer(
        width: width, height: height, format: format,
        samples: Self.samples(width, height, format, seed: UInt64(side)))
      let header = PNGHeader(width: width, height: height, bitDepth: 16, format: format)
      var builder = PreviewBuilder(header: header, format: format, side: side)
      // In strips of two rows.
      for top in stride(from: 0, to: height, by: 2) {
        let rows = top..<min(top + 2, height)
        builder.add(image.samples.span.extracting(image.sampleRange(rows)))
      }
      let preview = builder.finishImage()
      let (factor, channels) = (builder.grid.factor, preview.format.channelCount)
      #expect(preview.format.hasAlpha && max(preview.width, preview.height) <= side)
      #expect(
        preview.width == (width + factor - 1) / factor && preview.height == (height + factor - 1) / factor)
      let cells = Self.cells(image, factor) { _, _ in nil }
      for (cell, expected) in cells.enumerated() {
        let colors = expected.color.prefix(format.colorChannelCount)
        #expect(Array(preview.samples[cell * channels..<(cell + 1) * channels]) == colors + [expected.alpha])
      }
    }
  }

  private static func cells(
    _ image: borrowing PixelBuffer, _ factor: Int, _ deltaE: (SIMD3<UInt16>, UInt16) -> Double?
  ) -> [ReferencePreviewCell] {
    let width = (image.width + factor - 1) / factor
    let count = width * ((image.height + factor - 1) / factor)
    var cells = [ReferencePreviewCell](repeating: ReferencePreviewCell(), count: count)
    for pixel in 0..<image.pixelCount {
      let (x, y) = (pixel % image.width, pixel / image.width)
      let (color, alpha) = color(image, pixel)
      cells[y / factor * width + x / factor].add(color, alpha: alpha, deltaE: deltaE(color, alpha))
    }
    return cells
  }

  @Test(arguments: [PixelFormat.rgb16, .rgba16], [1, 5, 16, 200])
  func cellsKnowWhatIsClippedMost(format: PixelFormat, side: Int) throws {
    let reference = try ReferenceHeatmap(
      source: RGBColorSpace.displayP3.profile, target: RGBColorSpace.sRGB.profile)
    let painter = try Self.painter(.displayP3)
    for (width, height) in Self.sizes {
      let image = PixelBuffer(
        width: width, height: height, format: format,
        samples: Self.samples(width, height, format, seed: UInt64(side)))
      let header = PNGHeader(width: width, height: height, bitDepth: 16, format: format)
      let grid = PreviewGrid(of: header, side: side)
      var clipped = ClippedCells(grid, format: format)
      var scanner = GamutScanner(painter.gamut, target: "srgb", countsColors: false, findsRegions: true)
      scanner.add(
        image, onRows: { _, _, _ in },
        onColors: { y, samples, colors in clipped.addRow(y, samples, colors) })
      let cells = Self.cells(image, grid.factor) { reference.deltaE($0, alpha: $1) }
      for (cell, expected) in cells.enumerated() {
        guard let deltaE = expected.deltaE else {
          #expect(clipped[cell].difference < 0)
          continue
        }
        let margin = clipped[cell].isOpaque ? Double(ClipDifferences.margin) : 0.002 + 0.0005 * deltaE
        #expect(abs(Double(clipped[cell].difference) - deltaE) < margin)
        guard clipped[cell].isOpaque else { continue }
        #expect(
          painter.paint(clipped[cell].difference, of: clipped[cell].color, isOpaque: clipped[cell].isOpaque)
            == (deltaE < HeatmapScale.leastPainted ? nil : HeatmapScale.color(deltaE)))
      }
      #expect(clipped.isAnyClipped == cells.contains { $0.deltaE != nil })
    }
  }
}
