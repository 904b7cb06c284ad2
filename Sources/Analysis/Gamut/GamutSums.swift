package import Pixels

/// Sums over the pixels of some rows and over those out of gamut. They can be computed on any thread and added in any
/// order with the same result.
package struct GamutSums: Sendable {
  /// Sums over all pixels.
  package private(set) var counts = GamutTally()
  /// Sums over pixels out of gamut.
  package private(set) var clipped = OutOfGamutSums()
  /// Sums over pixels that a gamut mapping other than clipping moved.
  package var moved = MappedColorSums()

  /// Empty sums.
  package init() {}

  /// Adds a kernel's counts and the sums over pixels out of gamut, for rows that occur `times` times.
  mutating func add(_ counts: GamutTally = GamutTally(), clipped: OutOfGamutSums, times: Int) {
    for _ in 0..<times {
      self.counts += counts
      self.clipped += clipped
    }
  }

  /// Adds rows that the kernel has counted and marked.
  ///
  /// - Parameters:
  ///   - counts: the kernel's counts.
  ///   - samples: the rows before the conversion.
  ///   - times: how often the rows occur.
  ///   - format: layout of the samples.
  ///   - outside: a bit for each pixel, set if it is out of gamut.
  ///   - gamut: the gamut.
  ///   - colors: memory to reuse.
  package mutating func add(
    _ counts: GamutTally, of samples: Span<UInt16>, times: Int, format: PixelFormat, outside: [UInt8],
    _ gamut: TargetGamut, _ colors: inout OutOfGamutColors
  ) {
    var clipped = OutOfGamutSums()
    if counts.outOfGamut > 0 {
      colors.find(
        gamut.converter, samples, format: format, outside: outside, firstBit: 0,
        differences: gamut.differences)
      clipped = colors.sums()
    }
    add(counts, clipped: clipped, times: times)
  }

  /// Adds the sums of other rows.
  package static func += (a: inout Self, b: Self) {
    a.counts += b.counts
    a.clipped += b.clipped
    a.moved += b.moved
  }
}
