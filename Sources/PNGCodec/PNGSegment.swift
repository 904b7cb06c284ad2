internal import CPNGShims

/// Some rows of an image, filtered and compressed: what `PNGSegmentEncoder` makes and `PNGWriter.append` writes.
@safe
package struct PNGSegment: ~Copyable, @unchecked Sendable {
  // Unchecked: the C memory belongs to this value alone and is only read.
  let encoded: p3png_segment

  /// Where the segment stands in the image.
  package let rows: Range<Int>

  /// Bytes of compressed data.
  package var byteCount: Int { unsafe encoded.count }

  init(encoded: p3png_segment, rows: Range<Int>) {
    unsafe self.encoded = encoded
    self.rows = rows
  }

  deinit {
    var segment = unsafe encoded
    unsafe p3png_segment_free(&segment)
  }
}
