import CPixelKernels

/// Sums over the colours out of gamut of some pixels.
package struct OutOfGamutSums: Sendable, Hashable {
  /// Sum of CIEDE2000 in units of 2⁻²⁰. Each term is rounded to units, so every order gives the same sum.
  package private(set) var differenceUnits: UInt64 = 0
  /// The largest CIEDE2000.
  package private(set) var maxDifference: Float = 0
  /// Pixels that rounding to 16 bits can have pushed out.
  package private(set) var withinRounding16 = 0
  /// Pixels that rounding to 8 bits can have pushed out.
  package private(set) var withinRounding8 = 0
  /// Pixels with a CIEDE2000 of 2 or more.
  package private(set) var noticed = 0

  /// The sums of no pixels.
  package init() {}

  init(_ sums: p3_excursion_sums) {
    differenceUnits = sums.difference
    maxDifference = sums.most
    withinRounding16 = Int(sums.within16)
    withinRounding8 = Int(sums.within8)
    noticed = Int(sums.noticed)
  }

  /// The sum of CIEDE2000.
  package var totalDifference: Double { Double(differenceUnits) / Double(P3_DIFFERENCE_UNITS) }

  /// Adds the sums of other pixels.
  package static func += (a: inout Self, b: Self) {
    a.differenceUnits += b.differenceUnits
    a.maxDifference = max(a.maxDifference, b.maxDifference)
    a.withinRounding16 += b.withinRounding16
    a.withinRounding8 += b.withinRounding8
    a.noticed += b.noticed
  }
}
