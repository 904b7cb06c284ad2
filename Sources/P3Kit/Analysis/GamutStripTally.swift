import Pixels

/// What one strip of rows holds, found by `GamutScan` on any thread, and joined in row order by `GamutScanner`.
struct GamutStripTally: Sendable {
  /// Sums over the strip.
  var counts = GamutTally()
  /// Sums over its pixels out of gamut.
  private(set) var sums = GamutExcursionSums()
  /// Runs of pixels out of gamut, row by row, where regions are asked for.
  private(set) var runs: [[GamutRun]] = []

  /// Adds a row with nothing out of gamut `count` times.
  mutating func addEmptyRows(_ count: Int) { runs += Array(repeating: [], count: count) }

  /// Adds a row's excursions to the sums.
  mutating func add(_ row: GamutExcursionSums) { sums += row }

  /// Adds a row's runs.
  mutating func addRow(_ row: GamutExcursionRuns) { runs.append((0..<row.count).map { GamutRun(row[$0]) }) }

  /// Adds the sums of the strip below; its rows are for whoever joins them.
  mutating func addSums(_ other: GamutStripTally) {
    counts += other.counts
    sums += other.sums
  }
}

extension GamutRun {
  fileprivate init(_ run: (pixels: Range<Int>, maxDifference: Float)) {
    self.init(
      columns: run.pixels.lowerBound...run.pixels.upperBound - 1, maxDeltaE: Double(run.maxDifference))
  }
}
