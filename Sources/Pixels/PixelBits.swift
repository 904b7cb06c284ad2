/// A bit for each pixel of a row, 64 to a word: pixel x is bit x % 64 of word x / 64.
package struct PixelBits: Sendable {
  /// (pixels + 63) / 64 words, zero beyond the last pixel.
  package private(set) var words: [UInt64]

  /// Zeros for `count` pixels.
  package init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  /// Sets the bits of word `word` that are in `mask`.
  package mutating func add(_ mask: UInt64, toWord word: Int) { words[word] |= mask }

  /// Clears all bits.
  package mutating func clear() {
    for word in words.indices { words[word] = 0 }
  }

  /// Whether the bit of pixel `x` is set.
  package subscript(x: Int) -> Bool { words[x >> 6] >> (x & 63) & 1 == 1 }

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
}
