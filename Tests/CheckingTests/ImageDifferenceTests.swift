import ImageCases
import ColorManagement
import Foundation
import ImageFiles
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Analysis
@testable import Checking

/// `ImageDifference` against published values and against the plain comparison in Double.
@Suite struct ImageDifferenceTests {
  // MARK: Vectors

  struct Vector: Sendable, CustomTestStringConvertible {
    let first, second: Int
    let difference: Double
    var testDescription: String { String(first, radix: 16) + "/" + String(second, radix: 16) }
  }

  /// Computed from sRGB's chromaticities and rounded to four digits.
  @Test(arguments: [
    Vector(first: 0x808080, second: 0x818181, difference: 0.3778),
    Vector(first: 0x000000, second: 0x010101, difference: 0.1571),
    Vector(first: 0x637C95, second: 0x4D6174, difference: 10.3742),
    Vector(first: 0xFF3B30, second: 0xFF383C, difference: 2.9765),
    Vector(first: 0x007AFF, second: 0x0088FF, difference: 4.9858),
    Vector(first: 0x5AC8FA, second: 0x30B0C7, difference: 10.7555),
  ])
  func flatPicturesHaveTheDifferenceOfTheirColors(vector: Vector) async throws {
    let report = try await DifferenceCase().report(
      DifferenceCase.flat(vector.first), DifferenceCase.flat(vector.second))
    let deltaE = try #require(report.deltaE)
    for value in [deltaE.mean, deltaE.p95, deltaE.p99, deltaE.max] {
      #expect(abs(value - vector.difference) < 1e-4, "\(value)")
    }
    #expect(deltaE.maxAt == .init(x: 0, y: 0))
    #expect(report.verdict == (vector.difference >= 1 ? .different : .same))
  }

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func theSharedVectorsAreMet() async throws {
    struct Vectors: Decodable {
      struct Pair: Decodable {
        let a, b: String
        let dE2000: Double
      }
      let diff: [Pair]
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: SharedFolder.file("data/color-vectors.json")))
    let pairs = try JSONDecoder().decode(Vectors.self, from: data).diff
    #expect(pairs.count >= 6)
    for pair in pairs {
      let codes = [pair.a, pair.b].compactMap { Int($0, radix: 16) }
      try #require(codes.count == 2)
      let report = try await DifferenceCase().report(
        DifferenceCase.flat(codes[0]), DifferenceCase.flat(codes[1]))
      #expect(abs(try #require(report.deltaE).max - pair.dE2000) < 1e-4, "\(pair.a) \(pair.b)")
    }
  }

  @Test func retaggingIsFoundWithItsDifference() async throws {
    let report = try await DifferenceCase().report(
      DifferenceCase.flat(0x4CAF50, .sRGB()),
      DifferenceCase.flat(0x4CAF50, DifferenceCase.profile(.displayP3)))
    #expect(abs(try #require(report.deltaE).max - 4.0254) < 1e-4)
    #expect(report.pixels?.different == 64 && report.verdict == .different)
    #expect(report.findings.map(\.rule) == [.tagDiffers, .pixelsDiffer])
    #expect(report.findings.map(\.level) == [.note, .error])
    #expect(report.tags == .init(before: "sRGB (sRGB)", after: "Display P3 (iCCP)"))
    #expect(report.findings[0].message == "sRGB (sRGB) before, Display P3 (iCCP) after")
  }

  @Test func colorsOutsideOfSRGBAreNotClipped() async throws {
    let report = try await DifferenceCase().report(
      DifferenceCase.flat(0xFF0000, DifferenceCase.profile(.displayP3)),
      DifferenceCase.flat(0xFF0000, .sRGB()))
    #expect(abs(try #require(report.deltaE).max - 7.1157) < 1e-4)
  }

  @Test func oneColorInTwoSpacesIsNearlyTheSame() async throws {
    let red = DifferenceCase.flat(0xFF3B30)
    let p3 = DifferenceCase.flat(0xEB4E3D, DifferenceCase.profile(.displayP3))
    #expect(abs(try #require(try await DifferenceCase().report(red, p3).deltaE).max - 0.1744) < 1e-4)
    let exact = PNGFile.rgb16(Array(repeating: [60378, 19954, 15762], count: 8))
      .adding(DifferenceCase.profile(.displayP3)).bytes
    let report = try await DifferenceCase().report(DifferenceCase.flat(0xFF3B30, height: 1), exact)
    #expect(try #require(report.deltaE).max < 0.0004)
    #expect(report.verdict == .same)
    #expect(report.findings.map(\.rule) == [.depthDiffers, .tagDiffers])
  }

  /// Primaries that are sRGB's but for one unit of s15Fixed16 in one number: no built-in space's, so that this number counts.
  @Test func aProfileOfItsOwnIsTakenAtItsWord() async throws {
    guard case .matrix(let model) = RGBColorSpace.sRGB.profile.model else {
      preconditionFailure("a matrix profile")
    }
    var bytes = RGBColorSpace.sRGB.profile.bytes
    // X of rXYZ, 28576 = 0x6FA0, behind the type's eight bytes.
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("XYZ ".utf8) + [0, 0, 0, 0, 0, 0, 0x6F, 0xA0]) })
    bytes[place + 11] = 0xA1
    let profile = try ICCProfile(bytes: bytes)
    let space = ReferenceDifference.Space(
      toXYZ: (0..<3).map { row in
        (0..<3).map { model.colorants[row, $0] + (row == 0 && $0 == 0 ? 1.0 / 65536 : 0) }
      }, linear: { RGBColorSpace.sRGB.transfer.linear($0) })
    let expected = ReferenceDifference.difference(
      .init(1, 0, 0), in: space, .init(1, 0, 0), in: .init(.sRGB))
    let report = try await DifferenceCase().report(
      DifferenceCase.flat(0xFF0000, .iCCP(profile.bytes)), DifferenceCase.flat(0xFF0000, .sRGB()))
    let found = try #require(report.deltaE).max
    #expect(expected > 3e-4 && abs(found - expected) < 1e-6)
  }

  // MARK: Alpha

  @Test func alphaIsComparedOverBlackAndOverWhite() async throws {
    let half = PNGFile.image16(width: 1, colorType: 6, [0, 0, 0, 32768]).bytes
    let report = try await DifferenceCase().report(half, DifferenceCase.flat(0x808080, width: 1, height: 1))
    #expect(abs(try #require(report.deltaE).max - 39.93) < 6e-3)
    let white = ReferenceDifference.difference(
      .init(0, 0, 0, alpha: 32768.0 / 65535), in: .init(.sRGB), .init(128 / 255, 128 / 255, 128 / 255),
      in: .init(.sRGB))
    #expect(abs(try #require(report.deltaE).max - white) < 1e-6)
  }

  @Test func transparentPixelsAreEqualWhateverColorTheyKeep() async throws {
    let red = PNGFile.image8(width: 2, colorType: 6, [255, 0, 0, 0, 255, 0, 0, 0]).bytes
    let green = PNGFile.image8(width: 2, colorType: 6, [0, 255, 0, 0, 0, 255, 0, 0]).bytes
    let report = try await DifferenceCase().report(red, green)
    #expect(report.verdict == .same && report.deltaE?.max == 0 && report.deltaE?.maxAt == nil)
    let exact = try await DifferenceCase().report(red, green, DifferenceRequest(.exact))
    #expect(exact.verdict == .different && exact.pixels?.different == 2 && exact.deltaE?.max == 0)
  }

  // MARK: Pictures

  /// Random pictures of many colours, some equal, some translucent, against the plain comparison: figures, places, counts.
  @Test(arguments: [(61, 47, false), (130, 90, true), (1, 70, true), (300, 3, false), (5, 5, true)])
  func theFiguresAreThoseOfThePlainComparison(width: Int, height: Int, hasAlpha: Bool) async throws {
    var random = SplitMix64(seed: UInt64(width * 1000 + height))
    let channels = hasAlpha ? 4 : 3
    var first = (0..<width * height * channels).map { _ in UInt16.random(in: 0...65535, using: &random) }
    var second = first
    for index in second.indices where index.isMultiple(of: 7) {
      second[index] = UInt16(clamping: Int(second[index]) + Int.random(in: -3000...3000, using: &random))
    }
    if hasAlpha {
      for pixel in 0..<width * height where pixel % 5 != 0 {
        first[pixel * 4 + 3] = 65535
        second[pixel * 4 + 3] = 65535
      }
    }
    let spaces = (ReferenceDifference.Space(.sRGB), ReferenceDifference.Space(.displayP3))
    let colorType: UInt8 = hasAlpha ? 6 : 2
    for isRetagged in [false, true] {
      let after = isRetagged ? spaces.1 : spaces.0
      let rows = (0..<height).map { y in
        (0..<width).map { x in
          ReferenceDifference.difference(
            Self.pixel(first, y * width + x, channels), in: spaces.0,
            Self.pixel(second, y * width + x, channels), in: after)
        }
      }
      let expected = ReferenceDifference.figures(of: rows, threshold: 1)
      let tag: PNGFile.Chunk = isRetagged ? DifferenceCase.profile(.displayP3) : .sRGB()
      for jobs in [1, 2] {
        let report = try await DifferenceCase().report(
          PNGFile.image16(width: width, colorType: colorType, first).adding(.sRGB()).bytes,
          PNGFile.image16(width: width, colorType: colorType, second).adding(tag).bytes, jobs: jobs)
        Self.expect(report, expected)
      }
    }
  }

  private static func pixel(_ samples: [UInt16], _ index: Int, _ channels: Int) -> ReferenceDifference.Pixel {
    let values = samples[index * channels..<(index + 1) * channels].map { Double($0) / 65535 }
    return .init(values[0], values[1], values[2], alpha: channels == 4 ? values[3] : 1)
  }

  private static func expect(_ report: DifferenceReport, _ expected: ReferenceDifference.Figures) {
    guard let deltaE = report.deltaE, let pixels = report.pixels else {
      Issue.record("nothing was compared")
      return
    }
    #expect(pixels.different == expected.different)
    #expect(abs(deltaE.mean - expected.mean) < 5e-4 * expected.mean + 1e-6)
    #expect(abs(deltaE.p95 - expected.p95) < 2e-3 * expected.p95 + 1e-6)
    #expect(abs(deltaE.p99 - expected.p99) < 2e-3 * expected.p99 + 1e-6)
    #expect(abs(deltaE.max - expected.max) < 5e-4 * expected.max + 1e-6)
    #expect(report.regions.reduce(0) { $0 + $1.pixels } == expected.different)
    if let densest = report.densest {
      let count = densest.share * Double(densest.width * densest.height)
      #expect(Int(count.rounded()) == expected.densest)
    } else {
      #expect(expected.densest == 0)
    }
  }

  /// More pairs of colours than are remembered: from then on floats are taken, and Double where it matters.
  @Test func aPictureOfVeryManyColorsIsCountedExactly() async throws {
    var random = SplitMix64(seed: 7)
    let (width, height) = (200, 150)
    let first = (0..<width * height * 3).map { _ in UInt16.random(in: 0...65535, using: &random) }
    let second = first.map { UInt16(clamping: Int($0) + Int.random(in: -900...900, using: &random)) }
    let space = ReferenceDifference.Space(.sRGB)
    let rows = (0..<height).map { y in
      (0..<width).map { x in
        ReferenceDifference.difference(
          Self.pixel(first, y * width + x, 3), in: space, Self.pixel(second, y * width + x, 3), in: space)
      }
    }
    let expected = ReferenceDifference.figures(of: rows, threshold: 1)
    #expect(expected.different > 1000 && expected.different < width * height / 2)
    let report = try await DifferenceCase().report(
      PNGFile.image16(width: width, colorType: 2, first).bytes,
      PNGFile.image16(width: width, colorType: 2, second).bytes)
    Self.expect(report, expected)
  }

  @Test func onePixelIsFoundWhereItIs() async throws {
    var samples = [UInt8](repeating: 200, count: 100 * 80 * 3)
    let before = PNGFile.image8(width: 100, colorType: 2, samples).bytes
    samples[(57 * 100 + 33) * 3] = 10
    let report = try await DifferenceCase().report(
      before, PNGFile.image8(width: 100, colorType: 2, samples).bytes)
    #expect(report.pixels?.different == 1 && report.pixels?.compared == 8000)
    #expect(report.deltaE?.maxAt == .init(x: 33, y: 57))
    #expect(report.regions.map(\.box) == [ImageRegion(x: 33, y: 57, width: 1, height: 1)])
    let densest = try #require(report.densest)
    #expect((densest.x..<densest.x + 32).contains(33) && (densest.y..<densest.y + 32).contains(57))
    #expect(densest.share == 1.0 / 1024)
    #expect(report.findings.map(\.rule) == [.pixelsDiffer])
    #expect(report.findings[0].message.hasPrefix("1 pixel (0.01 %) in 1 place differ by ΔE 1.0 or more"))
  }

  @Test func regionsAreEightConnected() async throws {
    var samples = [UInt8](repeating: 0, count: 10 * 10)
    let before = PNGFile.image8(width: 10, colorType: 0, samples).bytes
    for (x, y) in [(1, 1), (2, 2), (3, 1), (7, 7), (7, 8)] { samples[y * 10 + x] = 255 }
    let report = try await DifferenceCase().report(
      before, PNGFile.image8(width: 10, colorType: 0, samples).bytes)
    #expect(
      report.regions.map(\.box) == [
        ImageRegion(x: 1, y: 1, width: 3, height: 2), ImageRegion(x: 7, y: 7, width: 1, height: 2),
      ])
    #expect(report.regions.map(\.pixels) == [3, 2])
    #expect(report.regions.allSatisfy { abs($0.maxDeltaE - 100) < 1e-4 })
  }

  // MARK: What may differ

  @Test func whatMayDifferIsAllowed() async throws {
    var samples = [UInt8](repeating: 0, count: 10 * 10)
    let before = PNGFile.image8(width: 10, colorType: 0, samples).bytes
    for index in 0..<5 { samples[index] = 255 }
    let after = PNGFile.image8(width: 10, colorType: 0, samples).bytes
    func verdict(_ change: (inout DifferenceRequest) -> Void) async throws -> DifferenceReport.Verdict {
      var request = DifferenceRequest()
      change(&request)
      return try await DifferenceCase().report(before, after, request).verdict
    }
    #expect(try await verdict { _ in } == .different)
    #expect(try await verdict { $0.maxPixels = 5 } == .same)
    #expect(try await verdict { $0.maxPixels = 4 } == .different)
    #expect(try await verdict { $0.maxShare = 0.05 } == .same)
    #expect(try await verdict { $0.maxShare = 0.049 } == .different)
    #expect(try await verdict { ($0.maxPixels, $0.maxShare) = (5, 0.01) } == .different)
    #expect(try await verdict { $0.threshold = 100.5 } == .same)
    #expect(try await verdict { $0.threshold = 0 } == .different)
    var allowed = DifferenceRequest()
    allowed.maxPixels = 5
    let report = try await DifferenceCase().report(before, after, allowed)
    #expect(report.findings.map(\.level) == [.note] && report.pixels?.different == 5)
  }

  @Test func theSizeIsAFindingAndNothingElseIsCompared() async throws {
    let report = try await DifferenceCase().report(
      DifferenceCase.flat(0), DifferenceCase.flat(0, width: 9), DifferenceRequest(.screenshot))
    #expect(report.verdict == .different && !report.comparable)
    #expect(report.findings.map(\.rule) == [.sizeDiffers] && report.findings[0].level == .error)
    #expect(report.findings[0].message.hasPrefix("8×8 pixels before, 9×8 after"))
    #expect(report.pixels == nil && report.deltaE == nil && report.densest == nil && report.regions.isEmpty)
  }

  @Test func exactComparesSamplesDepthAndTag() async throws {
    let plain = DifferenceCase.flat(0x808080)
    #expect(try await DifferenceCase().report(plain, plain, DifferenceRequest(.exact)).verdict == .same)
    let tagged = try await DifferenceCase().report(
      plain, DifferenceCase.flat(0x808080, .sRGB()), DifferenceRequest(.exact))
    #expect(tagged.verdict == .different && tagged.findings.map(\.rule) == [.tagDiffers])
    let wide = PNGFile.image16(width: 8, colorType: 2, [UInt16](repeating: 0x8080, count: 192)).bytes
    let deep = try await DifferenceCase().report(plain, wide, DifferenceRequest(.exact))
    #expect(deep.findings.map(\.rule) == [.depthDiffers] && deep.verdict == .different)
    #expect(deep.pixels?.different == 0)
    let near = try await DifferenceCase().report(
      plain, DifferenceCase.flat(0x808081), DifferenceRequest(.exact))
    #expect(near.pixels?.different == 64 && near.verdict == .different)
  }

  @Test func grayAndColorAreCompared() async throws {
    let gray = PNGFile.image8(width: 8, colorType: 0, [UInt8](repeating: 0x80, count: 64)).bytes
    let report = try await DifferenceCase().report(gray, DifferenceCase.flat(0x808080))
    #expect(report.verdict == .same && report.deltaE?.max == 0 && report.findings.isEmpty)
  }

  @Test func anUntaggedImageHasANote() async throws {
    let report = try await DifferenceCase().report(DifferenceCase.flat(0), DifferenceCase.flat(0, .sRGB()))
    #expect(report.notes.count == 1 && report.notes[0].hasSuffix("before.png: no colour tag: read as sRGB"))
    #expect(report.tags?.before == "sRGB (assumed)" && report.findings.map(\.rule) == [.tagDiffers])
    #expect(report.verdict == .same)
  }

  // MARK: What is left out

  @Test func boxesAndMasksAreNotCompared() async throws {
    let before = DifferenceCase.flat(0, width: 10, height: 10)
    let after = DifferenceCase.flat(0xFFFFFF, width: 10, height: 10)
    var request = DifferenceRequest()
    request.ignoredBoxes = [
      ImageRegion(x: 0, y: 0, width: 4, height: 10), ImageRegion(x: 2, y: 0, width: 4, height: 5),
      ImageRegion(x: 9, y: 9, width: .max, height: .max), ImageRegion(x: 50, y: 50, width: 1, height: 1),
    ]
    let boxed = try await DifferenceCase().report(before, after, request)
    #expect(
      boxed.pixels == DifferencePixels(compared: 49, different: 49, antialiased: 0, ignored: 51, share: 1))
    let drawing = try DifferenceCase()
    let mask = (0..<100).map { UInt8($0 < 70 ? 255 : 0) }
    request.mask = .file(
      try drawing.folder.write(PNGFile.image8(width: 10, colorType: 0, mask).bytes, to: "mask.png"))
    let masked = try await drawing.report(before, after, request)
    #expect(masked.pixels?.ignored == 70 + 3 * 4 + 1 && masked.pixels?.compared == 17)
    #expect(masked.regions.first?.box.x == 4)
  }

  @Test func aMaskOfAnotherSizeIsAnError() async throws {
    let drawing = try DifferenceCase()
    var request = DifferenceRequest()
    request.mask = .file(try drawing.folder.write(DifferenceCase.flat(0, width: 3), to: "mask.png"))
    await #expect(throws: ImageError.self) {
      try await drawing.report(DifferenceCase.flat(0), DifferenceCase.flat(0), request)
    }
  }

  // MARK: Reading

  @Test func damageIsAnErrorAlsoWhereTheOtherImageEnds() async throws {
    let whole = DifferenceCase.flat(0x123456, width: 64, height: 64)
    for pair in [(whole, Array(whole.dropLast(400))), (Array(whole.dropLast(400)), whole)] {
      for jobs in [1, 2] {
        await #expect(throws: ImageError.self) {
          try await DifferenceCase().report(pair.0, pair.1, jobs: jobs)
        }
      }
    }
  }

  /// Strips and their edges: a tall picture with differences on both sides of every boundary, also with neighbours.
  @Test(arguments: [false, true])
  func nothingIsLostBetweenStrips(ignoresAntialiasing: Bool) async throws {
    let (width, height) = (3000, 200)
    var samples = [UInt8](repeating: 255, count: width * height)
    let before = PNGFile.image8(width: width, colorType: 0, samples).bytes
    for y in 0..<height { samples[y * width + (y * 13) % width] = 0 }
    var request = DifferenceRequest()
    request.ignoresAntialiasing = ignoresAntialiasing
    for jobs in [1, 2] {
      let report = try await DifferenceCase().report(
        before, PNGFile.image8(width: width, colorType: 0, samples).bytes, request, jobs: jobs)
      #expect(report.pixels?.different == height && report.pixels?.compared == width * height)
      #expect(report.pixels?.antialiased == 0)
      #expect(Set(report.regions.map(\.box.y)) == Set(0..<height))
      #expect(report.regions.allSatisfy { $0.box.x == $0.box.y * 13 % width })
    }
  }

  /// Rows that repeat others are not looked at again, but where each pixel is painted: the reports have to be equal. Of
  /// few colours and of more than are remembered, over several strips.
  @Test(
    arguments: [
      (40, 3, DifferencePreset.visible), (2500, 200, .visible), (2500, 200, .exact), (2500, 256, .screenshot),
    ])
  func repeatedRowsCountAsOthersDo(width: Int, shades: Int, preset: DifferencePreset) async throws {
    var random = SplitMix64(seed: UInt64(width + shades))
    let height = 240
    var request = DifferenceRequest(preset)
    request.ignoredBoxes = [
      ImageRegion(x: 3, y: 50, width: 9, height: 31), ImageRegion(x: 20, y: 52, width: 4, height: 4),
    ]
    let drawn = { (random: inout SplitMix64) in
      (0..<width * 3).map { _ in UInt8(Int.random(in: 0..<shades, using: &random)) }
    }
    var before: [UInt8] = []
    var after: [UInt8] = []
    var rows = (drawn(&random), drawn(&random))
    for _ in 0..<height {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: rows = (drawn(&random), drawn(&random))
      case 1: rows.1 = rows.0
      case 2: rows.1[Int.random(in: 0..<width * 3, using: &random)] ^= 0xFF
      default: break
      }
      before += rows.0
      after += rows.1
    }
    let pictures = try DifferenceCase()
    let files = try (
      pictures.folder.write(PNGFile.image8(width: width, colorType: 2, before).bytes, to: "before.png"),
      pictures.folder.write(PNGFile.image8(width: width, colorType: 2, after).bytes, to: "after.png")
    )
    let difference = ImageDifference(request)
    let plain = try await difference.compare(.file(files.0), .file(files.1))
    let painted = try await difference.compare(
      .file(files.0), .file(files.1), heatmap: .file(pictures.folder.path("heatmap.png")))
    #expect(plain.verdict == .different && plain.regions.count > 10)
    #expect(preset != .screenshot || (plain.pixels?.antialiased ?? 0) > 0)
    #expect(plain.pixels == painted.pixels)
    #expect(plain.deltaE == painted.deltaE)
    #expect(plain.densest == painted.densest)
    #expect(plain.regions == painted.regions)
  }
}
