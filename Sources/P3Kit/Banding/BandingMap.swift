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
    let leap = greatestLeap(of: chain)
    // What no colour can save goes first: photographs make a few hundred thousand such chains.
    guard leap <= BandingThresholds.greatestCoarseLeap else { return }
    guard chain.steps >= BandingThresholds.leastLargeSteps || isEven(chain) else { return }
    let sizes = meter.sizes(of: chain)
    let distance = sizes.distance
    guard distance >= BandingThresholds.leastStep else { return }
    if BandingThresholds.isCoarse(distance: distance, codes: chain.stepSum / chain.steps) {
      guard isCoarseRamp(chain, sizes) else { return }
    } else {
      guard leap <= BandingThresholds.greatestLeap, !isDesign(chain, sizes) else { return }
    }
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

  /// Whether `chain`, whose steps are larger than those of five bits, may be one of four bits.
  private func isCoarseRamp(_ chain: Staircase, _ sizes: BandingStepMeter.Sizes) -> Bool {
    chain.scale == 1 && sizes.distance <= BandingThresholds.greatestCoarseStep
      && sizes.period <= BandingThresholds.greatestCoarsePeriod && isEven(chain)
  }

  /// How far another channel goes at most while `chain` makes its last step, in 16-bit codes.
  ///
  /// The fastest channel carries a ramp: where another one leaps meanwhile, this is not it.
  private func greatestLeap(of chain: Staircase) -> Int {
    var greatest = 0
    for channel in 0..<channelCount where channel != chain.channel {
      greatest = max(greatest, abs(Int(chain.color[channel]) - Int(chain.colorBefore[channel])))
    }
    return greatest
  }

  /// Whether the steps of `chain` are of one size.
  private func isEven(_ chain: Staircase) -> Bool {
    Double(chain.mostStep) <= BandingThresholds.greatestUnevenness * Double(chain.leastStep)
  }

  /// Whether the shades of `chain` look chosen: far apart, or few and large, or few and uneven.
  private func isDesign(_ chain: Staircase, _ sizes: BandingStepMeter.Sizes) -> Bool {
    if sizes.period > BandingThresholds.greatestPeriod { return true }
    guard chain.steps < BandingThresholds.leastLargeSteps else { return false }
    return sizes.period > BandingThresholds.largeStep || !isEven(chain)
  }
}

/// The evidence of one row of cells. There is room only for the kinds of scan that found something: of most images
/// that is none, of noisy ones the widest tolerance.
struct BandingEvidenceRow: Sendable {
  private let columns: Int
  private let kindCount: Int
  private let channelCount: Int
  /// Per cell and kind, where its entries begin, one per channel, or −1; nothing while there is no evidence.
  private var slots: [Int32] = []
  private var entries: [BandingEvidence] = []

  init(columns: Int, kindCount: Int, channelCount: Int) {
    self.columns = columns
    self.kindCount = kindCount
    self.channelCount = channelCount
  }

  /// Whether there is no evidence of any cell.
  var isEmpty: Bool { slots.isEmpty }

  /// The evidence of one cell, kind and channel.
  func evidence(_ column: Int, kind: Int, channel: Int) -> BandingEvidence {
    guard !isEmpty else { return BandingEvidence() }
    let slot = Int(slots[column * kindCount + kind])
    return slot < 0 ? BandingEvidence() : entries[slot + channel]
  }

  /// Whether there is any evidence of a cell.
  func hasEvidence(_ column: Int) -> Bool {
    !isEmpty && (0..<kindCount).contains { slots[column * kindCount + $0] >= 0 }
  }

  /// Adds the part of a staircase that covers `pixels` of a cell.
  mutating func add(_ stroke: BandingStroke, pixels: Float, column: Int) {
    if isEmpty { slots = [Int32](repeating: -1, count: columns * kindCount) }
    let index = column * kindCount + stroke.kind
    if slots[index] < 0 {
      slots[index] = Int32(entries.count)
      // Room for a quarter of the row: an array left alone doubles, which is half of it unused at worst.
      if entries.count == entries.capacity { entries.reserveCapacity(entries.count + slots.count / 4) }
      entries.append(contentsOf: repeatElement(BandingEvidence(), count: channelCount))
    }
    entries[Int(slots[index]) + stroke.channel].add(stroke, pixels: pixels)
  }
}
