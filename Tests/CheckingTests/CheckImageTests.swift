import Analysis
import Checking
import ColorManagement
import Colors
import Foundation
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Whole checks: what the rules make of pixels, and inputs at the edge of sense.
@Suite struct CheckImageTests {
  private func report(
    _ image: CheckTestImage, _ change: (inout CheckRequest) -> Void = { _ in }
  ) async throws -> CheckReport {
    var request = CheckRequest()
    change(&request)
    return try await ImageCheck(request).check(image.source)
  }

  private func rules(_ report: CheckReport) -> Set<Rule> { Set(report.findings.map(\.rule)) }

  // MARK: Gamut

  @Test func aDisplayP3RedIsClippedAndSaysWhere() async throws {
    let image = try CheckTestImage(color: [65535, 0, 0], chunks: [.profile(.displayP3)])
    let report = try await report(image)
    let finding = try #require(report.findings.first { $0.rule == .gamutClipping })
    #expect(finding.value == 1)
    #expect(finding.region == ImageRegion(x: 0, y: 0, width: 4, height: 2))
    #expect(report.gamut?.outOfGamut == 8)
    #expect(!rules(report).contains(.wideGamutUnneeded))
  }

  /// The nearest mapping is named unless a gradient is lost, which another one keeps.
  @Test func oneMappingIsAdvised() async throws {
    let flat = try CheckTestImage(color: [65535, 32896, 0], chunks: [.profile(.displayP3)])
    let ramps = ImageSource.bytes(try TestImages.bytes("ramps-p3-16.png"), name: "ramps.png")
    for (source, isNamed) in [(flat.source, true), (ramps, false)] {
      let findings = try await ImageCheck(CheckRequest()).check(source).findings
      let clipping = try #require(findings.first { $0.rule == .gamutClipping })
      #expect(clipping.message.contains("chroma` is nearest here") == isNamed)
      #expect(findings.contains { $0.rule == .clippedGradient } == !isNamed)
    }
  }

  @Test func colorsInsideSRGBMakeAWideTagUnneeded() async throws {
    let image = try CheckTestImage(chunks: [.profile(.displayP3)])
    #expect(rules(try await report(image)) == [.wideGamutUnneeded])
  }

  @Test func theUnneededTagIsFoundWhateverTheTarget() async throws {
    let inside = try CheckTestImage(chunks: [.profile(.displayP3)])
    let outside = try CheckTestImage(color: [65535, 1, 0], chunks: [.profile(.displayP3)])
    #expect(rules(try await report(inside) { $0.target = .space(.displayP3) }) == [.wideGamutUnneeded])
    #expect(rules(try await report(outside) { $0.target = .space(.displayP3) }) == [])
  }

  @Test func sRGBAndUntaggedImagesAreNeverUnneeded() async throws {
    #expect(rules(try await report(CheckTestImage(chunks: PNGChunk.sRGB(intent: 0)))) == [])
    #expect(rules(try await report(CheckTestImage(chunks: []))) == [.untagged])
  }

  @Test func roundingAloneIsNoClipping() async throws {
    // sRGB red in Display P3, rounded to 8 bits: just outside sRGB.
    let image = try CheckTestImage(
      color: [234 * 257, 51 * 257, 35 * 257], bitDepth: 8, chunks: [.profile(.displayP3)])
    let report = try await report(image)
    let gamut = try #require(report.gamut)
    #expect(gamut.outOfGamut == 8 && gamut.withinRounding == 8)
    #expect(rules(report) == [.wideGamutUnneeded])
  }

  @Test func collapsedColorsAreNamedWithTheirPlace() async throws {
    // A P3-red square on an sRGB-red ground, which sRGB cannot tell apart.
    let ground: [UInt16] = [60092, 13201, 9093]
    let samples = (0..<40).flatMap { y in
      (0..<40).flatMap { x in (10..<30).contains(x) && (10..<30).contains(y) ? [65535, 0, 0] : ground }
    }
    let image = try CheckTestImage(
      width: 40, height: 40, chunks: [.profile(.displayP3)], samples: samples)
    let finding = try await #require(report(image).findings.first { $0.rule == .collapsedColors })
    #expect(finding.region == ImageRegion(x: 8, y: 8, width: 32, height: 32))
  }

  // MARK: Dark mode

