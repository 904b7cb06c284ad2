import ColorManagement
import Foundation
import P3Kit
import PNGCodec
import Pixels

/// A small PNG in a folder of its own, gone when the test ends.
final class CheckTestImage {
  let path: String

  var source: ImageSource { .file(path) }

  /// - Parameter samples: 16-bit, `width * height` pixels of `format`; with 8 bits their high bytes count.
  init(
    width: Int, height: Int, format: PixelFormat = .rgb16, bitDepth: Int = 16, chunks: [PNGChunk] = [],
    samples: [UInt16]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("p3tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("image.png").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    defer { close(descriptor) }
    var writer = try PNGWriter(
      fileDescriptor: descriptor,
      header: PNGHeader(width: width, height: height, bitDepth: bitDepth, format: format), chunks: chunks)
    try writer.writeRows(PixelBuffer(width: width, height: height, format: format, samples: samples))
    try writer.finish()
  }

  /// An image of 4 by 2 pixels of one 16-bit colour, which lies inside sRGB unless given.
  convenience init(
    color: [UInt16] = [0x5234, 0x6081, 0x5800], format: PixelFormat = .rgb16, bitDepth: Int = 16,
    chunks: [PNGChunk]
  ) throws {
    try self.init(
      width: 4, height: 2, format: format, bitDepth: bitDepth, chunks: chunks,
      samples: (0..<8).flatMap { _ in color })
  }

  deinit { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
}

extension PNGChunk {
  /// iCCP with the profile of a built-in space.
  static func profile(_ space: RGBColorSpace, gray: Bool = false) -> PNGChunk {
    .embeddedProfile(name: "test", profile: (gray ? space.grayProfile : space.profile).bytes)
  }
}
