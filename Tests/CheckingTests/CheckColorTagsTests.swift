import ImageCases
import Checking
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

@Suite struct CheckColorTagsTests {
  private func findings(_ image: CheckTestImage, rules: [Rule]) async throws -> [Finding] {
    var request = CheckRequest()
    request.rules = RuleSelection(only: rules)
    return try await ImageCheck(request).check(image.source).findings
  }

  private let tagRules: [Rule] = [.untagged, .legacyGamma, .conflictingTags, .invalidProfile, .dciWhiteCICP]

  private func tagFindings(_ chunks: [PNGChunk], format: PixelFormat = .rgb16) async throws -> [Finding] {
    let color: [UInt16] = format == .gray16 ? [0x8000] : [0x1234, 0x8081, 0x4000]
    return try await findings(CheckTestImage(color: color, format: format, chunks: chunks), rules: tagRules)
  }

  @Test func aFileWithoutTagsIsUntagged() async throws {
    #expect(try await tagFindings([]).map(\.rule) == [.untagged])
  }

  @Test(arguments: [
    [PNGChunk.profile(.displayP3)], [.profile(.displayP3), .codePoints(.displayP3)],
    PNGChunk.sRGB(intent: 0), [.profile(.sRGB), .gamma(0.45455)], [.codePoints(.sRGB)],
  ])
  func agreeingTagsAreFine(chunks: [PNGChunk]) async throws {
    #expect(try await tagFindings(chunks) == [])
  }

  @Test func aTagThatSaysAnotherSpaceConflicts() async throws {
    let found = try await tagFindings([.profile(.sRGB), .codePoints(.displayP3)])
    #expect(found.map(\.rule) == [.conflictingTags])
    #expect(found[0].message.contains("iCCP says sRGB, but cICP counts and says Display P3"))
  }

  @Test func everyConflictingTagIsNamed() async throws {
    let found = try await tagFindings([.profile(.proPhoto)] + PNGChunk.sRGB(intent: 0))
    #expect(found.map(\.rule) == [.conflictingTags])
    #expect(found[0].value == 2)
    for name in ["sRGB says", "gAMA+cHRM says"] { #expect(found[0].message.contains(name)) }
  }

  @Test func whatProgramsPassOverBesideAProfileIsANote() async throws {
    let found = try await tagFindings([.profile(.proPhoto)] + PNGChunk.sRGB(intent: 0))
    #expect(found.map(\.level) == [.note])
    let twoProfiles = try await tagFindings([.profile(.sRGB), .codePoints(.displayP3)])
    #expect(twoProfiles.map(\.level) == [.warning])
  }

  @Test func gammaAloneIsALegacyWithARemedyToPaste() async throws {
    let found = try await tagFindings([.gamma(0.45455)])
    #expect(found.map(\.rule) == [.legacyGamma])
    #expect(found[0].level == .note && found[0].message.contains("0.455"))
    #expect(Rule.legacyGamma.remedy(for: "a.png").contains("`p3tool assign a.png --profile srgb`"))
    #expect(try await tagFindings([.profile(.sRGB), .gamma(0.45455)]) == [])
  }

  @Test func dciWhiteIsAWarning() async throws {
    let found = try await tagFindings([.codePoints(PNGCodePoints(primaries: 11, transfer: 13))])
    #expect(found.map(\.rule) == [.dciWhiteCICP])
    #expect(found[0].level == .warning)
  }

  @Test func aBrokenProfileIsAnErrorNotAFailure() async throws {
    var bytes = RGBColorSpace.displayP3.profile.bytes
    bytes[36] = 0  // No longer 'acsp'.
    let found = try await tagFindings([.embeddedProfile(name: "broken", profile: bytes)])
    #expect(found.map(\.rule) == [.invalidProfile])
    #expect(found[0].level == .error)
  }

  @Test func aGreyProfileOnAColourImageIsAnError() async throws {
    let found = try await tagFindings([.profile(.sRGB, gray: true)])
    #expect(found.map(\.rule) == [.invalidProfile])
    #expect(found[0].level == .error)
  }

  @Test func anRGBProfileOnAGreyImageIsANote() async throws {
    let found = try await tagFindings([.profile(.sRGB)], format: .gray16)
    #expect(found.map(\.rule) == [.invalidProfile])
    #expect(found[0].level == .note)
  }

  @Test func chromaticitiesWithoutGammaAreANoteAndDamagedOnesBesideItAWarning() async throws {
    let alone = try await tagFindings([.chromaticities(.sRGB)])
    #expect(alone.map(\.rule) == [.invalidProfile] && alone[0].level == .note)
    let damaged = PNGChunk(type: "cHRM", data: [1, 2, 3], place: .beforePalette)
    let besideGamma = try await tagFindings([.gamma(0.45455), damaged])
    #expect(besideGamma.first { $0.rule == .invalidProfile }?.level == .warning)
  }

  @Test func aDamagedChunkIsAnErrorAndNotUntagged() async throws {
    let found = try await tagFindings([
      PNGChunk(type: "iCCP", data: [65, 0, 0, 1, 2, 3], place: .beforePalette)
    ])
    #expect(found.map(\.rule) == [.invalidProfile])
    #expect(found[0].level == .error)
  }

  @Test func aBrokenProfileLeavesTheWordToTheNextTag() async throws {
    let image = try CheckTestImage(chunks: [
      .embeddedProfile(name: "broken", profile: [1, 2, 3]), .gamma(0.5),
    ])
    let report = try await ImageCheck(CheckRequest()).check(image.source)
    #expect(report.source.tag == "gAMA")
  }

  @Test func highDynamicRangeIsRefused() async throws {
    let image = try CheckTestImage(chunks: [.codePoints(PNGCodePoints(primaries: 9, transfer: 16))])
    await #expect(throws: ImageError.self) { try await ImageCheck(CheckRequest()).check(image.source) }
  }

  @Test func aProfileNameCannotSteerTerminalsOrLogs() async throws {
    let finding = try await #require(
      tagFindings([
        .embeddedProfile(
          name: "x", profile: try ICCProfile.madeForTest(name: "a\n::error::\u{1B}[31mx").bytes),
        .codePoints(.displayP3),
      ]).first)
    #expect(!finding.message.unicodeScalars.contains { $0.value < 32 })
  }

