import Pixels

/// A scan of one strip under way: its tally so far, and memory that is used again for all of its rows.
struct GamutScanWork {
  /// What was found so far.
  private(set) var tally = GamutStripTally()
  /// A bit for each pixel out of gamut of the rows at work.
  var outside: [UInt8] = []

  private let scan: GamutScan
  private var excursions = GamutExcursions()
  private var runs = GamutExcursionRuns()

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
