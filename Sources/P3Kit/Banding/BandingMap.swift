import Pixels

/// What the staircases of an image say, cell by cell.
struct BandingMap: Sendable {
  /// Exact plateaus, then both tolerances at 2× and 4×.
  static let kindCount = 5

  let grid: BandingGrid
  let channelCount: Int
  let meter: BandingStepMeter

  private var rows: [BandingEvidenceRow]
  /// Whether exact plateaus made any of the evidence.
  private(set) var hasExactEvidence = false

  init(grid: BandingGrid, channelCount: Int, meter: BandingStepMeter) {
    self.grid = grid
    self.channelCount = channelCount
    self.meter = meter
    let row = BandingEvidenceRow(
      columns: grid.columns, kindCount: Self.kindCount, channelCount: channelCount)
    rows = [BandingEvidenceRow](repeating: row, count: grid.rows)
  }

  /// The evidence of one cell, kind and channel.
  func evidence(_ cell: Int, kind: Int, channel: Int) -> BandingEvidence {
    let (row, column) = cell.quotientAndRemainder(dividingBy: grid.columns)
    return rows[row].evidence(column, kind: kind, channel: channel)
  }

  /// Whether there is any evidence of a cell.
  func hasEvidence(_ cell: Int) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: grid.columns)
    return rows[row].hasEvidence(column)
  }

  /// The rows of cells from the first to the last that has evidence.
  var rowsWithEvidence: Range<Int> {
    let first = rows.firstIndex { !$0.isEmpty } ?? rows.endIndex
    let last = rows.lastIndex { !$0.isEmpty } ?? rows.endIndex - 1
    return first..<last + 1
  }

  /// Judges a staircase and writes it into the cells that it crosses.
  mutating func add(_ chain: Staircase) {
    let distance = meter.distance(of: chain)
    guard distance >= BandingThresholds.leastStep, distance <= BandingThresholds.greatestStep else { return }
    guard !isDesign(chain) else { return }
    let kind = chain.scale == 1 ? 0 : (chain.scale == 2 ? 1 : 3) + chain.tolerance
    // The plateaus at both ends may be flat areas beside the ramp: they count like the ones between.
    let between = chain.lastStart - chain.firstEnd
    let reach = 3 * between / (2 * (chain.steps - 1)) + 2
    let start = max(chain.start, chain.firstEnd - reach)
    let end = min(chain.end, chain.lastStart + reach)
    let isRow = chain.direction == .row
    let stroke = BandingStroke(
      isRow: isRow, kind: kind, channel: chain.channel, stepRate: Float(chain.steps) / Float(end - start),
      distance: Float(distance), codes: Float(chain.stepSum) / Float(chain.steps))
    if kind == 0 { hasExactEvidence = true }
    let line = chain.line / grid.cell
    var position = start
    var cell = start / grid.cell
    while position < end {
      let next = min(end, (cell + 1) * grid.cell)
      rows[isRow ? line : cell].add(
        stroke, pixels: Float((next - position) * chain.scale), column: isRow ? cell : line)
      position = next
      cell += 1
    }
  }

  /// Whether the shades of `chain` look chosen: far apart, or few and large, or few and uneven.
  private func isDesign(_ chain: Staircase) -> Bool {
    let period = meter.period(of: chain)
    if period > BandingThresholds.greatestPeriod { return true }
    // The fastest channel carries a ramp: where another one leaps meanwhile, this is not it.
    for channel in 0..<channelCount where channel != chain.channel {
      let leap = abs(Int(chain.color[channel]) - Int(chain.colorBefore[channel]))
      if leap > BandingThresholds.greatestLeap { return true }
    }
    guard chain.steps < BandingThresholds.leastLargeSteps else { return false }
    return period > BandingThresholds.largeStep
      || Double(chain.mostStep) > BandingThresholds.greatestUnevenness * Double(chain.leastStep)
  }
}
