@testable import ColorManagement
@testable import Basics
@testable import ImageFiles
@testable import PNGCodec

/// The interpreters of colour and metadata chunks, and what the program says and writes of them.
enum ChunksTarget {
  static func run(_ bytes: [UInt8]) {
    let chunks = ChunksInput.chunks(of: bytes)
    let metadata = PNGMetadata(chunks: chunks)
    _ = metadata.filtered(by: [.exif, .xmp, .text]).settingExifColorSpace(.uncalibrated)
    // sBIT depends on type and depth.
    for type in [PNGColorType.rgb, .gray, .palette] {
      let header = PNGHeader(width: 1, height: 1, bitDepth: type == .gray ? 16 : 8, colorType: type)
      interpret(PNGColorInfo(chunks: chunks, header: header), isGray: type == .gray)
    }
  }

  private static func interpret(_ info: PNGColorInfo, isGray: Bool) {
    _ = info.chunks
    // Each statement alone, so that a strong one does not hide the others.
    for info in [info] + info.present.map(info.only) {
      do {
        let color = try SourceColor(
          resolving: info, isGray: isGray, assumed: RGBColorSpace.sRGB.profile, path: "fuzz")
        _ = ProfileReport(color.profile)
      } catch {
        _ = "\(error)"
      }
    }
  }
}
