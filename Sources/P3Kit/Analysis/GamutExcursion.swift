import Pixels

/// One colour out of gamut.
struct GamutExcursion: Sendable {
  /// In the target, unclamped.
  let linear: SIMD3<Double>
  /// CIEDE2000 of the clip.
  let deltaE: Double
  let isWithinRounding16: Bool
  let isWithinRounding8: Bool
}

extension GamutStripTally {
  /// Counts `count` pixels of this colour.
  mutating func add(_ excursion: GamutExcursion, times count: Int) {
    guard count > 0 else { return }
    counts.outOfGamut += count
    for channel in 0..<3 {
      if excursion.linear[channel] < -GamutReport.tolerance { counts.below[channel] += count }
      if excursion.linear[channel] > 1 + GamutReport.tolerance { counts.above[channel] += count }
    }
    if excursion.isWithinRounding16 { withinRounding16 += count }
    if excursion.isWithinRounding8 { withinRounding8 += count }
    deltaESum += Int64((excursion.deltaE / Self.deltaEUnit).rounded()) * Int64(count)
    maxDeltaE = max(maxDeltaE, excursion.deltaE)
  }
}
