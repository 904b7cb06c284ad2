import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// Cuts two images of one size into strips of the same rows.
struct ComparedStrips: ~Copyable {
  /// Which rows are read next: the same of both images.
  struct Reading: Sendable {
    /// Rows of a strip, without those of the strip before that it begins with.
    let height: Int
    /// So many rows of the strip before.
    let context: Int
  }

  let reading: Reading
  /// Whether the strips that were paired last hold the last row.
  private(set) var isLast = false

  private let imageHeight: Int
  private var ignored: IgnoredPixels
  /// Rows that were read, and rows that were compared.
  private var read = 0
  private var compared = 0

  /// For the comparison of `one` with another image by `request`.
  init(_ one: ComparedImage, _ two: ComparedImage, _ request: DifferenceRequest) throws(ImageError) {
    let width = one.header.width
    reading = Reading(
      height: min(
        StripPipeline.stripHeight(width: width, one.format),
        StripPipeline.stripHeight(width: width, two.format)),
      // A row is compared when its neighbours are there: the rows after it, and with the next strip those before it.
      context: request.ignoresAntialiasing ? 2 * MovedEdgeRows.reach : 0)
    imageHeight = one.header.height
    ignored = try IgnoredPixels(request, for: one)
  }

  /// What there is to compare of the strips that were just read; nil after the last ones.
  mutating func pair(_ first: SharedStrip?, _ second: SharedStrip?) throws(ImageError) -> StripPair? {
    guard let first, let second else { return nil }
    let height = first.pixels.height
    // The strip begins with rows of the one before.
    let top = read
    read = min(read + reading.height, imageHeight)
    isLast = read == imageHeight
    WorkProgress.tell(.reading, rows: read, of: imageHeight)
    let above = height - (read - top)
    let start = above - (top - compared)
    let end = isLast ? height : max(start, height - reading.context / 2)
    let firstRow = compared
    compared += end - start
    return StripPair(
      first: first, second: second, rows: start..<end, firstRow: firstRow,
      ignored: try ignored.next(end - start))
  }

  /// Reads what follows the last row of a mask.
  mutating func finish() throws(ImageError) { try ignored.finish() }
}

extension ComparedImage {
  /// The next strip, cut by `reading`; nil after the last.
  func next(_ reading: ComparedStrips.Reading) throws(ImageError) -> SharedStrip? {
    try ImageError.at(name) { () throws(PNGError) in try next(reading.height, context: reading.context) }
  }
}
