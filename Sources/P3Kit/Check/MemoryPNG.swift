import PNGCodec
import Pixels

/// Small PNG files that go into a report instead of a folder.
enum MemoryPNG {
  /// `image` rounded to 8 bits as the bytes of a file, by way of a scratch file without a name.
  static func encode(_ image: inout PixelBuffer, chunks: [PNGChunk]) throws(ImageError) -> [UInt8] {
    Dither.none.reduceTo8Bits(&image, firstRow: 0)
    let header = PNGHeader(width: image.width, height: image.height, bitDepth: 8, format: image.format)
    let scratch: Int32
    do throws(FileError) { scratch = try ScratchFile.open() } catch { throw .file(error) }
    defer { try? SystemCall.close(scratch, path: "preview") }
    do throws(PNGError) {
      var writer = try PNGWriter(fileDescriptor: scratch, header: header, chunks: chunks, name: "preview")
      try writer.writeRows(image)
      try writer.finish()
    } catch {
      throw .png(error)
    }
    do throws(FileError) {
      return try SystemCall.contents(of: scratch, path: "preview")
    } catch {
      throw .file(error)
    }
  }
}
