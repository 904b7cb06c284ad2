import Analysis
import ColorManagement
import Conversion
import PNGCodec
import TestSupport
import Testing

/// What says already that it is the target keeps every sample.
@Suite struct ConversionIdentityTests {
  /// A picture whose four channels hold all 65,536 codes once.
  private static let everyCode = PNGFile.image16(
    width: 128, colorType: 6, (0..<65536).map { UInt16($0) &* 40503 })

  /// Tags of `everyCode` and the target that they equal.
  private static let equalTags: [([PNGFile.Chunk], RGBColorSpace)] = [
    ([], .sRGB), ([.sRGB()], .sRGB), ([.sRGB(0), .gAMA(45455), .sRGBChromaticities], .sRGB),
    ([.cICP(1, 13)], .sRGB), ([.iCCP(RGBColorSpace.sRGB.profile.bytes)], .sRGB),
    ([.cICP(12, 13)], .displayP3), ([.iCCP(RGBColorSpace.displayP3.profile.bytes)], .displayP3),
  ]

  @Test(arguments: equalTags.indices)
  func noSampleChanges(index: Int) async throws {
    let (chunks, target) = Self.equalTags[index]
    let picture = PNGFile(
      chunks: [Self.everyCode.chunks[0]] + chunks + Self.everyCode.chunks.dropFirst())
    let converted = try await ConvertedImage(picture, to: target)
    #expect(converted.report.executor == "identity")
    #expect(converted.result.samples == (0..<65536).map { UInt16($0) &* 40503 })
  }

  @Test func eightBitsAreWidenedExactly() async throws {
    let picture = PNGFile.image8(width: 64, colorType: 6, (0..<256).map { UInt8($0) })
    let converted = try await ConvertedImage(picture) { $0.depth = .sixteen }
    #expect(converted.result.samples == (0..<256).map { UInt16($0 * 257) })
    #expect(converted.result.header.bitDepth == 16)
  }

  @Test(arguments: [1, 2, 4])
  func fewBitsAreWidenedExactly(depth: Int) async throws {
    // One row with every grey of this depth, packed from the left.
    let levels = 1 << depth
    var bits = 0
    for level in 0..<levels { bits = bits << depth | level }
    let byteCount = max(1, levels * depth / 8)
    if levels * depth < 8 { bits <<= 8 - levels * depth }
    let row = (0..<byteCount).map { UInt8(truncatingIfNeeded: bits >> (8 * (byteCount - 1 - $0))) }
    let picture = PNGFile(width: levels, depth: UInt8(depth), colorType: 0, rows: [row])
    let converted = try await ConvertedImage(picture)
    #expect(converted.result.samples == (0..<levels).map { UInt16($0 * 65535 / (levels - 1)) })
  }

  @Test func keepingTheDepthWritesTheSameEightBits() async throws {
    let picture = PNGFile.image8(width: 64, colorType: 6, (0..<256).map { UInt8($0) })
    let converted = try await ConvertedImage(picture) { $0.depth = .keep }
    #expect(converted.result.header.bitDepth == 8)
    #expect(converted.result.samples == (0..<256).map { UInt16($0 * 257) })
  }
}
