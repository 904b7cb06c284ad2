/// Sole owner of `height` rows of `width` pixels: native-endian 16-bit samples, rows packed without padding.
///
/// A buffer holds a whole image or one strip of it. It cannot be copied by accident: move it between tasks,
/// or call `clone()`.
package struct PixelBuffer: ~Copyable, Sendable {
  /// Pixels per row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The layout of each pixel.
  package let format: PixelFormat

  /// `height * rowStride` samples, row after row. Read through `samples.span`, write through
  /// `samples.mutableSpan`; its count never changes.
  package var samples: [UInt16]

  /// A buffer of zeros (transparent black, if the format has alpha).
  ///
  /// - Parameters:
  ///   - width: pixels per row, 0 or more.
  ///   - height: rows, 0 or more. Check limits first: a product that overflows `Int` traps.
  package init(width: Int, height: Int, format: PixelFormat) {
    self.init(
      width: width, height: height, format: format,
      samples: [UInt16](repeating: 0, count: width * height * format.channelCount))
  }

  /// A buffer over existing samples; their count must be `width * height * channelCount`.
  package init(width: Int, height: Int, format: PixelFormat, samples: [UInt16]) {
    precondition(width >= 0 && height >= 0, "a pixel buffer has no negative side")
    precondition(samples.count == width * height * format.channelCount, "samples do not fill the buffer")
    self.width = width
    self.height = height
    self.format = format
    self.samples = samples
  }

  /// Samples from one row to the next.
  @inlinable package var rowStride: Int { width * format.channelCount }

  /// Width times height.
  package var pixelCount: Int { width * height }

  /// The indices of row `y` in `samples`.
  @inlinable package func rowRange(_ y: Int) -> Range<Int> { y * rowStride..<(y + 1) * rowStride }

  /// A second buffer with the rows from `top` on.
  package func rows(from top: Int) -> PixelBuffer {
    if top == 0 { return clone() }
    return PixelBuffer(
      width: width, height: height - top, format: format, samples: Array(samples[(top * rowStride)...]))
  }

  /// A second buffer with the same pixels.
  package func clone() -> PixelBuffer {
    PixelBuffer(width: width, height: height, format: format, samples: samples)
  }
}
