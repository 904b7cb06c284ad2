package import PNGCodec
package import Pixels

/// Cuts an image into strips, each beginning with the last row of the one before.
package struct StripReader {
  /// Rows of each strip but the last, without the row of context.
  package let height: Int

  /// The last row read, before anything was done to it.
  private var above: [UInt16] = []

  package init(height: Int) { self.height = height }

  /// One strip, ready to be handed to a worker.
  package struct Strip: Sendable {
    package let pixels: Handover<PixelBuffer>
    /// The row of the image that follows the context.
    package let firstRow: Int
    /// 0 for the first strip, 1 for the others.
    package let contextRows: Int
  }

  /// The next strip of `reader`, or nil after the last.
  package mutating func next(of reader: inout PNGReader) throws(PNGError) -> Strip? {
    guard reader.remainingRows > 0 else { return nil }
    let firstRow = reader.rowsRead
    let contextRows = firstRow > 0 ? 1 : 0
    let pixels = try reader.readRows(height, below: above)
    above = Array(pixels.samples[pixels.rowRange(pixels.height - 1)])
    return Strip(pixels: Handover(pixels), firstRow: firstRow, contextRows: contextRows)
  }
}

/// Rows of an image that several tasks read and none changes.
package final class SharedStrip: Sendable {
  package let pixels: PixelBuffer

  package init(_ pixels: consuming PixelBuffer) { self.pixels = pixels }
}
