import PNGCodec
import Pixels

/// Cuts an image into strips, each beginning with the last row of the one before.
struct StripReader {
  /// Rows of each strip but the last, without the row of context.
  let height: Int

  /// The last row read, before anything was done to it.
  private var above: [UInt16] = []

  init(height: Int) { self.height = height }

  /// One strip, ready to be handed to a worker.
  struct Strip: Sendable {
    let pixels: Handover<PixelBuffer>
    /// The row of the image that follows the context.
    let firstRow: Int
    /// 0 for the first strip, 1 for the others.
    let contextRows: Int
  }

  /// The next strip of `reader`, or nil after the last.
  mutating func next(of reader: inout PNGReader) throws(PNGError) -> Strip? {
    guard reader.remainingRows > 0 else { return nil }
    let firstRow = reader.rowsRead
    let contextRows = firstRow > 0 ? 1 : 0
    let pixels = try reader.readRows(height, below: above)
    above = Array(pixels.samples[pixels.rowRange(pixels.height - 1)])
    return Strip(pixels: Handover(pixels), firstRow: firstRow, contextRows: contextRows)
  }
}

/// Rows of an image that several tasks read and none changes.
final class SharedStrip: Sendable {
  let pixels: PixelBuffer

  init(_ pixels: consuming PixelBuffer) { self.pixels = pixels }
}

/// Shows the rows of an image to those who look at them, from the first to the last.
///
/// While several look at one strip side by side, the next is read: two strips are in memory, of a very wide image two
/// rows.
enum StripScan {
  /// Reads `reader` to its end.
  ///
  /// - Parameters:
  ///   - first: rows that have been read already.
  ///   - height: rows of the strips that are read after them, from 1.
  ///   - budget: says whether other threads may be used.
  ///   - scans: what there is to do with a strip, in any order and on any threads. All of it is done before the next
  ///     strip comes.
  static func run(
    _ reader: inout PNGReader, from first: SharedStrip, height: Int, budget: StripPermits,
    scans: (SharedStrip) -> [@Sendable () -> Void]
  ) async throws(PNGError) {
    let rows = reader.header.height
    let isParallel = budget.isParallel && rows > height
    var strip = first
    while strip.pixels.height > 0 {
      WorkProgress.tell(.reading, rows: reader.rowsRead, of: rows)
      if isParallel {
        strip = try await readAhead(&reader, height: height, during: scans(strip))
      } else {
        for scan in scans(strip) { scan() }
        strip = SharedStrip(try reader.readRows(height))
      }
    }
    try reader.finish()
  }

  /// Reads the next rows while tasks of their own do `scans`.
  private static func readAhead(
    _ reader: inout PNGReader, height: Int, during scans: [@Sendable () -> Void]
  ) async throws(PNGError) -> SharedStrip {
    try await withTaskGroup(of: Void.self) { group -> Result<SharedStrip, PNGError> in
      for scan in scans { group.addTask { scan() } }
      let next = Result { () throws(PNGError) in SharedStrip(try reader.readRows(height)) }
      await group.waitForAll()
      return next
    }.get()
  }
}
