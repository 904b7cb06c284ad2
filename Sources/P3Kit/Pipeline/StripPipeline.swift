import PNGCodec
import Pixels

/// Moves an image through the pipeline in strips, so that memory does not grow with its height.
///
/// One task reads and writes, in order; the strips between are converted side by side.
struct StripPipeline: Sendable {
  let executor: PixelExecutor
  let outputHeader: PNGHeader
  let colorChunks: [PNGChunk]
  let metadata: MetadataFilter
  let compression: PNGWriteOptions.Compression
  let budget: StripBudget

  /// Bytes of samples in one strip: large enough to compress well on its own, small enough for the caches.
  private static let stripByteCount = 512 << 10

  /// Rows of one strip of `width` pixels: at least one.
  static func stripHeight(width: Int, _ format: PixelFormat) -> Int {
    max(1, stripByteCount / (width * format.bytesPerPixel))
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
      if budget.isParallel, reader.remainingRows > stripHeight {
        try await convertSideBySide(&reader, into: &writer)
      } else {
        while let strip = try nextStrip(&reader) { try writer.writeRows(converted(strip)) }
      }
      try reader.finish()
      try writer.finish(trailing: metadata.kept(reader.metadata).trailing)
    } catch {
      throw .png(error)
    }
  }

  private func convertSideBySide(
    _ reader: inout PNGReader, into writer: inout PNGWriter
  ) async throws(PNGError) {
    try await withTaskGroup(of: (Int, Handover).self) { group -> Result<Void, PNGError> in
      do throws(PNGError) {
        try await keepBusy(&group, &reader, &writer)
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private func keepBusy(
    _ group: inout TaskGroup<(Int, Handover)>, _ reader: inout PNGReader, _ writer: inout PNGWriter
  ) async throws(PNGError) {
    var started = 0
    var written = 0
    var finished: [Int: Handover] = [:]
    // After an error, the permits of strips that will never be written.
    defer { for _ in 1..<max(1, started - written) { budget.giveBack() } }
    while true {
      // One strip is always allowed; each further one costs a permit.
      while reader.remainingRows > 0, started == written || budget.take() {
        guard let strip = try nextStrip(&reader) else { break }
        let (index, source) = (started, Handover(strip))
        group.addTask { (index, Handover(converted(source.take()))) }
        started += 1
      }
      guard let (index, result) = await group.next() else { return }
      finished[index] = result
      while let strip = finished.removeValue(forKey: written) {
        try writer.writeRows(strip.take())
        written += 1
        if started > written { budget.giveBack() }
      }
    }
  }

  private var stripHeight: Int {
    Self.stripHeight(width: outputHeader.width, outputHeader.pixelFormat(hasTransparency: false))
  }

  /// The next rows of the image, or nil after the last.
  private func nextStrip(_ reader: inout PNGReader) throws(PNGError) -> PixelBuffer? {
    guard reader.remainingRows > 0 else { return nil }
    return try reader.readRows(stripHeight)
  }

  /// The strip in the colours and at the depth of the output.
  private func converted(_ strip: consuming PixelBuffer) -> PixelBuffer {
    executor.convert(&strip)
    if outputHeader.bitDepth == 8 { DepthReduction.roundTo8Bits(&strip) }
    return strip
  }
}
