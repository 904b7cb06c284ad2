import PNGCodec
import Pixels

/// Small PNG files that go into a report instead of a folder.
enum MemoryPNG {
  /// `image` rounded to 8 bits as the bytes of a file, by way of a scratch file without a name.
  static func encode(_ image: inout PixelBuffer, chunks: [PNGChunk]) throws(ImageError) -> [UInt8] {
    Dither.none.reduceTo8Bits(&image, firstRow: 0)
    let header = PNGHeader(width: image.width, height: image.height, bitDepth: 8, format: image.format)
    let scratch = try ImageError.at("preview") { () throws(FileError) in try ScratchFile.open() }
    defer { try? SystemCall.close(scratch, path: "preview") }
    try ImageError.at("preview") { () throws(PNGError) in
      var writer = try PNGWriter(fileDescriptor: scratch, header: header, chunks: chunks, name: "preview")
      try writer.writeRows(image)
      try writer.finish()
    }
    return try ImageError.at("preview") { () throws(FileError) in
      try SystemCall.contents(of: scratch, path: "preview")
    }
  }
}
