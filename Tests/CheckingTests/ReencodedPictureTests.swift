import ImageCases
import Analysis
import ColorManagement
import Conversion
import ImageFiles
import Oracles
import PNGCodec
import PixelConversion
import Pixels
import TestSupport
import Testing

@testable import Checking

/// Encodings of one picture are the same picture by default, and what changes its colours is found.
@Suite struct ReencodedPictureTests {
  private static let width = 96
  private static let height = 64

  /// A smooth picture with saturated sRGB colours, 8-bit codes.
  private static let codes: [UInt8] = {
    var codes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let blue = (x * 3 + y * 5) % 256
        for code in [x * 255 / 95, y * 255 / 63, blue] { codes.append(UInt8(code)) }
      }
    }
    return codes
  }()

  private static let plain = PNGFile.image8(width: width, colorType: 2, codes)

  /// The picture converted to `space`, correctly rounded to `bits` bits.
  private static func converted(to space: RGBColorSpace, bits: Int) throws -> PNGFile {
    let plan = try ConversionPlan(
      source: RGBColorSpace.sRGB.profile, destination: space.profile, sourceIsGrayImage: false)
    var image = PixelBuffer(
      width: width, height: height, format: .rgb16, samples: codes.map { UInt16($0) * 257 })
    try PixelExecutor(plan, mapping: .clip).convert(&image)
    if bits == 16 { return PNGFile.image16(width: width, colorType: 2, image.samples) }
    return PNGFile.image8(width: width, colorType: 2, image.samples.map { UInt8((Int($0) + 128) / 257) })
  }

  /// The same rows in the seven passes of Adam7.
  private static var interlaced: PNGFile {
    var bytes: [UInt8] = []
    for (left, top, across, down) in [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ] {
      for y in stride(from: top, to: height, by: down) {
        bytes.append(0)
        for x in stride(from: left, to: width, by: across) {
          bytes += codes[(y * width + x) * 3..<(y * width + x) * 3 + 3]
        }
      }
    }
    return plain.changing("IHDR") { $0.data[12] = 1 }
      .changing("IDAT") { $0.data = PNGFile.storedZlib(bytes) }
  }

  enum Encoding: String, CaseIterable {
    case sRGBChunk, embeddedSRGB, codePointsSRGB, sixteenBits, opaqueAlpha, interlaced, compressed,
      displayP3At16,
      displayP3At8, codePointsP3, adobeRGB, rec2020, proPhoto

    func bytes(_ folder: TemporaryFolder) throws -> [UInt8] {
      let plain = ReencodedPictureTests.plain
      switch self {
      case .sRGBChunk: return plain.adding(.sRGB()).bytes
      case .embeddedSRGB: return plain.adding(DifferenceCase.profile(.sRGB)).bytes
      case .codePointsSRGB: return plain.adding(.cICP(1, 13)).bytes
      case .sixteenBits:
        let wide = ReencodedPictureTests.codes.map { UInt16($0) * 257 }
        return PNGFile.image16(width: width, colorType: 2, wide).bytes
      case .opaqueAlpha:
        let codes = ReencodedPictureTests.codes
        var samples: [UInt8] = []
        for pixel in 0..<codes.count / 3 { samples += codes[3 * pixel..<3 * pixel + 3] + [255] }
        return PNGFile.image8(width: width, colorType: 6, samples).bytes
      case .interlaced: return ReencodedPictureTests.interlaced.bytes
      case .compressed:
        let wide = ReencodedPictureTests.codes.map { UInt16($0) * 257 }
        try PixelBuffer(width: width, height: height, format: .rgb16, samples: wide).writePNG(
          to: folder.path("small.png"), bitDepth: 8, options: PNGWriteOptions(compression: .small))
        return try folder.bytes("small.png")
      case .displayP3At16: return try tagged(.displayP3, 16)
      case .displayP3At8: return try tagged(.displayP3, 8)
      case .codePointsP3: return try converted(to: .displayP3, bits: 16).adding(.cICP(12, 13)).bytes
      case .adobeRGB: return try tagged(.adobeRGB, 16)
      case .rec2020: return try tagged(.rec2020, 16)
      case .proPhoto: return try tagged(.proPhoto, 16)
      }
    }

    private func tagged(_ space: RGBColorSpace, _ bits: Int) throws -> [UInt8] {
      try converted(to: space, bits: bits).adding(DifferenceCase.profile(space)).bytes
    }
  }

  @Test(arguments: Encoding.allCases)
  func anotherEncodingIsTheSamePicture(encoding: Encoding) async throws {
    let drawing = try DifferenceCase()
    let other = try encoding.bytes(drawing.folder)
    for pair in [(Self.plain.bytes, other), (other, Self.plain.bytes)] {
      let report = try await drawing.report(pair.0, pair.1)
      #expect(report.verdict == .same && report.pixels?.different == 0)
      #expect(report.pixels?.compared == Self.width * Self.height)
      // What 8 bits of a wider space cannot hold is seen, and is under the threshold.
      #expect(try #require(report.deltaE).max < (encoding == .displayP3At8 ? 1 : 0.02))
      #expect(report.findings.allSatisfy { $0.level == .note })
    }
  }

  @Test func whatChangesColorsIsFoundAmongEncodings() async throws {
    let drawing = try DifferenceCase()
    let other = try Encoding.displayP3At16.bytes(drawing.folder)
    // The numbers of one space with the tag of the other.
    let retagged = try Self.converted(to: .displayP3, bits: 16).bytes
    let report = try await drawing.report(Self.plain.bytes, retagged)
    #expect(report.verdict == .different && (report.pixels?.share ?? 0) > 0.5)
    // One pixel, in another encoding.
    var codes = Self.codes
    codes[(20 * Self.width + 70) * 3] ^= 0x40
    let changed = try await drawing.report(
      PNGFile.image8(width: Self.width, colorType: 2, codes).bytes, other)
    #expect(changed.pixels?.different == 1 && changed.deltaE?.maxAt == .init(x: 70, y: 20))
    #expect(changed.regions.map(\.box) == [ImageRegion(x: 70, y: 20, width: 1, height: 1)])
  }

  @Test func aShiftedLetterIsFoundInItsPlace() async throws {
    let page = LetterPage(words: ["LIFE", "CABLE"], cell: 2)
    var other = page
    other.words[1] = "CAB LE"
    let report = try await DifferenceCase().report(page.png, other.png)
    #expect(report.verdict == .different)
    let top = 6 + 10 * 2, bottom = 6 + 17 * 2
    #expect(report.regions.allSatisfy { $0.box.y >= top && $0.box.y + $0.box.height <= bottom })
    // The letters before it are where they were: 7 cells of 2 pixels each.
    #expect(report.regions.allSatisfy { $0.box.x >= 6 + 3 * 14 })
    #expect(report.regions.contains { $0.box.x == 6 + 3 * 14 })
  }

  /// A profile with tables is compared by way of ProPhoto RGB, with a note.
  @Test func aProfileWithTablesIsCompared() async throws {
    let bytes = Self.plain.adding(.iCCP(TableProfile.bytes)).bytes
    let same = try await DifferenceCase().report(bytes, bytes)
    #expect(same.verdict == .same && same.notes.count == 2)
    #expect(same.notes[0].contains("its profile has tables"))
    let other = try await DifferenceCase().report(bytes, Self.plain.bytes)
    #expect(other.comparable)
  }
}
