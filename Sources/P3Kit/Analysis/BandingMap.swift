import Pixels

/// What the staircases of an image say, cell by cell.
struct BandingMap: Sendable {
  /// Exact plateaus, then both tolerances at 2× and 4×.
  static let kindCount = 5

  let grid: BandingGrid
  let channelCount: Int
  let meter: BandingStepMeter

  /// Per cell, the slot of its evidence, or −1: most images have evidence in few cells.
  private(set) var slots: [Int32]
  /// Per slot, `kindCount · channelCount` entries.
  private(set) var evidence: [BandingEvidence] = []

  init(grid: BandingGrid, channelCount: Int, meter: BandingStepMeter) {
    self.grid = grid
    self.channelCount = channelCount
    self.meter = meter
    slots = [Int32](repeating: -1, count: grid.count)
  }

  /// The evidence of one cell, kind and channel.
  func evidence(_ cell: Int, kind: Int, channel: Int) -> BandingEvidence {
    let slot = Int(slots[cell])
    return slot < 0 ? BandingEvidence() : evidence[index(slot, kind, channel)]
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
    let stepRate = Float(chain.steps) / Float(end - start)
    let codes = Float(chain.stepSum) / Float(chain.steps)
    let lines = chain.scale
    var position = start
    while position < end {
      let next = min(end, (position / grid.cell + 1) * grid.cell)
      let pixels = Float((next - position) * lines)
      let acrossCell = position / grid.cell
      let alongCell = chain.line / grid.cell
      let isRow = chain.direction == .row
      let cell = isRow ? alongCell * grid.columns + acrossCell : acrossCell * grid.columns + alongCell
      add(
        BandingEvidence(
          across: isRow ? pixels : 0, along: isRow ? 0 : pixels, acrossSteps: isRow ? pixels * stepRate : 0,
          alongSteps: isRow ? 0 : pixels * stepRate, distance: pixels * Float(distance), codes: pixels * codes
        ),
        cell, kind, chain.channel)
      position = next
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

  private mutating func add(_ entry: BandingEvidence, _ cell: Int, _ kind: Int, _ channel: Int) {
    if slots[cell] < 0 {
      slots[cell] = Int32(evidence.count / (Self.kindCount * channelCount))
      evidence.append(contentsOf: repeatElement(BandingEvidence(), count: Self.kindCount * channelCount))
    }
    evidence[index(Int(slots[cell]), kind, channel)] += entry
  }

  private func index(_ slot: Int, _ kind: Int, _ channel: Int) -> Int {
    (slot * Self.kindCount + kind) * channelCount + channel
  }
}
