import CPixelKernels

/// A bit for each pixel of a row, 64 to a word: pixel x is bit x % 64 of word x / 64.
package struct PixelBits: Sendable {
  /// (pixels + 63) / 64 words, zero beyond the last pixel.
  package private(set) var words: [UInt64]

  /// Zeros for `count` pixels.
  package init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  /// Sets the bits of pixels that are visible: whose alpha is not 0.
  package mutating func setVisible(_ row: Span<UInt16>, format: PixelFormat) {
    let count = pixelCount(row, format)
    unsafe row.withUnsafeBytes { row in
      unsafe p3_visible_pixels(row.baseAddress, count, UInt32(format.channelCount), &words)
    }
  }

  /// Sets the bits of pixels that are visible and of one colour with the one to their left, visible too.
  package mutating func setSameAsLeft(_ row: Span<UInt16>, format: PixelFormat) {
    let count = pixelCount(row, format)
    unsafe row.withUnsafeBytes { row in
      unsafe p3_same_neighbours(row.baseAddress, count, UInt32(format.channelCount), &words)
    }
  }

  /// Sets the bits of pixels that are visible and of one colour with the one in the row `above`, visible too.
  package mutating func setSame(_ row: Span<UInt16>, as above: Span<UInt16>, format: PixelFormat) {
    precondition(row.count == above.count, "rows of one image")
    let count = pixelCount(row, format)
    unsafe row.withUnsafeBytes { row in
      unsafe above.withUnsafeBytes { above in
        unsafe p3_same_pixels(row.baseAddress, above.baseAddress, count, UInt32(format.channelCount), &words)
      }
    }
  }

  /// Sets the bits from those of bytes, as `PixelConverter.tally` gives them.
  package mutating func set(_ bytes: [UInt8]) {
    for word in words.indices {
      var bits: UInt64 = 0
      for byte in 8 * word..<min(8 * word + 8, bytes.count) {
        bits |= UInt64(bytes[byte]) << (8 * (byte % 8))
      }
      words[word] = bits
    }
  }

  /// Clears the bits of word `word` that are not in `mask`.
  package mutating func keep(_ mask: UInt64, inWord word: Int) { words[word] &= mask }

  /// Sets the bits of word `word` that are in `mask`.
  package mutating func add(_ mask: UInt64, toWord word: Int) { words[word] |= mask }

  /// The word whose bit of pixel x says what pixel x − `distance` is; 0 where there is none. `distance` is 0 to 63.
  package func word(_ word: Int, shiftedRightBy distance: Int) -> UInt64 {
    guard distance > 0 else { return words[word] }
    let before = word > 0 ? words[word - 1] >> (64 - distance) : 0
    return words[word] << distance | before
  }

  /// Whether the bit of pixel `x` is set.
  package subscript(x: Int) -> Bool { words[x >> 6] >> (x & 63) & 1 == 1 }

  /// Whether any bit is set.
  package var isEmpty: Bool { !words.contains { $0 != 0 } }

  /// Calls `visit` with each run of `length` or more set bits among `count`, from left to right.
  package func forEachRun(ofAtLeast length: Int, count: Int, _ visit: (Range<Int>) -> Void) {
    var x = 0
    while x < count {
      let rest = words[x >> 6] >> (x & 63)
      guard rest != 0 else {
        x = (x | 63) + 1
        continue
      }
      let first = x + rest.trailingZeroBitCount
      x = end(of: first)
      if x - first >= length { visit(first..<x) }
    }
  }

  /// The first clear bit after the set bit `first`.
  private func end(of first: Int) -> Int {
    var x = first
    while x >> 6 < words.count {
      let left = 64 - x & 63
      let ones = min((~(words[x >> 6] >> (x & 63))).trailingZeroBitCount, left)
      x += ones
      if ones < left || x & 63 != 0 { break }
    }
    return x
  }

  private func pixelCount(_ row: Span<UInt16>, _ format: PixelFormat) -> Int {
    let count = row.count / format.channelCount
    precondition(words.count == (count + 63) / 64, "bits of another row")
    return count
  }
}
