import Analysis
import ColorManagement
import DarkMode
import Foundation
import ImageFiles
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Conversion
@testable import PixelConversion

/// What is found in pixels in memory is what is found in files.
@Suite struct PixelAnalysisTests {
  private static func image(_ name: String) throws -> PixelImage {
    try PixelImage(.bytes(TestImages.bytes(name), name: name))
  }

  /// The same image as floats, encoded or linear.
  private static func floats(_ image: PixelImage, _ transfer: PixelLayout.Transfer) throws -> (
    [UInt8], PixelLayout
  ) {
    let layout = try PixelLayout(
      width: image.layout.width, height: image.layout.height, channels: image.layout.channels,
      component: .float32, transfer: transfer)
    let same = try ColorConverter(from: image.profile, to: image.profile, isGray: image.layout.isGray)
    var bytes = [UInt8](repeating: 0, count: layout.byteCount)
    var span = bytes.mutableSpan
    var memory = span.mutableBytes
    try same.convert(image.pixels.span.bytes, layout: image.layout, into: &memory, layout: layout)
    return (bytes, layout)
  }

  // MARK: Gamut

  @Test(arguments: ["icon-p3-16.png", "photo-p3-16.png", "card-srgb-8.png"])
  func theTallyIsThatOfAScan(name: String) throws {
    let image = try Self.image(name)
    let converter = try ColorConverter(from: image.profile, to: RGBColorSpace.sRGB.profile)
    let map = try converter.gamutMap(of: image.pixels.span.bytes, layout: image.layout, differences: true)
    let png = try DecodedPNG(path: TestImages.path(name))
    let pixels = PixelBuffer(
      width: png.header.width, height: png.header.height, format: png.format, samples: png.samples)
    let scanned = try TargetGamut(converter.plan).sums(of: pixels)
    #expect(map.tally == scanned.counts)
    #expect(map.mask.count == pixels.pixelCount && map.mask.count { $0 == 1 } == map.tally.outOfGamut)
    let total = map.differences.reduce(0.0) { $0 + Double($1) }
    #expect(abs(total - scanned.clipped.totalDifference) <= 1e-3 * Double(map.tally.outOfGamut) + 1e-9)
    for (mask, difference) in zip(map.mask, map.differences) where (mask == 0) != (difference == 0) {
      Issue.record("\(mask) \(difference)")
    }
    #expect(try converter.gamutMap(of: image.pixels.span.bytes, layout: image.layout).differences.isEmpty)
  }

  @Test(arguments: [PixelLayout.Transfer.encoded, .linear], [GamutMapping.clip, .soft])
  func floatsAreCountedAsTheirCodesAre(transfer: PixelLayout.Transfer, mapping: GamutMapping) throws {
    let image = try Self.image("icon-p3-16.png")
    let converter = try ColorConverter(from: image.profile, to: RGBColorSpace.sRGB.profile, mapping: mapping)
    let codes = try converter.gamutMap(of: image.pixels.span.bytes, layout: image.layout, differences: true)
    let (bytes, layout) = try Self.floats(image, transfer)
    let floats = try converter.gamutMap(of: bytes.span.bytes, layout: layout, differences: true)
    #expect(floats.mask == codes.mask)
    #expect(floats.tally.visiblePixels == codes.tally.visiblePixels)
    for (a, b) in [(floats.tally.red, codes.tally.red), (floats.tally.blue, codes.tally.blue)] {
      #expect(a.below == b.below && a.above == b.above)
      #expect(abs(a.maxBelow - b.maxBelow) < 1e-6 && abs(a.maxAbove - b.maxAbove) < 1e-6)
    }
    #expect(zip(floats.differences, codes.differences).allSatisfy { abs($0 - $1) < 0.001 })
    if mapping == .clip { #expect(codes.differences.count { $0 > 0 } == codes.tally.outOfGamut) }
  }

  @Test func floatsBeyondTheirOwnSpaceAreOutOfGamut() throws {
    let converter = try ColorConverter(from: .sRGB, to: .sRGB)
    let layout = try PixelLayout(width: 4, height: 1, channels: .rgba, component: .float32)
    let values: [Float] = [0, 0.5, 1, 1, 1.1, 0, 0, 1, 0, -0.1, 0, 1, 2, 2, 2, 0]
    let bytes = values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
    let map = try converter.gamutMap(of: bytes.span.bytes, layout: layout, differences: true)
    #expect(map.mask == [0, 1, 1, 0])
    #expect(map.tally.visiblePixels == 3 && map.tally.red.above == 1 && map.tally.green.below == 1)
    #expect(map.differences.map { $0 > 0 } == [false, true, true, false])
  }

  @Test func greyLeavesNoGamutAndTablesHaveNone() throws {
    let gray = try Self.image("gray-ramp-16.png")
    let converter = try ColorConverter(from: gray.profile, to: RGBColorSpace.sRGB.profile, isGray: true)
    let map = try converter.gamutMap(of: gray.pixels.span.bytes, layout: gray.layout)
    #expect(map.mask.allSatisfy { $0 == 0 } && map.tally.visiblePixels == map.mask.count)
    let tables = try ICCProfile(bytes: TableProfile.bytes)
    let other = try ColorConverter(from: tables, to: RGBColorSpace.sRGB.profile)
    let layout = try PixelLayout(width: 1, height: 1, channels: .rgb)
    #expect(throws: PixelLayoutError.self) {
      let bytes: [UInt8] = [1, 2, 3]
      _ = try other.gamutMap(of: bytes.span.bytes, layout: layout)
    }
  }

