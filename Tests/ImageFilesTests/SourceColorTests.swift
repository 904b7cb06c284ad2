import ColorManagement
import ImageFiles
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Which statement of a file decides its colours (PNG 3rd edition, clause 4.3).
@Suite struct SourceColorTests {
  /// One of the 32 sets of colour chunks.
  struct Tags: OptionSet, CustomTestStringConvertible, Sendable {
    let rawValue: Int
    static let cICP = Tags(rawValue: 1)
    static let iCCP = Tags(rawValue: 2)
    static let sRGB = Tags(rawValue: 4)
    static let gAMA = Tags(rawValue: 8)
    static let cHRM = Tags(rawValue: 16)

    static let everySet = (0..<32).map { Tags(rawValue: $0) }

    /// Each chunk speaks of a space of its own, so that the winner shows.
    var chunks: [PNGFile.Chunk] {
      let all: [(Tags, PNGFile.Chunk)] = [
        (.cHRM, .adobeChromaticities), (.gAMA, .gAMA(55556)), (.sRGB, .sRGB()),
        (.iCCP, .iCCP(RGBColorSpace.proPhoto.profile.bytes)), (.cICP, .cICP(12, 13)),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }

    var testDescription: String { chunks.map(\.type).joined(separator: " ") }

    /// By the standard's order, written out.
    var winner: SourceTag {
      if contains(.cICP) { return .cICP }
      if contains(.iCCP) { return .iCCP }
      if contains(.sRGB) { return .sRGB }
      if contains([.gAMA, .cHRM]) { return .gAMAAndCHRM }
      return contains(.gAMA) ? .gAMA : .none
    }
  }

  private static let pixel = PNGFile.rgb16([[1000, 20000, 65535]])

  private func resolved(_ file: PNGFile, override: ICCProfile? = nil) throws -> SourceColor {
    let png = try DecodedPNG(file.bytes)
    return try SourceColor(
      resolving: png.color, isGray: png.format.isGray, override: override,
      assumed: RGBColorSpace.rec2020.profile, path: "in.png")
  }

  private func file(_ chunks: [PNGFile.Chunk]) -> PNGFile {
    PNGFile(chunks: [Self.pixel.chunks[0]] + chunks + Self.pixel.chunks.dropFirst())
  }

  @Test(arguments: Tags.everySet)
  func theHighestTagOfEverySetDecides(tags: Tags) throws {
    let color = try resolved(file(tags.chunks))
    #expect(color.tag == tags.winner)
    switch tags.winner {
    case .cICP: #expect(color.profile == RGBColorSpace.displayP3.profile)
    case .iCCP: #expect(color.profile == RGBColorSpace.proPhoto.profile)
    case .sRGB: #expect(color.profile == RGBColorSpace.sRGB.profile)
    case .gAMAAndCHRM, .gAMA:
      let numbers = try #require(ReferenceProfile(color.profile.bytes))
      // The decoding exponent 1/0.55556, and green's chromaticity.
      guard case .parametric(0, let gamma) = numbers.curves[0] else { throw UnexpectedCurve() }
      #expect(abs(gamma[0] - 1.8) < 0.0002)
      let green = try #require(color.profile.chromaticities?.green)
      let expected = tags.contains(.cHRM) ? SIMD2(0.21, 0.71) : SIMD2(0.30, 0.60)
      #expect(abs(green.x - expected.x) < 0.001 && abs(green.y - expected.y) < 0.001)
    case .none:
      #expect(color.profile == RGBColorSpace.rec2020.profile)
      #expect(color.notes == ["no colour tag: Rec. 2020 is assumed"])
    case .override: Issue.record("nobody asked for an override")
    }
  }

  @Test(arguments: Tags.everySet)
  func anOverrideBeatsEveryTag(tags: Tags) throws {
    let color = try resolved(file(tags.chunks), override: RGBColorSpace.adobeRGB.profile)
    #expect(color.tag == .override)
    #expect(color.profile == RGBColorSpace.adobeRGB.profile)
  }

