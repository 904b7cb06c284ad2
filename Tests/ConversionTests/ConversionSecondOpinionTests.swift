import Analysis
import ColorManagement
import Conversion
import ImageFiles
import TestSupport
import Testing

/// Other people's programs look at what we write.
@Suite struct ConversionSecondOpinionTests {
  /// A picture of each layout, with metadata.
  private static func picture(colorType: UInt8) -> PNGFile {
    let channels = [0: 1, 2: 3, 4: 2, 6: 4][Int(colorType)] ?? 0
    return PNGFile.image16(
      width: 8, colorType: colorType, (0..<8 * 8 * channels).map { UInt16(truncatingIfNeeded: $0 * 4099) }
    )
    .adding(.gAMA(50000), .tEXt("Title", "second opinion"))
    .addingAtEnd(.tEXt("Comment", "after the image"))
  }

  @Test(
    .enabled(if: ExternalProgram.pngcheck.isAvailable, "\(ExternalProgram.pngcheck.skipReason)"),
    arguments: [0, 2, 4, 6] as [UInt8], OutputDepth.allCases)
  func pngcheckFindsNothingButCICP(colorType: UInt8, depth: OutputDepth) async throws {
    for target in RGBColorSpace.allCases {
      for tagging in ColorTagging.allCases {
        var request = ConversionRequest(target: .space(target))
        request.depth = depth
        request.tagging = tagging
        if (try? request.validate()) == nil { continue }
        let converted = try await ConvertedImage(Self.picture(colorType: colorType).bytes, request)
        // pngcheck 3 and older call every cICP illegal and say no more about that file: look at the rest without it.
        let withoutCICP = PNGFile(chunks: converted.file.chunks.filter { $0.type != "cICP" })
        let folder = try TemporaryFolder()
        let path = try folder.write(withoutCICP.bytes, to: "out.png")
        let verdict = try ExternalProgram.pngcheck.output(["-q", path])
        #expect(verdict == "", "\(target) \(tagging)")
        let whole = try ExternalProgram.pngcheck.output([
          "-q", folder.write(converted.bytes, to: "whole.png"),
        ])
        let complaints = whole.split(separator: "\n").filter { !$0.hasPrefix("ERROR:") }
        #expect(complaints.allSatisfy { $0.contains("chunk cICP") }, "\(whole)")
      }
    }
  }

  @Test(
    .enabled(if: ExternalProgram.exiftool.isAvailable, "\(ExternalProgram.exiftool.skipReason)"),
    arguments: [2, 0] as [UInt8], RGBColorSpace.allCases)
  func exiftoolReadsTheProfile(colorType: UInt8, target: RGBColorSpace) async throws {
    let converted = try await ConvertedImage(Self.picture(colorType: colorType), to: target)
    let folder = try TemporaryFolder()
    let path = try folder.write(converted.bytes, to: "out.png")
    let said = try ExternalProgram.exiftool.output([
      "-s3", "-ICC_Profile:ProfileDescription", "-ICC_Profile:ColorSpaceData", "-PNG:ProfileName", path,
    ]).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
    let name = colorType == 2 ? target.displayName : "\(target.displayName) Gray"
    #expect(said.map { String($0) } == [name, colorType == 2 ? "RGB" : "GRAY", name])
  }
}
