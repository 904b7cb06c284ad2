import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// Divides two images of one size into strips of the same rows.
struct ComparedStrips: ~Copyable {
  /// How the next strip is read, the same in both images.
  struct Reading: Sendable {
    /// Rows of a strip, without the context that it begins with.
    let height: Int
    /// Rows of the previous strip with which a strip begins.
    let context: Int
  }

  let reading: Reading
  /// Whether the last pair of strips contains the last row.
  private(set) var isLast = false

  private let imageHeight: Int
  private var ignored: IgnoredPixels
  /// Rows read, and rows compared.
  private var read = 0
  private var compared = 0

  /// For the comparison of `one` with another image by `request`.
  init(_ one: ComparedImage, _ two: ComparedImage, _ request: DifferenceRequest) throws(ImageError) {
    let width = one.header.width
    reading = Reading(
      height: min(
        StripPipeline.stripHeight(width: width, one.format),
        StripPipeline.stripHeight(width: width, two.format)),
      // A row is compared once its neighbours are there: the rows below it, and in the next strip those above it.
      context: request.ignoresAntialiasing ? 2 * MovedEdgeRows.reach : 0)
    imageHeight = one.header.height
    ignored = try IgnoredPixels(request, for: one)
  }

  /// What to compare in the strips just read; nil after the last ones.
  mutating func pair(_ first: SharedStrip?, _ second: SharedStrip?) throws(ImageError) -> StripPair? {
    guard let first, let second else { return nil }
    let height = first.pixels.height
    // The strip begins with rows of the previous one.
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

  /// Reads the rest of a mask's file after the last row.
  mutating func finish() throws(ImageError) { try ignored.finish() }
}

extension ComparedImage {
  /// The next strip, divided by `reading`; nil after the last.
  func next(_ reading: ComparedStrips.Reading) throws(ImageError) -> SharedStrip? {
    try ImageError.at(name) { () throws(PNGError) in try next(reading.height, context: reading.context) }
  }
}
