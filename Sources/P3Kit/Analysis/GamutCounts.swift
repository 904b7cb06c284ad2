/// Sums over visible pixels that need no order: what a counting kernel gives.
struct GamutCounts: Sendable, Hashable {
  /// Pixels with alpha above 0.
  var visible = 0
  /// Pixels with a channel outside 0…1 beyond the tolerance.
  var outOfGamut = 0
  /// Pixels below 0, beyond the tolerance, per channel of the target.
  var below = SIMD3<Int>()
  /// Pixels above 1, beyond the tolerance, per channel of the target.
  var above = SIMD3<Int>()
  /// The least linear value of each channel, 0 or less.
  var least = SIMD3<Double>()
  /// The largest linear value of each channel, 1 or more.
  var largest = SIMD3<Double>(repeating: 1)

  mutating func add(_ other: GamutCounts) {
    visible += other.visible
    outOfGamut += other.outOfGamut
    below &+= other.below
    above &+= other.above
    least = pointwiseMin(least, other.least)
    largest = pointwiseMax(largest, other.largest)
  }
}
