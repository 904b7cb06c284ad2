import Foundation
package import PNGCodec
package import Pixels

extension PixelBuffer {
  /// Writes the pixels as a PNG file to `path`, over what is there.
  ///
  /// - Parameter bitDepth: 8 or 16; with 8, the high byte of each sample counts.
  package borrowing func writePNG(
    to path: String, bitDepth: Int = 16, chunks: [PNGChunk] = [], options: PNGWriteOptions = PNGWriteOptions()
  ) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
    defer { close(descriptor) }
    var writer = try PNGWriter(
      fileDescriptor: descriptor,
      header: PNGHeader(width: width, height: height, bitDepth: bitDepth, format: format), chunks: chunks,
      options: options, name: path)
    try writer.writeRows(self)
    try writer.finish()
  }
}
