import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import TestSupport

/// A small PNG in a folder of its own, which is removed with the last copy.
struct CheckTestImage {
  private let folder: TemporaryFolder

  var path: String { folder.path("image.png") }
  var source: ImageSource { .file(path) }

  /// - Parameter samples: 16-bit, `width * height` pixels of `format`; with 8 bits their high bytes count.
  init(
    width: Int, height: Int, format: PixelFormat = .rgb16, bitDepth: Int = 16, chunks: [PNGChunk] = [],
    samples: [UInt16]
  ) throws {
    folder = try TemporaryFolder()
    let pixels = PixelBuffer(width: width, height: height, format: format, samples: samples)
    try pixels.writePNG(to: path, bitDepth: bitDepth, chunks: chunks)
  }

  /// An image of 4 by 2 pixels of one 16-bit colour, which lies inside sRGB unless given.
  init(
    color: [UInt16] = [0x5234, 0x6081, 0x5800], format: PixelFormat = .rgb16, bitDepth: Int = 16,
    chunks: [PNGChunk]
  ) throws {
    try self.init(
      width: 4, height: 2, format: format, bitDepth: bitDepth, chunks: chunks,
      samples: (0..<8).flatMap { _ in color })
  }
}

extension PNGChunk {
  /// iCCP with the profile of a built-in space.
  static func profile(_ space: RGBColorSpace, gray: Bool = false) -> PNGChunk {
    .embeddedProfile(name: "test", profile: (gray ? space.grayProfile : space.profile).bytes)
  }
}
