import Analysis
import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import TestSupport
import Testing

/// What `auto` makes of depths, of dither and of palettes.
@Suite struct OutputDepthTests {
  @Test(arguments: RGBColorSpace.allCases)
  func wideGamutsGetSixteenBits(target: RGBColorSpace) async throws {
    let converted = try await ConvertedImage(
      PNGFile.image8(width: 2, colorType: 2, [10, 20, 30, 40, 50, 60]), to: target)
    #expect(converted.result.header.bitDepth == (target == .sRGB ? 8 : 16))
    #expect(converted.report.destination.depth == converted.result.header.bitDepth)
  }

  /// The last sample alone tells; the image is read to its end for it.
  @Test(arguments: [(257, 8), (258, 16)] as [(UInt16, Int)])
  func valuesDecideWhereTheTargetIsNotWide(last: UInt16, bits: Int) async throws {
    var rows = (0..<700).map { row in [UInt16](repeating: 257 * UInt16(row % 256), count: 3 * 300) }
    rows[699][899] = last
    let picture = PNGFile.rgb16(rows)
    #expect(try await ConvertedImage(picture).result.header.bitDepth == bits)
    #expect(try await ConvertedImage(picture) { $0.depth = .keep }.result.header.bitDepth == 16)
    #expect(try await ConvertedImage(picture, to: .displayP3).result.header.bitDepth == 16)
  }

  @Test func eightBitsAreNeverDithered() async throws {
    let picture = PNGFile.image8(width: 16, colorType: 2, (0..<16 * 16 * 3).map { UInt8($0 * 7 % 256) })
    let p3 = picture.adding(.iCCP(RGBColorSpace.displayP3.profile.bytes))
    let exact = try await ConvertedImage(p3) { $0.depth = .sixteen }
    let rounded = exact.result.samples.map { 257 * UInt16((Int($0) + 128) / 257) }
    #expect(try await ConvertedImage(p3).result.samples == rounded)
    // Eight bits in sixteen are eight bits.
    let wide = PNGFile.rgb16((0..<16).map { row in (0..<48).map { 257 * UInt16((48 * row + $0) * 7 % 256) } })
      .adding(.iCCP(RGBColorSpace.displayP3.profile.bytes))
    #expect(try await ConvertedImage(wide) { $0.depth = .eight }.result.samples == rounded)
  }

  @Test func moreThanEightBitsAreDithered() async throws {
    // Two colours that run into each other: one alone would be a flat area.
    let picture = PNGFile.rgb16(
      (0..<256).map { x in
        [UInt16](repeating: x.isMultiple(of: 2) ? 25_826 : 25_828, count: 3)
      })
    let dithered = try await ConvertedImage(picture) { $0.depth = .eight }
    #expect(Set(dithered.result.samples).sorted() == [25700, 25957])
    let plain = try await ConvertedImage(picture) {
      $0.depth = .eight
      $0.dither = Dither.none
    }
    #expect(Set(plain.result.samples).count == 1)
  }

  @Test(arguments: [1, 2, 4, 8])
  func aPaletteStaysAPalette(depth: Int) async throws {
    let entries: [UInt8] = [255, 0, 0, 10, 200, 30]
    let profile = PNGFile.Chunk.iCCP(RGBColorSpace.displayP3.profile.bytes)
    let row: [UInt8] = depth == 8 ? [0, 1] : [UInt8(1 << (8 - 2 * depth))]
    let picture = PNGFile(width: 2, depth: UInt8(depth), colorType: 3, rows: [row])
      .adding(
        profile, .init("PLTE", entries), .init("tRNS", [255, 7]), .init("bKGD", [1]),
        .init("tEXt", Array("Title\u{0}x".utf8)), .init("sBIT", [5, 5, 5]))
    let converted = try await ConvertedImage(picture)
    let colors = try await ConvertedImage(
      PNGFile.image8(width: 2, colorType: 2, entries).adding(profile))
    let file = PNGFile(converted.bytes)
    #expect(file.data("PLTE").map { $0.map { 257 * UInt16($0) } } == colors.result.samples)
    #expect(file.data("IDAT") == PNGFile(picture.bytes).data("IDAT"))
    #expect(file.data("tRNS") == [255, 7] && file.data("bKGD") == [1])
    #expect(converted.file.types.contains("tEXt") && !converted.file.types.contains("sBIT"))
    #expect(converted.report.bytesOut == converted.bytes.count)
    #expect(converted.report.destination.colorType == "palette")
    #expect((converted.report.gamut?.outOfGamut ?? 0) > 0)
    let bare = try await ConvertedImage(picture) { $0.metadata = .none }
    #expect(!bare.file.types.contains("tEXt") && bare.file.types.contains("tRNS"))
  }

  @Test func aDamagedImageWithAPaletteIsRefused() async throws {
    var bytes = PNGFile(width: 2, depth: 8, colorType: 3, rows: [[0, 1]]).adding(
      .init("PLTE", [1, 2, 3, 4, 5, 6])
    ).bytes
    bytes.removeLast(20)
    await #expect(throws: ImageError.self) {
      try await ConvertedImage(bytes, ConversionRequest(target: .space(.sRGB)))
    }
  }
}
