package import PNGCodec
package import Pixels

/// Divides an image into strips.
package struct StripReader: Sendable {
  /// Rows of each strip but the last, without the row of context.
  package let height: Int

  /// Whether each strip begins with the last row of the strip before.
  private let hasContext: Bool
  /// The last row read, unchanged, if the next strip begins with it.
  private var above: [UInt16] = []
  private var count = 0
  /// The first strip, if it was read early.
  private var first: Strip?

  /// - Parameter hasContext: whether each strip begins with the last row of the strip before.
  package init(height: Int, hasContext: Bool = false) {
    self.height = height
    self.hasContext = hasContext
  }

  /// Strips of about half a megabyte of samples.
  package init(of reader: borrowing PNGReader, hasContext: Bool = false) {
    self.init(
      height: StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat),
      hasContext: hasContext)
  }

  /// One strip, ready to be handed to a worker.
  package struct Strip: Sendable {
    /// The strip's number, from 0 at the top.
    package let index: Int
    package let pixels: Handover<PixelBuffer>
    /// The strip's rows in the image, without the context.
    package let rows: Range<Int>
    /// 1 if the pixels begin with the row above, else 0.
    package let contextRows: Int
  }

  /// Reads the first strip now, so that memory proportional to the image is allocated only once rows have been decoded.
  package mutating func readFirst(of reader: inout PNGReader) throws(PNGError) {
    first = try next(of: &reader)
  }

  /// The next strip of `reader`, or nil after the last.
  package mutating func next(of reader: inout PNGReader) throws(PNGError) -> Strip? {
    if let first = first.take() { return first }
    guard reader.remainingRows > 0 else { return nil }
    let firstRow = reader.rowsRead
    let contextRows = above.isEmpty ? 0 : 1
    let pixels = try reader.readRows(height, below: above)
    if hasContext { above = Array(pixels.samples[pixels.rowRange(pixels.height - 1)]) }
    defer { count += 1 }
    return Strip(
      index: count, pixels: Handover(pixels), rows: firstRow..<reader.rowsRead, contextRows: contextRows)
  }

  /// Whether `reader` has rows that no strip has contained yet.
  func hasMore(_ reader: borrowing PNGReader) -> Bool { first != nil || reader.remainingRows > 0 }
}

/// Rows of an image that several tasks read; nobody changes them.
package final class SharedStrip: Sendable {
  package let pixels: PixelBuffer

  package init(_ pixels: consuming PixelBuffer) { self.pixels = pixels }
}