  // MARK: Bands

  @Test func theMapHasTheCellsOfTheRegions() throws {
    // A dark ramp whose steps are ten pixels wide.
    let (width, height) = (400, 100)
    let layout = try PixelLayout(width: width, height: height, channels: .rgb)
    let bytes = (0..<width * height).flatMap { index in
      [UInt8](repeating: UInt8(20 + index % width / 10), count: 3)
    }
    let image = try PixelImage(bytes, layout: layout, profile: RGBColorSpace.sRGB.profile)
    let map = try BandingCellMap(of: image.pixels.span.bytes, layout: layout, profile: image.profile)
    var scanner = BandingScanner(
      width: width, height: height, format: .rgb16, effectiveDepth: 8,
      color: BandingColor(image.profile, isGray: false))
    scanner.scan(
      PixelBuffer(
        width: width, height: height, format: .rgb16, samples: bytes.map { UInt16($0) * 257 }))
    let report = scanner.finish()
    #expect(
      map.scores.count == map.columns * map.rows
        && map.columns == (image.layout.width + map.cell - 1) / map.cell)
    #expect(!report.regions.isEmpty)
    for region in report.regions {
      let cells = map.scores.indices.filter { index in
        let (x, y) = (index % map.columns * map.cell, index / map.columns * map.cell)
        return region.box.x <= x && x < region.box.x + region.box.width && region.box.y <= y
          && y < region.box.y + region.box.height
      }
      #expect(cells.contains { map.scores[$0] > 0 })
    }
    let (floats, linear) = try Self.floats(image, .linear)
    #expect(throws: PixelLayoutError.linearImage) {
      try BandingCellMap(of: floats.span.bytes, layout: linear, profile: image.profile)
    }
  }

  // MARK: Softening

  @Test func softenedPixelsAreThoseOfAFile() async throws {
    let width = 200
    let samples = (0..<width * 150).flatMap { index -> [UInt16] in
      let (x, y) = (index % width, index / width)
      return (60..<140).contains(x) && (40..<90).contains(y)
        ? [9000, UInt16(200 * y), 30000] : [65535, 65535, 65535]
    }
    let layout = try PixelLayout(width: width, height: 150, channels: .rgb, component: .uint16)
    let bytes = samples.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
    let page = try PixelImage(bytes, layout: layout, profile: RGBColorSpace.displayP3.profile)
    let output = ImageInMemory()
    _ = try await ImageSoftening(SofteningOptions()).soften(
      .bytes(page.png(), name: "page.png"), to: .memory(output))
    var pixels = page.pixels
    var span = pixels.mutableSpan
    var memory = span.mutableBytes
    let softening = try Softening.soften(&memory, layout: layout, profile: page.profile)
    #expect(softening.changesPixels)
    let softened = try PixelImage(.bytes(#require(output.bytes), name: "out.png"))
    #expect(pixels == softened.pixels && pixels != page.pixels)
  }

  @Test func softeningThatNeedsAlphaIsRefusedWithoutIt() throws {
    let layout = try PixelLayout(width: 64, height: 64, channels: .rgb)
    var pixels = [UInt8](repeating: 255, count: layout.byteCount)
    for index in 3000..<3600 { pixels[index] = 0 }
    let before = pixels
    var options = SofteningOptions()
    options.mode = .knockout
    #expect(throws: PixelLayoutError.losesAlpha) {
      var span = pixels.mutableSpan
      var memory = span.mutableBytes
      try Softening.soften(&memory, layout: layout, profile: RGBColorSpace.sRGB.profile, options: options)
    }
    #expect(pixels == before)
  }
}
