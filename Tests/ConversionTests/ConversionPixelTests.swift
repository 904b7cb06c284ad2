import Analysis
import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// What conversions do to colours, alpha and greys.
@Suite struct ConversionPixelTests {
  @Test(arguments: [4, 6] as [UInt8])
  func alphaPassesBitForBit(colorType: UInt8) async throws {
    // Every alpha once, under colours that all change.
    let channels = colorType == 4 ? 2 : 4
    var samples: [UInt16] = []
    for alpha in 0..<65536 {
      for channel in 0..<channels - 1 {
        samples.append(UInt16(truncatingIfNeeded: alpha * (31 + 77 * channel)))
      }
      samples.append(UInt16(alpha))
    }
    let picture = PNGFile.image16(width: 256, colorType: colorType, samples).adding(.gAMA(60000))
    let converted = try await ConvertedImage(picture, to: .displayP3)
    let alphas = stride(from: channels - 1, to: samples.count, by: channels).map {
      converted.result.samples[$0]
    }
    #expect(alphas == (0..<65536).map { UInt16($0) })
    #expect(converted.result.samples != samples)
  }

  @Test func aKeyColourBecomesAlpha() async throws {
    let picture = PNGFile.image8(width: 2, colorType: 2, [10, 20, 30, 10, 20, 31])
      .adding(.init("tRNS", [0, 10, 0, 20, 0, 30]))
    let converted = try await ConvertedImage(picture) { $0.reencodes = true }
    #expect(converted.result.format == .rgba16)
    #expect(converted.result[0] == [2570, 5140, 7710, 0])
    #expect(converted.result[1] == [2570, 5140, 7967, 65535])
    #expect(!converted.result.chunkTypes.contains("tRNS"))
  }

