internal import CPNGShims
package import Pixels

/// Filters and compresses segments of one image, on any thread and in any order. The bytes depend only on the pixels,
/// the header, the options and where the segments begin.
///
///     let encoder = PNGSegmentEncoder(header: header, options: options)
///     // on workers, for each `start` in steps of `encoder.rowsPerSegment`:
///     let segment = try encoder.encode(rows, firstRow: start, above: lastRowOfThePreviousSegment)
///     // in order:
///     try writer.append(segment)
package struct PNGSegmentEncoder: Sendable {
  /// IHDR of the image.
  package let header: PNGHeader
  /// How hard to compress.
  package let options: PNGWriteOptions
  /// Rows of each segment but the last, about a megabyte before compression: enough for matches and codes of its own,
  /// small enough to keep several in memory. The file's bytes depend on it, so every caller should use it.
  package let rowsPerSegment: Int

  private let format: PixelFormat

  /// An encoder for images with `header`: 8 or 16 bits, not interlaced. Palette indices are passed as 8-bit grey
  /// samples.
  package init(header: PNGHeader, options: PNGWriteOptions = PNGWriteOptions()) {
    precondition(header.bitDepth >= 8 && !header.isInterlaced, "not written here")
    let isPalette = header.colorType == .palette
    self.header = header
    self.options = options
    format = isPalette ? .gray16 : header.pixelFormat(hasTransparency: false)
    // Indices are made from strips of colours with alpha, which take more memory than the indices.
    let rowBytes = isPalette ? 4 * header.width : header.bytesPerRow
    rowsPerSegment = min(header.height, (Self.segmentBytes + rowBytes - 1) / rowBytes)
  }

  private static let segmentBytes = 1 << 20

  /// Encodes `rows`, which begin at row `firstRow` of the image.
  ///
  /// - Parameters:
  ///   - rows: a whole segment, or the last rows of the image.
  ///   - firstRow: the first row's number in the image.
  ///   - above: the samples of the row before, which are only read. Nil at the image's top, or to do without: then the
  ///     segment's first row compresses less, and the file's bytes differ.
  package func encode(
    _ rows: borrowing PixelBuffer, firstRow: Int, above: [UInt16]? = nil
  ) throws(PNGError) -> PNGSegment {
    guard let above else { return try encode(rows, firstRow: firstRow, contextRows: 0) }
    precondition(above.count == rows.rowStride, "the row above has another length")
    checkShape(rows, firstRow: firstRow, count: rows.height)
    var result = unsafe EncodedSegment()
    unsafe above.withUnsafeBufferPointer { above in
      unsafe rows.samples.withUnsafeBufferPointer { samples in
        unsafe encode(samples.baseAddress, rows.height, above: above.baseAddress, firstRow, &result)
      }
    }
    return unsafe try segment(result, firstRow..<firstRow + rows.height)
  }

  /// Encodes the rows of `buffer` after its first `contextRows`, which begin at row `firstRow` of the image.
  ///
  /// - Parameters:
  ///   - buffer: the rows.
  ///   - firstRow: the number, in the image, of the first row to encode.
  ///   - contextRows: 1 if the buffer begins with the row above the segment, which is only read; else 0.
  package func encode(
    _ buffer: borrowing PixelBuffer, firstRow: Int, contextRows: Int
  ) throws(PNGError) -> PNGSegment {
    precondition((0...1).contains(contextRows), "at most one row above the segment")
    let count = buffer.height - contextRows
    checkShape(buffer, firstRow: firstRow, count: count)
    var result = unsafe EncodedSegment()
    let skipped = contextRows * buffer.rowStride
    unsafe buffer.samples.withUnsafeBufferPointer { samples in
      let base = samples.baseAddress
      unsafe encode(
        base.map { unsafe $0 + skipped }, count, above: contextRows == 1 ? base : nil, firstRow, &result)
    }
    return unsafe try segment(result, firstRow..<firstRow + count)
  }

  private func checkShape(_ rows: borrowing PixelBuffer, firstRow: Int, count: Int) {
    precondition(rows.width == header.width && rows.format == format, "rows of another shape")
    precondition(
      count > 0 && firstRow >= 0 && firstRow + count <= header.height, "rows outside the image")
  }

  /// The result of the C function.
  @unsafe
  private struct EncodedSegment {
    var segment = unsafe p3png_segment()
    var status = p3png_status()
    var isEncoded = false
  }

  /// - Parameters:
  ///   - samples: `count` rows.
  ///   - above: one row, or nil.
  private func encode(
    _ samples: UnsafePointer<UInt16>?, _ count: Int, above: UnsafePointer<UInt16>?, _ firstRow: Int,
    _ result: inout EncodedSegment
  ) {
    var request = p3png_segment_request(
      width: UInt32(header.width), channels: UInt8(format.channelCount), depth: UInt8(header.bitDepth),
      compression: options.compression.number, is_first: firstRow == 0,
      is_last: firstRow + count == header.height)
    unsafe result.isEncoded = p3png_segment_encode(
      &request, above, samples, count, &result.segment, &result.status)
  }

  private func segment(_ result: EncodedSegment, _ rows: Range<Int>) throws(PNGError) -> PNGSegment {
    guard unsafe result.isEncoded else { throw unsafe PNGError(result.status, file: "output") }
    return unsafe PNGSegment(encoded: result.segment, rows: rows)
  }
}

extension PNGWriteOptions.Compression {
  /// The number of the compression in C.
  var number: UInt8 {
    switch self {
    case .fast: 0
    case .balanced: 1
    case .small: 2
    }
  }
}
