import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import TestSupport

/// A file in memory, converted by the library and read back.
struct ConvertedImage {
  let report: ConversionReport
  /// The result, decoded.
  let result: DecodedPNG
  /// The result's bytes.
  let bytes: [UInt8]

  /// The result as chunks.
  var file: PNGFile { PNGFile(bytes) }

  /// Converts `file` to `target`; `change` adjusts the request's defaults.
  init(
    _ file: PNGFile, to target: RGBColorSpace = .sRGB, _ change: (inout ConversionRequest) -> Void = { _ in }
  ) async throws {
    var request = ConversionRequest(target: .space(target))
    change(&request)
    try await self.init(file.bytes, request)
  }

  init(_ input: [UInt8], _ request: ConversionRequest) async throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(input, to: "in.png")
    report = try await ImageConversion(request).convert(
      .file(source), to: .file(folder.path("out.png")))
    bytes = try folder.bytes("out.png")
    result = try DecodedPNG(bytes)
  }
}