  // MARK: Depth

  /// A slow gradient of 8-bit codes, in a green outside sRGB.
  private func gradient(bitDepth: Int, _ space: RGBColorSpace, green: Double = 0.9) throws -> CheckTestImage {
    let picture = BandingPicture.ramp(
      400, 100, from: SIMD3(0.2, green, 0.2), to: SIMD3(0.3, green + 0.05, 0.25))
    return try CheckTestImage(
      width: 400, height: 100, bitDepth: bitDepth, chunks: [.profile(space)],
      samples: Array(picture.buffer(bits: 8).samples))
  }

  @Test func displayP3AtEightBitsIsTooCoarseWhereGradientsShowIt() async throws {
    let found = try await findings(gradient(bitDepth: 8, .displayP3), rules: [.lowDepthWideGamut])
    #expect(found.map(\.rule) == [.lowDepthWideGamut])
    // As the steps of one code themselves.
    #expect(found.map(\.level) == [.note])
    let flat = try CheckTestImage(color: [0, 0xFFFF, 0], bitDepth: 8, chunks: [.profile(.displayP3)])
    #expect(try await findings(flat, rules: [.lowDepthWideGamut]) == [])
  }

  @Test func anUnneededWideGamutIsNotCalledCoarse() async throws {
    let image = try gradient(bitDepth: 8, .displayP3, green: 0.3)
    let found = try await findings(image, rules: [.lowDepthWideGamut, .wideGamutUnneeded])
    #expect(found.map(\.rule) == [.wideGamutUnneeded])
  }

  @Test func sixteenBitsThatHoldEightAreFound() async throws {
    let found = try await findings(gradient(bitDepth: 16, .rec2020), rules: [.lowDepthWideGamut])
    #expect(found.map(\.rule) == [.lowDepthWideGamut])
    #expect(found.first?.message.contains("16 bits per sample that hold only 8-bit values") == true)
  }

  /// Steps of four bits in a file that holds no more are those of its depth; beside one finer value they were lost before.
  @Test(arguments: [false, true]) func stepsOfManyCodesAreNotThoseOfTheDepth(hasFinerValue: Bool) async throws
  {
    let sky = BandingPicture.ramp(480, 240, from: SIMD3(0.2, 0.37, 0.545), to: SIMD3(0.55, 0.72, 0.895))
    var samples = Array(sky.buffer(bits: 4).samples)
    samples.replaceSubrange(0..<3, with: hasFinerValue ? [0, 65535, 257] : [0, 65535, 0])
    let image = try CheckTestImage(
      width: 480, height: 240, bitDepth: 8, chunks: [.profile(.displayP3)], samples: samples)
    let found = try await findings(image, rules: [.lowDepthWideGamut, .banding])
    #expect(found.map(\.rule) == (hasFinerValue ? [.banding] : [.banding, .lowDepthWideGamut]))
    #expect(found.allSatisfy { $0.level == .warning })
  }

  @Test(arguments: [RGBColorSpace.displayP3, .sRGB])
  func realSixteenBitsAndSRGBAreFine(space: RGBColorSpace) async throws {
    let sixteen = try CheckTestImage(chunks: [.profile(space)])
    #expect(try await findings(sixteen, rules: [.lowDepthWideGamut]) == [])
    let eight = try CheckTestImage(color: [0x1212, 0x8080, 0x4040], bitDepth: 8, chunks: [.profile(.sRGB)])
    #expect(try await findings(eight, rules: [.lowDepthWideGamut]) == [])
  }
}

extension ICCProfile {
  /// A matrix profile, unlike any built-in space, under any name.
  static func madeForTest(name: String) throws -> ICCProfile {
    try ICCProfile.made(name: name, chromaticities: .sRGB, curve: .parametric(.gamma(1.5)))
  }
}
