internal import CPNGShims

/// Some rows of an image, filtered and compressed. `PNGSegmentEncoder` makes segments, `PNGWriter.append` writes them.
@safe
package struct PNGSegment: ~Copyable, @unchecked Sendable {
  // Unchecked: this value owns the C memory, which is only read.
  let encoded: p3png_segment

  /// The segment's rows in the image.
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
