internal import CPNGShims
public import Pixels

/// Filters and compresses bands of one image, on any thread and in any order; the bytes depend only on the pixels, the
/// header, the options and where the bands begin.
///
///     let encoder = PNGBandEncoder(header: header, options: options)
///     // on workers, for each `start` in steps of `encoder.rowsPerBand`:
///     let band = try encoder.encode(rows, firstRow: start, contextRows: start > 0 ? 1 : 0)
///     // in order:
///     try writer.append(band)
public struct PNGBandEncoder: Sendable {
  /// IHDR of the image.
  public let header: PNGHeader
  /// How hard to try.
  public let options: PNGWriteOptions
  /// Rows of each band but the last, so that a band has about a megabyte before compression: enough for matches and
  /// codes of its own, little enough to keep several in memory. Every caller should keep to it: the file's bytes
  /// follow from it.
  public let rowsPerBand: Int

  private let format: PixelFormat

  /// An encoder for images with `header`: 8 or 16 bits, not interlaced, no palette.
  public init(header: PNGHeader, options: PNGWriteOptions = PNGWriteOptions()) {
    precondition(
      header.bitDepth >= 8 && header.colorType != .palette && !header.isInterlaced, "not written here")
    self.header = header
    self.options = options
    format = header.pixelFormat(hasTransparency: false)
    rowsPerBand = min(header.height, (Self.bandBytes + header.bytesPerRow - 1) / header.bytesPerRow)
  }

  private static let bandBytes = 1 << 20

  /// Encodes the rows of `buffer` after its first `contextRows`, which stand at `firstRow` in the image.
  ///
  /// - Parameter contextRows: 1 when the buffer begins with the row above the band, which is only looked at; 0 at the
  ///   image's top, or to do without (the band's first row then compresses less).
  public func encode(
    _ buffer: borrowing PixelBuffer, firstRow: Int, contextRows: Int = 0
  ) throws(PNGError) -> PNGBand {
    let count = buffer.height - contextRows
    precondition(buffer.width == header.width && buffer.format == format, "rows of another shape")
    precondition((0...1).contains(contextRows) && count > 0, "a band has rows, and at most one above them")
    precondition(firstRow >= contextRows && firstRow + count <= header.height, "rows outside the image")
    var request = p3png_band_request(
      width: UInt32(header.width), channels: UInt8(format.channelCount), depth: UInt8(header.bitDepth),
      compression: options.compression.number, is_first: firstRow == 0,
      is_last: firstRow + count == header.height)
    var band = unsafe p3png_band()
    var status = p3png_status()
    let stride = buffer.rowStride
    let isEncoded = unsafe buffer.samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return false }
      return unsafe p3png_band_encode(
        &request, contextRows == 1 ? base : nil, base + contextRows * stride, count, &band, &status)
    }
    guard isEncoded else { throw PNGError(status, file: "output") }
    return unsafe PNGBand(encoded: band, rows: firstRow..<firstRow + count)
  }
}

extension PNGWriteOptions.Compression {
  /// As C counts them.
  var number: UInt8 {
    switch self {
    case .fast: 0
    case .balanced: 1
    case .small: 2
    }
  }
}