  @Test func whitePagesGlowAndDarkOnesDoNot() async throws {
    func page(_ code: UInt16, ink: UInt16) throws -> CheckTestImage {
      let samples = (0..<32 * 32).flatMap { index in
        [UInt16](
          repeating: (8..<16).contains(index % 32) && (8..<16).contains(index / 32) ? ink : code, count: 3)
      }
      return try CheckTestImage(
        width: 32, height: 32, chunks: PNGChunk.sRGB(intent: 0), samples: samples)
    }
    #expect(rules(try await report(page(65535, ink: 8000))) == [.whiteGlow])
    #expect(rules(try await report(page(8000, ink: 65535))) == [])
    #expect(
      rules(try await report(page(65535, ink: 8000)) { $0.rules = RuleSelection(skip: [.whiteGlow]) }) == [])
    // Softening leaves what is all white alone: nothing tells artwork from background.
    #expect(rules(try await report(page(65535, ink: 65535))) == [])
  }

  private func glyph(_ code: UInt16) throws -> CheckTestImage {
    let samples = (0..<32).flatMap { y in
      (0..<32).flatMap { x -> [UInt16] in
        (8..<24).contains(x) && (8..<24).contains(y) ? [code, code, code, 65535] : [0, 0, 0, 0]
      }
    }
    return try CheckTestImage(
      width: 32, height: 32, format: .rgba16, chunks: PNGChunk.sRGB(intent: 0), samples: samples)
  }

  @Test func blackArtworkVanishesOnDarkAndWhiteOnLight() async throws {
    #expect(rules(try await report(glyph(0))) == [.vanishesOnDark])
    #expect(rules(try await report(glyph(65535))).contains(.vanishesOnLight))
    #expect(!rules(try await report(glyph(65535))).contains(.vanishesOnDark))
  }

  @Test func aBackgroundOfOnesOwnIsTried() async throws {
    let gray = try glyph(0x8080)
    #expect(rules(try await report(gray)) == [])
    let background = try BackgroundColor("#888")
    #expect(rules(try await report(gray) { $0.backgrounds.append(background) }) == [.vanishesOnLight])
  }

  // MARK: Odd input

  /// Every report must be JSON without NaN or infinity, which the encoder refuses.
  private func encodes(_ report: CheckReport) throws { _ = try JSONEncoder().encode(report) }

  @Test(arguments: PixelFormat.allCases)
  func onePixelIsEnough(format: PixelFormat) async throws {
    let image = try CheckTestImage(
      width: 1, height: 1, format: format, samples: [UInt16](repeating: 65535, count: format.channelCount))
    let report = try await report(image)
    #expect(report.width == 1 && report.height == 1)
    try encodes(report)
  }

  @Test(arguments: [PixelFormat.rgba16, .grayAlpha16])
  func fullyTransparentImagesHaveNothingToLose(format: PixelFormat) async throws {
    let pixel: [UInt16] = format == .rgba16 ? [65535, 0, 0, 0] : [65535, 0]
    let image = try CheckTestImage(
      width: 8, height: 8, format: format, chunks: [.profile(.displayP3, gray: format.isGray)],
      samples: (0..<64).flatMap { _ in pixel })
    let report = try await report(image)
    #expect(report.gamut?.visiblePixels == 0)
    #expect(report.gamut?.fraction == 0)
    #expect(
      rules(report).isDisjoint(with: [
        .gamutClipping, .wideGamutUnneeded, .lowDepthWideGamut, .whiteGlow,
      ]))
    try encodes(report)
  }

  @Test func greyImagesAreInsideEveryGamut() async throws {
    let samples = (0..<256).map { UInt16($0) * 257 }
    let image = try CheckTestImage(
      width: 256, height: 1, format: .gray16, chunks: [.profile(.sRGB, gray: true)], samples: samples)
    let report = try await report(image)
    #expect(report.gamut?.outOfGamut == 0)
    #expect(report.gamut?.visiblePixels == 256)
    try encodes(report)
  }

  @Test func aTargetWithoutInverseIsAClearError() async throws {
    let flat = try ICCProfile.made(
      name: "flat", chromaticities: .sRGB, curve: .sampled([30000, 30000, 30000]))
    let image = try CheckTestImage(chunks: [.profile(.displayP3)])
    let error = await #expect(throws: ImageError.self) {
      try await report(image) { $0.target = .profile(flat, stem: "flat") }
    }
    #expect(error.map { "\($0)" }?.contains("nothing can be converted to 'flat'") == true)
  }

  @Test func onlyTheRulesAskedForSpeak() async throws {
    let image = try CheckTestImage(chunks: [])
    var request = CheckRequest()
    request.rules = RuleSelection(only: [.untagged])
    let report = try await ImageCheck(request).check(image.source)
    #expect(report.findings.map(\.rule) == [.untagged])
  }

  @Test func memoryDoesNotGrowWithHeight() async throws {
    // 16 × 4096: more strips than one, and the same counts as the sum of its parts.
    let row: [UInt16] = (0..<16).flatMap { _ in [UInt16(65535), 0, 0] }
    let tall = try CheckTestImage(
      width: 16, height: 4096, chunks: [.profile(.displayP3)],
      samples: (0..<4096).flatMap { _ in row })
    let gamut = try await #require(report(tall).gamut)
    #expect(gamut.outOfGamut == 16 * 4096)
    #expect(gamut.regions.count == 1)
  }
}
