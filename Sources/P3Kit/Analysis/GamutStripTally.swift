/// What one strip of rows holds, found by `GamutScan.scan(_:)` on any thread, and joined in row order by
/// `GamutScanner`.
struct GamutStripTally: Sendable {
  /// Sums over the strip.
  var counts = GamutCounts()
  /// Pixels out of gamut that half a 16-bit code per sample explains.
  var withinRounding16 = 0
  /// Pixels out of gamut that half an 8-bit code per sample explains.
  var withinRounding8 = 0
  /// Sum of the clip's CIEDE2000 in units of 2⁻²⁰: integers add up to the same in every order.
  var deltaESum: Int64 = 0
  /// The largest CIEDE2000 of the clip.
  var maxDeltaE = 0.0
  /// Runs of pixels out of gamut, row by row.
  var runs: [[GamutRun]] = []
  /// Distinct visible colours, where they are counted.
  var colors: GamutColorSet?

  /// The unit of `deltaESum`.
  static let deltaEUnit = 0x1p-20
}
