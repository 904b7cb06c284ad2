import Pixels

/// The colours out of gamut of one row, collected so that their differences are computed side by side, and the runs of
/// pixels that have them.
struct GamutExcursionBatch: Sendable {
  private var excursions: [GamutExcursion] = []
  /// Pixels of each, which are neighbours.
  private var counts: [Int] = []
  private var runs: [(columns: ClosedRange<Int>, excursions: Range<Int>)] = []
  /// Where the run that may go on starts: a column and an excursion.
  private var open: (x: Int, excursion: Int)?

  /// Takes the next colour out of gamut.
  mutating func append(_ excursion: GamutExcursion) {
    excursions.append(excursion)
    counts.append(0)
  }

  /// Adds pixel `x`, which has the colour that was appended last, to the run.
  @inline(__always)
  mutating func extendRun(_ x: Int) {
    let last = counts.count - 1
    counts[last] += 1
    if open == nil { open = (x, last) }
  }

  /// Ends the run, if there is one, at the pixel left of `x`.
  @inline(__always)
  mutating func closeRun(before x: Int) {
    guard let run = open else { return }
    runs.append((run.x...x - 1, run.excursion..<counts.count))
    open = nil
  }

  /// Counts everything in `tally`, returns the runs and empties the batch.
  mutating func finishRow(_ tally: inout GamutStripTally, _ differences: ClipDifferences) -> [GamutRun] {
    if excursions.isEmpty { return [] }
    let deltaE = differences.values(
      red: excursions.map { Float($0.linear.x) }, green: excursions.map { Float($0.linear.y) },
      blue: excursions.map { Float($0.linear.z) })
    for index in excursions.indices {
      tally.add(excursions[index], deltaE: deltaE[index], times: counts[index])
    }
    let found = runs.map { run in
      GamutRun(columns: run.columns, maxDeltaE: Double(deltaE[run.excursions].max() ?? 0))
    }
    excursions.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    return found
  }
}

extension GamutStripTally {
  /// Counts `count` pixels of this colour, whose clip moves it by `deltaE`.
  fileprivate mutating func add(_ excursion: GamutExcursion, deltaE: Float, times count: Int) {
    counts.outOfGamut += count
    for channel in 0..<3 {
      if excursion.linear[channel] < -GamutReport.tolerance { counts.below[channel] += count }
      if excursion.linear[channel] > 1 + GamutReport.tolerance { counts.above[channel] += count }
    }
    if excursion.isWithinRounding16 { withinRounding16 += count }
    if excursion.isWithinRounding8 { withinRounding8 += count }
    deltaESum += Int64((Double(deltaE) / Self.deltaEUnit).rounded()) * Int64(count)
    maxDeltaE = max(maxDeltaE, Double(deltaE))
  }
}
