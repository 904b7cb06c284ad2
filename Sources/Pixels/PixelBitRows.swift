import CPixelKernels

/// A bit for each pixel of some rows, 64 to a word: pixel x of a row is bit x % 64 of its word x / 64.
///
/// All rows share one array: a value per row would be copied, and its references counted, with each look at a word.
package struct PixelBitRows: Sendable {
  /// Words of a row.
  package let wordCount: Int
  private let pixelCount: Int
  /// Row after row, zero beyond the last pixel of each.
  private var words: [UInt64]

  /// Zeros for `rows` rows of `count` pixels.
  package init(count: Int, rows: Int) {
    pixelCount = count
    wordCount = (count + 63) / 64
    words = [UInt64](repeating: 0, count: rows * wordCount)
  }

  /// A word of a row.
  package subscript(row row: Int, word: Int) -> UInt64 {
    get { words[row * wordCount + word] }
    set { words[row * wordCount + word] = newValue }
  }

  /// The word whose bit of pixel x says what pixel x − `distance` is; 0 where there is none. `distance` is 0 to 63.
  package func word(row: Int, _ word: Int, shiftedRightBy distance: Int) -> UInt64 {
    let bits = self[row: row, word]
    guard distance > 0 else { return bits }
    return bits << distance | (word > 0 ? self[row: row, word - 1] >> (64 - distance) : 0)
  }

  /// Whether the bit of pixel `x` of a row is set.
  package func contains(row: Int, _ x: Int) -> Bool { self[row: row, x >> 6] >> (x & 63) & 1 == 1 }

  /// Clears the bits of a row.
  package mutating func clear(row: Int) {
    for word in 0..<wordCount { self[row: row, word] = 0 }
  }

  /// Sets the bits of a row from those of bytes, as `PixelConverter.tally` gives them.
  package mutating func set(row: Int, _ bytes: [UInt8]) {
    for word in 0..<wordCount {
      var bits: UInt64 = 0
      for byte in 8 * word..<min(8 * word + 8, bytes.count) {
        bits |= UInt64(bytes[byte]) << (8 * (byte % 8))
      }
      self[row: row, word] = bits
    }
  }

  /// Sets the bits of pixels that are visible: whose alpha is not 0.
  package mutating func setVisible(row: Int, _ samples: Span<UInt16>, format: PixelFormat) {
    checkCount(samples, format)
    let count = pixelCount
    unsafe samples.withUnsafeBytes { samples in
      unsafe withWords(row) {
        unsafe p3_visible_pixels(samples.baseAddress, count, UInt32(format.channelCount), $0)
      }
    }
  }

  /// Sets the bits of pixels that are visible and of one colour with the one to their left, visible too.
  package mutating func setSameAsLeft(row: Int, _ samples: Span<UInt16>, format: PixelFormat) {
    checkCount(samples, format)
    let count = pixelCount
    unsafe samples.withUnsafeBytes { samples in
      unsafe withWords(row) {
        unsafe p3_same_neighbours(samples.baseAddress, count, UInt32(format.channelCount), $0)
      }
    }
  }

  /// Sets the bits of pixels that are visible and of one colour with the one `above`, visible too.
  package mutating func setSame(
    row: Int, _ samples: Span<UInt16>, as above: Span<UInt16>, format: PixelFormat
  ) {
    checkCount(samples, format)
    checkCount(above, format)
    let count = pixelCount
    unsafe samples.withUnsafeBytes { samples in
      unsafe above.withUnsafeBytes { above in
        unsafe withWords(row) {
          unsafe p3_same_pixels(
            samples.baseAddress, above.baseAddress, count, UInt32(format.channelCount), $0)
        }
      }
    }
  }

  private mutating func withWords(_ row: Int, _ body: (UnsafeMutablePointer<UInt64>) -> Void) {
    precondition((row + 1) * wordCount <= words.count, "no such row")
    unsafe words.withUnsafeMutableBufferPointer {
      if let base = $0.baseAddress { unsafe body(base + row * wordCount) }
    }
  }

  private func checkCount(_ samples: Span<UInt16>, _ format: PixelFormat) {
    precondition(samples.count == pixelCount * format.channelCount, "bits of another row")
  }
}
