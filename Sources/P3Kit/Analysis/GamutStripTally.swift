import Pixels

/// What one strip of rows holds, found by `GamutScan` on any thread, and joined in row order by `GamutScanner`.
struct GamutStripTally: Sendable {
  /// Sums over the strip.
  var counts = GamutTally()
  /// Pixels out of gamut that half a 16-bit code per sample explains.
  private(set) var withinRounding16 = 0
  /// Pixels out of gamut that half an 8-bit code per sample explains.
  private(set) var withinRounding8 = 0
  /// Sum of the clip's CIEDE2000 in units of 2⁻²⁰: integers add up to the same in every order.
  private(set) var deltaESum: Int64 = 0
  /// The largest CIEDE2000 of the clip.
  private(set) var maxDeltaE: Float = 0
  /// Runs of pixels out of gamut, row by row.
  var runs: [[GamutRun]] = []
  /// Distinct visible colours, where they are counted.
  var colors: GamutColorSet?
  /// What the row in work holds.
  var excursions = GamutExcursions()

  private static let deltaEUnit: Float = 0x1p-20

  /// The sum of the clip's CIEDE2000 over all pixels out of gamut.
  var totalDeltaE: Double { Double(deltaESum) * Double(Self.deltaEUnit) }

  /// Counts the excursions of one row, and joins those that touch to runs.
  mutating func closeRow() {
    var row: [GamutRun] = []
    var run = (first: 0, end: 0, maxDeltaE: Float(0))
    for entry in 0..<excursions.count {
      let (first, length) = (Int(excursions.first[entry]), Int(excursions.length[entry]))
      let deltaE = excursions.differences[entry]
      deltaESum += Int64((deltaE / Self.deltaEUnit).rounded()) * Int64(length)
      let rounding = excursions.rounding[entry]
      if rounding.contains(.to16Bits) { withinRounding16 += length }
      if rounding.contains(.to8Bits) { withinRounding8 += length }
      if first != run.end || entry == 0 {
        if run.end > run.first { row.append(GamutRun(run)) }
        run = (first, first, 0)
      }
      run.end = first + length
      run.maxDeltaE = max(run.maxDeltaE, deltaE)
      maxDeltaE = max(maxDeltaE, deltaE)
    }
    if run.end > run.first { row.append(GamutRun(run)) }
    runs.append(row)
  }

  /// Adds the sums of the strip below; its rows and colours are for whoever joins them.
  mutating func addSums(_ other: GamutStripTally) {
    counts += other.counts
    withinRounding16 += other.withinRounding16
    withinRounding8 += other.withinRounding8
    deltaESum += other.deltaESum
    maxDeltaE = max(maxDeltaE, other.maxDeltaE)
  }
}

extension GamutRun {
  fileprivate init(_ run: (first: Int, end: Int, maxDeltaE: Float)) {
    self.init(columns: run.first...run.end - 1, maxDeltaE: Double(run.maxDeltaE))
  }
}
