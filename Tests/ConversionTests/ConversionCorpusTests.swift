import Analysis
import ColorManagement
import Conversion
import ImageFiles
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Every picture of ../shared/corpus goes to sRGB and to Display P3.
@Suite struct ConversionCorpusTests {
  static let corpus = (try? SharedFolder.files(under: "corpus", suffix: ".png")) ?? []

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func theCorpusIsThere() throws {
    #expect(try SharedFolder.files(under: "corpus", suffix: ".png").count >= 78)
  }

  @Test(
    .enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"),
    .enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"), arguments: corpus,
    [RGBColorSpace.sRGB, .displayP3])
  func everySampleEqualsThePlainFormula(path: String, target: RGBColorSpace) async throws {
    let folder = try TemporaryFolder()
    var request = ConversionRequest(target: .space(target))
    request.depth = .sixteen
    let report = try await ImageConversion(request)
      .convert(.file(path), to: .file(folder.path("out.png")))
    let source = try DecodedPNG(path: path)
    let result = try DecodedPNG(path: folder.path("out.png"))

    #expect(result.format == source.format)
    #expect(result.header.bitDepth == 16)
    let embedded = try #require(result.color.embeddedProfile)
    #expect(embedded.bytes == (source.format.isGray ? target.grayProfile : target.profile).bytes)
    #expect(result.color.cicp == (target == .displayP3 ? .displayP3 : nil))
    #expect(report.bytesOut == (try folder.bytes("out.png").count))

    let color = try SourceColor(
      resolving: source.color, isGray: source.format.isGray, assumed: RGBColorSpace.sRGB.profile, path: path)
    // A profile that equals the target but for rounding is taken for it: every sample stays.
    let meaning = report.executor == "identity" ? embedded.bytes : color.profile.bytes
    let reference = try #require(
      ReferenceProfileConversion(source: meaning, destination: embedded.bytes))
    #expect(reference.firstDifference(source: source, result: result) == nil)
  }
}
