package import Pixels

/// Sums over the pixels of some rows and over those that leave the gamut: found on any thread, and the same in whatever order
/// they are joined.
package struct GamutSums: Sendable {
  /// Of all pixels.
  package private(set) var counts = GamutTally()
  /// Of the pixels out of gamut.
  package private(set) var clipped = OutOfGamutSums()
  /// Of the pixels that a gamut mapping other than clipping moved.
  package var moved = MappedColorSums()

  /// Nothing yet.
  package init() {}

  /// Adds what a kernel counted, and the sums over pixels out of gamut, of rows that occur so many times.
  mutating func add(_ counts: GamutTally = GamutTally(), clipped: OutOfGamutSums, times: Int) {
    for _ in 0..<times {
      self.counts += counts
      self.clipped += clipped
    }
  }

  /// Adds rows that the kernel has counted and marked.
  ///
  /// - Parameters:
  ///   - counts: what the kernel counted.
  ///   - samples: of the rows, before the conversion.
  ///   - times: how often the rows occur.
  ///   - format: of the samples.
  ///   - outside: a bit for each pixel out of gamut.
  ///   - gamut: the gamut.
  ///   - colors: memory that is used again.
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