  @Test(
    arguments: [(9, 16, "PQ"), (9, 18, "HLG"), (12, 16, "PQ"), (1, 18, "HLG")] as [(UInt8, UInt8, String)])
  func highDynamicRangeIsRefusedEvenBesideAProfile(
    primaries: UInt8, transfer: UInt8, name: String
  ) throws {
    let hdr = file([.cICP(primaries, transfer), .iCCP(RGBColorSpace.sRGB.profile.bytes)])
    let error = try #require(throws: ImageError.self) { try resolved(hdr) }
    #expect(error.description.hasPrefix("in.png: cICP: "))
    #expect(error.description.contains(name))
    #expect(error.description.contains("export an SDR version"))
  }

  @Test func codePointsThatSayNothingArePassedOver() throws {
    let unspecified = try resolved(file([.cICP(2, 2), .sRGB()]))
    #expect(unspecified.tag == .sRGB)
    #expect(unspecified.notes.count == 1)
    #expect(unspecified.notes[0].hasPrefix("cICP passed over: "))
    // A matrix other than RGB, and the narrow range of video.
    #expect(try resolved(file([.cICP(12, 13, matrix: 1), .sRGB()])).tag == .sRGB)
    #expect(try resolved(file([.cICP(12, 13, range: 0), .sRGB()])).tag == .sRGB)
  }

  @Test func theDCIWhiteIsRemarkedOn() throws {
    let color = try resolved(file([.cICP(11, 13)]))
    #expect(color.tag == .cICP)
    #expect(color.notes.contains { $0.contains("Display P3 is 12") })
  }

  @Test func aProfileOnTheWrongColourTypeIsReadAndNamed() throws {
    let gray = PNGFile.image16(width: 2, colorType: 0, [1000, 50000])
    let color = try resolved(gray.adding(.iCCP(RGBColorSpace.displayP3.profile.bytes)))
    #expect(color.tag == .iCCP)
    #expect(color.profile.colorSpace == .rgb)
    #expect(color.notes.contains { $0.contains("illegal in PNG") })
  }

  /// What libpng and browsers do: 65 of 125,709 real files have such a profile.
  @Test func aGreyProfileOnAColourImageIsPassedOver() throws {
    let profile = PNGFile.Chunk.iCCP(RGBColorSpace.displayP3.grayProfile.bytes)
    let alone = try resolved(file([profile]))
    #expect(alone.tag == .none && alone.profile == RGBColorSpace.rec2020.profile)
    #expect(
      alone.notes == [
        "iCCP passed over: the image is RGB, but the profile is for grey, which PNG forbids",
        "no usable colour tag: Rec. 2020 is assumed",
      ])
    let tagged = try resolved(file([profile, .sRGB()]))
    #expect(tagged.tag == .sRGB && tagged.profile == RGBColorSpace.sRGB.profile)
    #expect(tagged.notes == [alone.notes[0]])
    let coded = try resolved(file([.cICP(12, 13), profile]))
    #expect(coded.tag == .cICP && coded.notes.isEmpty)
  }

  @Test(arguments: [Tags.cICP, .sRGB, .gAMA, []])
  func aGreyImageGetsAGreyProfileFromEveryTagButICCP(tags: Tags) throws {
    let gray = PNGFile.image16(width: 2, colorType: 0, [1000, 50000])
    let tagged = PNGFile(chunks: [gray.chunks[0]] + tags.chunks + gray.chunks.dropFirst())
    #expect(try resolved(tagged).profile.colorSpace == .gray)
  }

  @Test func anUnusableProfileIsAnErrorNotAGuess() throws {
    let garbage = file([.iCCP(Array("this is no profile, whatever iCCP says".utf8))])
    let error = try #require(throws: ImageError.self) { try resolved(garbage) }
    #expect(error.description.hasPrefix("in.png: iCCP: not an ICC profile"))
  }
}

/// The profile has another kind of curve than expected.
struct UnexpectedCurve: Error {}