  @Test func aPaletteBecomesItsColours() async throws {
    let palette = PNGFile.Chunk("PLTE", [255, 0, 0, 0, 255, 0, 1, 2, 3])
    let alpha = PNGFile.Chunk("tRNS", [255, 128])
    let picture = PNGFile(width: 3, depth: 8, colorType: 3, rows: [[2, 1, 0]]).adding(palette, alpha)
    let converted = try await ConvertedImage(picture) { $0.depth = .sixteen }
    #expect(converted.result.format == .rgba16)
    #expect(
      converted.result.samples == [257, 514, 771, 65535, 0, 65535, 0, 128 * 257, 65535, 0, 0, 65535])
    #expect(!converted.result.chunkTypes.contains("PLTE"))
  }

  @Test(arguments: [0, 4] as [UInt8], RGBColorSpace.allCases)
  func greyStaysGreyUnderAGreyProfile(colorType: UInt8, target: RGBColorSpace) async throws {
    let picture = PNGFile.image16(width: 2, colorType: colorType, [1000, 20000, 40000, 65535])
    let converted = try await ConvertedImage(picture, to: target)
    #expect(converted.result.format == (colorType == 0 ? .gray16 : .grayAlpha16))
    let profile = try ICCProfile(bytes: try #require(converted.result.color.embeddedProfile).bytes)
    #expect(profile == target.grayProfile)
    #expect(profile.colorSpace == .gray)
  }

  @Test func greyUnderAColourProfileIsReadAsEqualChannels() async throws {
    let samples: [UInt16] = [0, 1, 1000, 20000, 40000, 65534, 65535]
    let gray = PNGFile.image16(width: samples.count, colorType: 0, samples)
    let rgb = PNGFile.rgb16(samples.map { [$0, $0, $0] })
    let profile = PNGFile.Chunk.iCCP(RGBColorSpace.adobeRGB.profile.bytes)
    let fromGray = try await ConvertedImage(gray.adding(profile), to: .displayP3)
    let fromRGB = try await ConvertedImage(rgb.adding(profile), to: .displayP3)
    #expect(fromGray.result.samples == (0..<samples.count).map { fromRGB.result[$0][1] })
    #expect(fromGray.report.notes.contains { $0.contains("R=G=B") })
  }

  @Test func displayP3PrimariesAreClippedToTheSRGBOnes() async throws {
    let picture = PNGFile.rgb16([[65535, 0, 0], [0, 65535, 0], [0, 0, 65535], [65535, 65535, 65535]])
    let converted = try await ConvertedImage(picture.adding(.cICP(12, 13)))
    #expect(
      converted.result.samples == [65535, 0, 0, 0, 65535, 0, 0, 0, 65535, 65535, 65535, 65535])
  }

  @Test func aPublishedColourComesOutAsPublished() async throws {
    // CSS Color 4 gives the sRGB red as color(display-p3 0.91749 0.20029 0.13856), without the rounding of the
    // profiles' colorants to 1/65536 of linear light: at the dark end of the curve that is up to 0.0003.
    let red = PNGFile.rgb16([[65535, 0, 0]])
    let converted = try await ConvertedImage(red, to: .displayP3)
    for (code, published) in zip(converted.result[0], [0.91749, 0.20029, 0.13856]) {
      #expect(abs(Double(code) / 65535 - published) < 0.0003)
    }
  }

  // MARK: Round trips

  private func roundTrip(_ picture: PNGFile, over middle: RGBColorSpace) async throws -> ConvertedImage {
    let there = try await ConvertedImage(picture, to: middle)
    let source = try SourceColor(
      resolving: try DecodedPNG(picture.bytes).color, isGray: false, assumed: RGBColorSpace.sRGB.profile,
      path: "in.png"
    ).profile
    return try await ConvertedImage(there.bytes, ConversionRequest(target: .profile(source, stem: "back")))
  }

  @Test func everyGreyComesBackEqual() async throws {
    let samples = (0..<65536).flatMap { [UInt16($0), UInt16($0), UInt16($0)] }
    let picture = PNGFile.image16(width: 256, colorType: 2, samples)
    #expect(try await roundTrip(picture, over: .displayP3).result.samples == samples)
  }

  @Test func eightBitColoursComeBackEqualAfterRounding() async throws {
    // A lattice of 17 levels a channel, 4096 colours between, and the corners of every byte.
    var generator = SplitMix64(seed: 8)
    var bytes: [UInt8] = []
    for code in 0..<4913 { bytes += [code % 17, code / 17 % 17, code / 289].map { UInt8($0 * 255 / 16) } }
    bytes += (0..<3 * (4096 + 15)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let picture = PNGFile.image8(width: 68, colorType: 2, Array(bytes.prefix(68 * 3 * (bytes.count / 204))))
    let back = try await roundTrip(picture, over: .displayP3)
    let rounded = back.result.samples.map { UInt8((UInt32($0) + 128) / 257) }
    #expect(rounded == Array(bytes.prefix(rounded.count)))
  }

  @Test func displayP3ColoursInsideSRGBComeBackWithinOneCode() async throws {
    var generator = SplitMix64(seed: 16)
    let inside = (0..<4096).map { _ in (0..<3).map { _ in UInt16.random(in: 64...65471, using: &generator) } }
    let p3 = try await ConvertedImage(PNGFile.rgb16(inside), to: .displayP3)
    let back = try await roundTrip(p3.file, over: .sRGB)
    #expect(zip(p3.result.samples, back.result.samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  // MARK: The wide-gamut pictures of ../shared

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"), arguments: ["blue", "green"])
  func theHiddenTextNearlyVanishesInSRGB(color: String) async throws {
    let path = try SharedFolder.file("corpus/wide-gamut/P3-sRGB-\(color).png")
    let folder = try TemporaryFolder()
    _ = try await ImageConversion(ConversionRequest(target: .space(.sRGB)))
      .convert(.file(path), to: .file(folder.path("out.png")))
    let source = try DecodedPNG(path: path)
    let result = try DecodedPNG(path: folder.path("out.png"))
    // The text is the pure primary; the ground is the commonest colour.
    let primary: [UInt16] = color == "blue" ? [0, 0, 65535, 65535] : [0, 65535, 0, 65535]
    let ground = try #require(source.commonestPixel)
    let text = try #require((0..<source.header.pixelCount).first { source[$0] == primary })
    #expect(source[ground] != primary)
    let distances = zip(result[ground], result[text]).map { abs(Int($0) - Int($1)) }
    #expect(distances.allSatisfy { $0 <= 100 }, "\(result[ground]) and \(result[text])")
  }
}
