import ImageFiles
import PNGCodec
import Pixels

/// A heat map as a PNG: its rows, and a legend below. As wide as the image, or as the legend if that is wider.
///
/// Complete segments are compressed by another task while the caller paints the next rows.
struct HeatmapFile: ~Copyable {
  /// The image's columns.
  let columns: Int
  /// Width of the picture in pixels.
  let width: Int
  let legend: HeatmapLegend

  private let isParallel: Bool
  private var writer: PNGWriter
  private var cut: SegmentRows
  /// Segments to be compressed.
  private var complete: [SegmentRows.Piece] = []
  /// Compresses the segments before `complete`.
  private var encoding: Task<Result<[Handover<PNGSegment>], PNGError>, Never>?

  /// Starts a map of an image with `header`; the descriptor is not closed.
  init(
    of header: PNGHeader, legend: HeatmapLegend, to descriptor: Int32, name: String, isParallel: Bool
  ) throws(PNGError) {
    columns = header.width
    width = max(header.width, legend.minimumWidth)
    self.legend = legend
    self.isParallel = isParallel
    writer = try PNGWriter(
      fileDescriptor: descriptor,
      header: PNGHeader(width: width, height: header.height + legend.height, bitDepth: 8, colorType: .rgb),
      chunks: PNGChunk.sRGB(intent: 1), name: name)
    cut = SegmentRows(writer.encoder)
  }

  /// White rows for painting the next rows of the image, from the left.
  func canvas(height: Int) -> PixelBuffer {
    PixelBuffer(
      width: width, height: height, format: .rgb16,
      samples: [UInt16](repeating: 65535, count: width * height * 3))
  }

  /// Adds the next rows, which `advance` and `finish` write.
  mutating func add(_ canvas: borrowing PixelBuffer) { complete += cut.add(canvas) }

  /// Starts compressing complete segments, and writes those compressed before.
  mutating func advance() async throws(PNGError) {
    guard !complete.isEmpty else { return }
    try await writeEncoded()
    let (pieces, encoder) = (complete, writer.encoder)
    complete = []
    guard isParallel else {
      for piece in pieces { try writer.append(encoder.encode(piece)) }
      return await Task.yield()
    }
    encoding = Task {
      Result { () throws(PNGError) in
        try pieces.map { piece throws(PNGError) in Handover(try encoder.encode(piece)) }
      }
    }
  }

  private mutating func writeEncoded() async throws(PNGError) {
    guard let task = encoding.take() else { return }
    for segment in try await task.value.get() { try writer.append(segment.take()) }
  }

  /// Adds the legend, and writes the rest. The descriptor is neither synced nor closed.
  consuming func finish() async throws(PNGError) {
    var drawn = PixelBuffer(width: legend.minimumWidth, height: legend.height, format: .rgb16)
    legend.draw(on: &drawn)
    for y in 0..<drawn.height {
      var row = canvas(height: 1)
      for (index, sample) in drawn.samples[drawn.rowRange(y)].enumerated() { row.samples[index] = sample }
      add(row)
      try await advance()
    }
    try await writeEncoded()
    try writer.finish()
  }
}
