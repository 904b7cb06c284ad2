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

  /// Adds what a kernel counted.
  mutating func add(_ counts: GamutTally) { self.counts += counts }

  /// Adds the sums over pixels out of gamut.
  mutating func add(_ clipped: OutOfGamutSums) { self.clipped += clipped }

  /// Adds rows that the kernel has counted and marked.
  ///
  /// - Parameters:
  ///   - counts: what the kernel counted.
  ///   - samples: of the rows, before the conversion.
  ///   - format: of the samples.
  ///   - outside: a bit for each pixel out of gamut.
  ///   - gamut: the gamut.
  ///   - colors: memory that is used again.
  package mutating func add(
    _ counts: GamutTally, of samples: Span<UInt16>, format: PixelFormat, outside: [UInt8],
    _ gamut: TargetGamut, _ colors: inout OutOfGamutColors
  ) {
    add(counts)
    guard counts.outOfGamut > 0 else { return }
    colors.find(
      gamut.converter, samples, format: format, outside: outside, firstBit: 0, differences: gamut.differences)
    add(colors.sums())
  }

  /// Adds the sums of other rows.
  package static func += (a: inout Self, b: Self) {
    a.counts += b.counts
    a.clipped += b.clipped
    a.moved += b.moved
  }
}
