import ColorManagement
package import Pixels

/// What one strip of rows holds, found by `GamutScan` or a `PixelExecutor` on any thread, and joined in row order by
/// `GamutScanner`.
package struct GamutStripTally: Sendable {
  /// Sums over the strip.
  var counts = GamutTally()
  /// Sums over its pixels out of gamut.
  private(set) var sums = OutOfGamutSums()
  /// Sums over the pixels that a gamut mapping other than clipping moved.
  package var moved = MappedColorSums()
  /// The same pixels by what clipping does to them, where regions are asked for.
  private(set) var spread: DifferenceSpread?
  /// Runs of pixels out of gamut, row by row, where regions are asked for.
  private(set) var runs: [[GamutRun]] = []

  /// Adds a row with nothing out of gamut `count` times.
  mutating func addEmptyRows(_ count: Int) { runs += Array(repeating: [], count: count) }

  /// Adds the sums over a row's pixels out of gamut.
  mutating func add(_ row: OutOfGamutSums) { sums += row }

  /// Adds what clipping does to a row's pixels out of gamut.
  mutating func addSpread(_ colors: OutOfGamutColors) {
    if spread == nil { spread = DifferenceSpread() }
    spread?.add(
      colors.differences.span.extracting(0..<colors.count),
      counts: colors.length.span.extracting(0..<colors.count))
  }

  /// Adds a row's runs.
  mutating func addRow(_ row: OutOfGamutRuns) { runs.append((0..<row.count).map { GamutRun(row[$0]) }) }

  /// Adds the sums of the strip below; its runs are for the builder of regions.
  mutating func addSums(_ other: GamutStripTally) {
    counts += other.counts
    sums += other.sums
    moved += other.moved
    if let more = other.spread { spread = spread.map { $0 + more } ?? more }
  }
}

extension GamutRun {
  fileprivate init(_ run: (pixels: Range<Int>, maxDifference: Float)) {
    self.init(
      columns: run.pixels.lowerBound...run.pixels.upperBound - 1, maxDeltaE: Double(run.maxDifference))
  }
}

/// The tally of one strip under way, and memory that is used again for all of its rows.
package struct GamutScanWork {
  /// What was found so far.
  package private(set) var tally = GamutStripTally()
  /// A bit for each pixel out of gamut of the rows at work.
  package var outside: [UInt8] = []

  private let scan: GamutScan
  private let findsRegions: Bool
  private var colors = OutOfGamutColors()
  private var runs = OutOfGamutRuns()

  /// - Parameter findsRegions: whether the tally lists the runs of pixels out of gamut.
  package init(_ scan: GamutScan, findsRegions: Bool) {
    self.scan = scan
    self.findsRegions = findsRegions
  }

  /// Adds rows whose pixels the kernel has counted and marked in `outside`.
  ///
  /// - Parameters:
  ///   - counts: what the kernel counted.
  ///   - samples: of the rows, before the conversion.
  ///   - rows: how many they are.
  ///   - format: of the samples.
  ///   - onColors: sees each row with pixels out of gamut where regions are asked for: its number among these, its samples
  ///     and those colours.
  package mutating func add(
    _ counts: GamutTally, of samples: Span<UInt16>, rows: Int, format: PixelFormat,
    onColors: (Int, Span<UInt16>, OutOfGamutColors) -> Void = { _, _, _ in }
  ) {
    tally.counts += counts
    guard counts.outOfGamut > 0 else {
      if findsRegions { tally.addEmptyRows(rows) }
      return
    }
    guard findsRegions else {
      find(samples, format, firstBit: 0)
      return
    }
    let stride = samples.count / rows
    let width = stride / format.channelCount
    for row in 0..<rows {
      let pixels = samples.extracting(row * stride..<(row + 1) * stride)
      find(pixels, format, firstBit: row * width)
      if colors.count > 0 { onColors(row, pixels, colors) }
      tally.addSpread(colors)
      colors.join(into: &runs)
      tally.addRow(runs)
    }
  }

  private mutating func find(_ samples: Span<UInt16>, _ format: PixelFormat, firstBit: Int) {
    colors.find(
      scan.converter, samples, format: format, outside: outside, firstBit: firstBit,
      differences: scan.differences)
    tally.add(colors.sums())
  }
}
