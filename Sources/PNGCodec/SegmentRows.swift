package import Pixels

/// Cuts the rows of an image, which come in order and in parts of any height, into the segments that `PNGSegmentEncoder`
/// encodes.
package struct SegmentRows: Sendable {
  /// The samples of a segment, and of the row above it where there is one.
  package struct Piece: Sendable {
    fileprivate let samples: [UInt16]
    fileprivate let rows: Range<Int>

    fileprivate var contextRows: Int { rows.lowerBound > 0 ? 1 : 0 }
  }

  private let encoder: PNGSegmentEncoder
  private let format: PixelFormat
  /// Where the waiting rows begin in the image.
  private var firstRow = 0
  /// How many rows wait for their segment to be full.
  private var waitingRows = 0
  /// Their samples, after those of the row above them.
  private var waiting: [UInt16] = []

  /// For the segments of `encoder`, whose image has no palette.
  package init(_ encoder: PNGSegmentEncoder) {
    self.encoder = encoder
    format = encoder.header.pixelFormat(hasTransparency: false)
  }

  /// Whether no rows have come yet.
  var isUnused: Bool { firstRow == 0 && waitingRows == 0 }

  /// Takes the next rows, and returns the segments that are complete with them.
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
  /// Encodes a segment of this encoder's image.
  package func encode(_ piece: SegmentRows.Piece) throws(PNGError) -> PNGSegment {
    let buffer = PixelBuffer(
      width: header.width, height: piece.rows.count + piece.contextRows,
      format: header.pixelFormat(hasTransparency: false), samples: piece.samples)
    return try encode(buffer, firstRow: piece.rows.lowerBound, contextRows: piece.contextRows)
  }
}
