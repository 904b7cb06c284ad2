import PNGCodec
import Pixels

/// Moves an image through the pipeline in strips, so that memory does not grow with its height.
struct StripPipeline: Sendable {
  let executor: PixelExecutor
  let outputHeader: PNGHeader
  let colorChunks: [PNGChunk]
  let metadata: MetadataFilter
  let compression: PNGWriteOptions.Compression
  let workers: Int

  /// Bytes of samples in one strip: large enough to compress well on its own, small enough for the caches.
  private static let stripByteCount = 512 << 10

  /// Rows of one strip: at least one.
  private var stripHeight: Int {
    let bytesPerRow = outputHeader.width * outputHeader.pixelFormat(hasTransparency: false).bytesPerPixel
    return max(1, Self.stripByteCount / bytesPerRow)
  }

  /// Reads `reader` to its end and writes the result to `descriptor`.
  func run(
    _ reader: inout PNGReader, into descriptor: Int32, name: String
  ) async throws(ConversionError) {
    do throws(PNGError) {
      var writer = try PNGWriter(
        fileDescriptor: descriptor, header: outputHeader,
        chunks: colorChunks + metadata.kept(reader.metadata).leading,
        options: PNGWriteOptions(compression: compression), name: name)
      while true {
        var strip = try reader.readRows(stripHeight)
        if strip.height == 0 { break }
        executor.convert(&strip)
        if outputHeader.bitDepth == 8 { DepthReduction.roundTo8Bits(&strip) }
        try writer.writeRows(strip)
      }
      try reader.finish()
      try writer.finish(trailing: metadata.kept(reader.metadata).trailing)
    } catch {
      throw .png(error)
    }
  }
}
