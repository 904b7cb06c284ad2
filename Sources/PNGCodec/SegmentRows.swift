package import Pixels

/// Divides the rows of an image, added in order and in parts of any height, into the segments that `PNGSegmentEncoder`
/// encodes.
package struct SegmentRows: Sendable {
  /// The samples of a segment, and of the row above it if there is one.
  package struct Piece: Sendable {
    fileprivate let samples: [UInt16]
    fileprivate let rows: Range<Int>

    fileprivate var contextRows: Int { rows.lowerBound > 0 ? 1 : 0 }
  }

  private let encoder: PNGSegmentEncoder
  private let format: PixelFormat
  /// The first waiting row's number in the image.
  private var firstRow = 0
  /// Rows that wait for their segment to be complete.
  private var waitingRows = 0
  /// The samples of the waiting rows, after the samples of the row above them.
  private var waiting: [UInt16] = []

  /// For segments of `encoder`, whose image must have no palette.
  package init(_ encoder: PNGSegmentEncoder) {
    self.encoder = encoder
    format = encoder.header.pixelFormat(hasTransparency: false)
  }

  /// Whether no rows have been added.
  var isUnused: Bool { firstRow == 0 && waitingRows == 0 }

  /// Adds the next rows, and returns the segments that they complete.
  ///
  /// With 8 bits the high byte of each sample is written: samples must be v·257.
  package mutating func add(_ rows: borrowing PixelBuffer) -> [Piece] {
    let header = encoder.header
    precondition(rows.width == header.width && rows.format == format, "rows of another shape")
    precondition(
      rows.height <= header.height - firstRow - waitingRows, "more rows than the header promises")
    let stride = rows.rowStride
    var pieces: [Piece] = []
    var next = 0
    while next < rows.height {
      let segmentRows = min(encoder.rowsPerSegment, header.height - firstRow)
      let taken = min(segmentRows - waitingRows, rows.height - next)
      waiting += rows.samples[next * stride..<(next + taken) * stride]
      next += taken
      waitingRows += taken
      guard waitingRows == segmentRows else { continue }
      let above = waiting.suffix(stride)
      pieces.append(Piece(samples: waiting, rows: firstRow..<firstRow + segmentRows))
      firstRow += segmentRows
      (waitingRows, waiting) = (0, firstRow < header.height ? Array(above) : [])
    }
    return pieces
  }
}

extension PNGSegmentEncoder {
  /// Encodes a segment of the encoder's image.
  package func encode(_ piece: SegmentRows.Piece) throws(PNGError) -> PNGSegment {
    let buffer = PixelBuffer(
      width: header.width, height: piece.rows.count + piece.contextRows,
      format: header.pixelFormat(hasTransparency: false), samples: piece.samples)
    return try encode(buffer, firstRow: piece.rows.lowerBound, contextRows: piece.contextRows)
  }
}
