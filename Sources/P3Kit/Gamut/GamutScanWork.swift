import Pixels

/// A scan of one strip under way: its tally so far, and memory that is used again for all of its rows.
struct GamutScanWork {
  /// What was found so far.
  private(set) var tally = GamutStripTally()
  /// A bit for each pixel out of gamut of the rows at work.
  var outside: [UInt8] = []

  private let scan: GamutScan
  private var excursions = OutOfGamutColors()
  private var runs = OutOfGamutRuns()

  init(_ scan: GamutScan) { self.scan = scan }

  /// Adds rows whose pixels the kernel has counted and marked in `outside`.
  mutating func add(_ counts: GamutTally, of samples: Span<UInt16>, rows: Int, format: PixelFormat) {
    tally.counts += counts
    guard counts.outOfGamut > 0 else {
      if scan.findsRegions { tally.addEmptyRows(rows) }
      return
    }
    guard scan.findsRegions else {
      find(samples, format, firstBit: 0)
      return
    }
    let stride = samples.count / rows
    let width = stride / format.channelCount
    for row in 0..<rows {
      find(samples.extracting(row * stride..<(row + 1) * stride), format, firstBit: row * width)
      excursions.join(into: &runs)
      tally.addRow(runs)
    }
  }

  private mutating func find(_ samples: Span<UInt16>, _ format: PixelFormat, firstBit: Int) {
    excursions.find(
      scan.converter, samples, format: format, outside: outside, firstBit: firstBit,
      differences: scan.differences)
    tally.add(excursions.sums())
  }
}

/// What one strip of rows holds, found by `GamutScan` on any thread, and joined in row order by `GamutScanner`.
struct GamutStripTally: Sendable {
  /// Sums over the strip.
  var counts = GamutTally()
  /// Sums over its pixels out of gamut.
  private(set) var sums = OutOfGamutSums()
  /// Runs of pixels out of gamut, row by row, where regions are asked for.
  private(set) var runs: [[GamutRun]] = []

  /// Adds a row with nothing out of gamut `count` times.
  mutating func addEmptyRows(_ count: Int) { runs += Array(repeating: [], count: count) }

  /// Adds a row's excursions to the sums.
  mutating func add(_ row: OutOfGamutSums) { sums += row }

  /// Adds a row's runs.
  mutating func addRow(_ row: OutOfGamutRuns) { runs.append((0..<row.count).map { GamutRun(row[$0]) }) }

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
