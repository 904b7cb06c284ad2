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
  /// Counts one pixel of this colour.
  mutating func add(_ excursion: GamutExcursion) {
    counts.outOfGamut += 1
    for channel in 0..<3 {
      if excursion.linear[channel] < -GamutReport.tolerance { counts.below[channel] += 1 }
      if excursion.linear[channel] > 1 + GamutReport.tolerance { counts.above[channel] += 1 }
    }
    if excursion.isWithinRounding16 { withinRounding16 += 1 }
    if excursion.isWithinRounding8 { withinRounding8 += 1 }
    deltaESum += Int64((excursion.deltaE / Self.deltaEUnit).rounded())
    maxDeltaE = max(maxDeltaE, excursion.deltaE)
  }
}
