import PNGCodec
import Pixels

/// Moves an image through the pipeline in strips, so that memory does not grow with its height.
///
/// One task reads and writes, in order; the strips between are worked on side by side.
struct StripPipeline: Sendable {
  let work: StripWork
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

  /// Reads `reader` to its end, writes the result to `descriptor`, and tells `observe` of each strip, in order.
  func run(
    _ reader: inout PNGReader, into descriptor: Int32, name: String, observe: (StripWork.Outcome) -> Void
  ) async throws(ConversionError) {
    do throws(PNGError) {
      var writer = try PNGWriter(
        fileDescriptor: descriptor, header: outputHeader,
        chunks: colorChunks + metadata.kept(reader.metadata).leading,
        options: PNGWriteOptions(compression: compression), name: name)
      if budget.isParallel, reader.remainingRows > stripHeight {
        try await workSideBySide(&reader, into: &writer, observe: observe)
      } else {
        while let (strip, firstRow) = try nextStrip(&reader) {
          let outcome = work.perform(strip.take(), firstRow: firstRow)
          observe(outcome)
          try writer.writeRows(outcome.strip.take())
        }
      }
      try reader.finish()
      try writer.finish(trailing: metadata.kept(reader.metadata).trailing)
    } catch {
      throw .png(error)
    }
  }

  private func workSideBySide(
    _ reader: inout PNGReader, into writer: inout PNGWriter, observe: (StripWork.Outcome) -> Void
  ) async throws(PNGError) {
    try await withTaskGroup(of: (Int, StripWork.Outcome).self) { group -> Result<Void, PNGError> in
      do throws(PNGError) {
        try await keepBusy(&group, &reader, &writer, observe)
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private func keepBusy(
    _ group: inout TaskGroup<(Int, StripWork.Outcome)>, _ reader: inout PNGReader, _ writer: inout PNGWriter,
    _ observe: (StripWork.Outcome) -> Void
  ) async throws(PNGError) {
    var started = 0
    var written = 0
    var finished: [Int: StripWork.Outcome] = [:]
    // After an error, the permits of strips that will never be written.
    defer { for _ in 1..<max(1, started - written) { budget.giveBack() } }
    while true {
      // One strip is always allowed; each further one costs a permit.
      while reader.remainingRows > 0, started == written || budget.take() {
        guard let (strip, firstRow) = try nextStrip(&reader) else { break }
        let index = started
        group.addTask { (index, work.perform(strip.take(), firstRow: firstRow)) }
        started += 1
      }
      guard let (index, outcome) = await group.next() else { return }
      finished[index] = outcome
      while let outcome = finished.removeValue(forKey: written) {
        observe(outcome)
        try writer.writeRows(outcome.strip.take())
        written += 1
        if started > written { budget.giveBack() }
      }
    }
  }

  private var stripHeight: Int {
    Self.stripHeight(width: outputHeader.width, outputHeader.pixelFormat(hasTransparency: false))
  }

  /// The next rows of the image with the number of their first, or nil after the last.
  private func nextStrip(_ reader: inout PNGReader) throws(PNGError) -> (strip: Handover, firstRow: Int)? {
    guard reader.remainingRows > 0 else { return nil }
    let firstRow = reader.rowsRead
    return (Handover(try reader.readRows(stripHeight)), firstRow)
  }
}
