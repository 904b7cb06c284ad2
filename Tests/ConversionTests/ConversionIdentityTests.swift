import Analysis
import ColorManagement
import Conversion
import ImageFiles
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

  /// The data of all IDAT chunks.
  private static func imageData(_ file: PNGFile) -> [UInt8] {
    file.chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
  }

  @Test(arguments: [0, 2, 3, 4, 6] as [UInt8])
  func compressedPixelsThatNothingChangesAreCopied(colorType: UInt8) async throws {
    // Wasteful: stored blocks, which a compressor would not have written.
    let samples = (0..<240).map { UInt8($0) }
    var picture = PNGFile.image8(width: 2, colorType: colorType, samples)
    if colorType == 3 {
      picture = PNGFile(
        chunks: [picture.chunks[0], .init("PLTE", (0..<768).map { UInt8($0 & 255) })]
          + picture.chunks.dropFirst())
    }
    let converted = try await ConvertedImage(picture)
    #expect(Self.imageData(converted.file) == Self.imageData(picture))
    #expect(converted.file.data("iCCP") != nil && converted.file.data("IHDR") == picture.data("IHDR"))
    let again = try await ConvertedImage(converted.file)
    #expect(again.bytes == converted.bytes)
    if colorType != 3 {
      let encoded = try await ConvertedImage(picture) { $0.reencodes = true }
      #expect(Self.imageData(encoded.file) != Self.imageData(picture))
      #expect(encoded.result.samples == converted.result.samples)
      let smallest = try await ConvertedImage(picture) { $0.compression = .small }
      #expect(smallest.bytes.count <= min(encoded.bytes.count, converted.bytes.count))
      #expect(smallest.result.samples == converted.result.samples)
    }
  }

  @Test func otherColorsAreCompressedAnew() async throws {
    let picture = PNGFile.image8(width: 2, colorType: 2, (0..<240).map { UInt8($0) })
    for change in [
      { $0.target = .space(.displayP3) }, { $0.depth = .sixteen }, { $0.reduces = true },
      { $0.sourceOverride = RGBColorSpace.adobeRGB.profile },
    ] as [(inout ConversionRequest) -> Void] {
      let converted = try await ConvertedImage(picture, change)
      #expect(Self.imageData(converted.file) != Self.imageData(picture))
    }
  }

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func aProfileThatNearlyEqualsIsConvertedOnRequest() async throws {
    let profile = try ICCProfile(bytes: FileBytes.read(SharedFolder.file("corpus/icc/sRGB-v2-magic.icc")))
    let picture = PNGFile.image16(width: 1, colorType: 2, [2450, 65535, 1750])
      .adding(.iCCP(profile.bytes))
    let kept = try await ConvertedImage(picture) { $0.depth = .sixteen }
    #expect(kept.report.executor == "identity" && kept.result.samples == [2450, 65535, 1750])
    let exact = try await ConvertedImage(picture) {
      $0.depth = .sixteen
      $0.exactProfile = true
    }
    #expect(exact.report.executor == "matrix" && exact.result.samples == [2366, 65535, 1742])
    let largest = try #require(profile.largestDifference(whenTakenFor: .sRGB))
    #expect((84...354).contains(largest))
    #expect(RGBColorSpace.sRGB.profile.largestDifference(whenTakenFor: .sRGB) == 0)
  }

  @Test func keepingTheDepthWritesTheSameEightBits() async throws {
    let picture = PNGFile.image8(width: 64, colorType: 6, (0..<256).map { UInt8($0) })
    let converted = try await ConvertedImage(picture) { $0.depth = .keep }
    #expect(converted.result.header.bitDepth == 8)
    #expect(converted.result.samples == (0..<256).map { UInt16($0 * 257) })
  }
}
