import Pixels

/// The evidence of an image's staircases, cell by cell.
struct BandingMap: Sendable {
  /// Kinds of scan: exact plateaus, then both tolerances at 2× and at 4×.
  static let kindCount = 5

  let grid: BandingGrid
  let channelCount: Int
  let meter: BandingStepMeter
  private let thresholds: BandingThresholds

  private var planes: BandingEvidencePlanes
  private var memory = BandingStepMemory()
  /// Whether exact plateaus have added evidence.
  private(set) var hasExactEvidence = false

  init(grid: BandingGrid, channelCount: Int, meter: BandingStepMeter, _ thresholds: BandingThresholds) {
    self.grid = grid
    self.channelCount = channelCount
    self.meter = meter
    self.thresholds = thresholds
    planes = BandingEvidencePlanes(grid: grid, kindCount: Self.kindCount, channelCount: channelCount)
  }

  /// The evidence of one cell, kind and channel.
  func evidence(_ cell: Int, kind: Int, channel: Int) -> BandingEvidence {
    planes.evidence(cell, kind: kind, channel: channel)
  }

  /// Whether a cell has evidence.
  func hasEvidence(_ cell: Int) -> Bool { planes.hasEvidence(cell) }

  /// The range of rows of cells from the first to the last with evidence.
  var rowsWithEvidence: Range<Int> { planes.rows }

  /// Judges a staircase and adds it to the cells that it crosses.
  mutating func add(_ chain: Staircase) {
    let leap = greatestLeap(of: chain)
    // Drops chains that no colour could make visible first: photographs have a few hundred thousand of them.
    guard leap <= thresholds.greatestCoarseLeap else { return }
    guard Double(chain.steps) >= thresholds.leastLargeSteps || isEven(chain) else { return }
    let sizes = memory.sizes(of: chain, meter)
    let distance = sizes.distance
    guard distance >= thresholds.leastStep else { return }
    if thresholds.isCoarse(distance: distance, codes: chain.stepSum / chain.steps) {
      guard isCoarseRamp(chain, sizes) else { return }
    } else {
      guard leap <= thresholds.greatestLeap, !isDesign(chain, sizes) else { return }
    }
    let kind = chain.scale == 1 ? 0 : (chain.scale == 2 ? 1 : 3) + chain.tolerance
    // The end plateaus may be flat areas beside the ramp: they count with the length of those between.
    let between = chain.lastStart - chain.firstEnd
    let reach = 3 * between / (2 * (chain.steps - 1)) + 2
    let start = max(chain.start, chain.firstEnd - reach)
    let end = min(chain.end, chain.lastStart + reach)
    let isRow = chain.direction == .row
    let stroke = BandingStroke(
      isRow: isRow, kind: kind, channel: chain.channel, stepRate: Float(chain.steps) / Float(end - start),
      distance: Float(distance), codes: Float(chain.stepSum) / Float(chain.steps))
    if kind == 0 { hasExactEvidence = true }
    // At full size, four lines of a row or column of cells stand for all.
    let thickness = kind == 0 ? grid.cell / 4 : chain.scale
    planes.add(stroke, start..<max(start, end), line: chain.line / grid.cell, thickness: thickness)
  }

  /// Whether `chain`, whose steps are larger than those of five bits, may be a ramp of four bits.
  private func isCoarseRamp(_ chain: Staircase, _ sizes: BandingStepMeter.Sizes) -> Bool {
    chain.scale == 1 && sizes.distance <= thresholds.greatestCoarseStep
      && sizes.period <= thresholds.greatestCoarsePeriod && isEven(chain)
  }

  /// The largest change of another channel during the last step of `chain`, in 16-bit codes.
  ///
  /// A ramp is carried by its fastest channel: if another one changes more, this chain is no ramp.
  private func greatestLeap(of chain: Staircase) -> Double {
    var greatest = 0
    for channel in 0..<channelCount where channel != chain.channel {
      greatest = max(greatest, abs(Int(chain.color[channel]) - Int(chain.colorBefore[channel])))
    }
    return Double(greatest)
  }

  /// Whether all steps of `chain` have one size.
  private func isEven(_ chain: Staircase) -> Bool {
    Double(chain.mostStep) <= thresholds.greatestUnevenness * Double(chain.leastStep)
  }

  /// Whether the shades of `chain` look chosen on purpose: far apart, or few and large, or few and uneven.
  private func isDesign(_ chain: Staircase, _ sizes: BandingStepMeter.Sizes) -> Bool {
    if sizes.period > thresholds.greatestPeriod { return true }
    guard Double(chain.steps) < thresholds.leastLargeSteps else { return false }
    return sizes.period > thresholds.largeStep || !isEven(chain)
  }
}

/// The evidence of all cells: one plane per kind of scan and channel that found something. Most images have no plane;
/// noisy images have the plane of the scan with the widest tolerance.
struct BandingEvidencePlanes: Sendable {
  private let grid: BandingGrid
  private let channelCount: Int
  /// By kind and channel; empty if nothing was found.
  private var planes: [[BandingEvidence]]
  /// Per cell: has evidence. Empty until the first evidence.
  private var isFound: [Bool] = []
  /// The range of rows of cells from the first to the last with evidence.
  private(set) var rows = 0..<0

  init(grid: BandingGrid, kindCount: Int, channelCount: Int) {
    self.grid = grid
    self.channelCount = channelCount
    planes = [[BandingEvidence]](repeating: [], count: kindCount * channelCount)
  }

  /// The evidence of one cell, kind and channel.
  func evidence(_ cell: Int, kind: Int, channel: Int) -> BandingEvidence {
    let plane = kind * channelCount + channel
    return planes[plane].isEmpty ? BandingEvidence() : planes[plane][cell]
  }

  /// Whether a cell has evidence.
  func hasEvidence(_ cell: Int) -> Bool { !isFound.isEmpty && isFound[cell] }

  /// Adds a staircase that covers `pixels` of a line of `thickness` pixels in row or column `line` of the cells.
  mutating func add(_ stroke: BandingStroke, _ pixels: Range<Int>, line: Int, thickness: Int) {
    guard !pixels.isEmpty else { return }
    let plane = stroke.kind * channelCount + stroke.channel
    if isFound.isEmpty { isFound = [Bool](repeating: false, count: grid.count) }
    if planes[plane].isEmpty {
      planes[plane] = [BandingEvidence](repeating: BandingEvidence(), count: grid.count)
    }
    let (first, last) = (pixels.lowerBound / grid.cell, (pixels.upperBound - 1) / grid.cell)
    let run = BandingRun(
      first: stroke.isRow ? line * grid.columns + first : first * grid.columns + line,
      count: last - first + 1, stride: stroke.isRow ? 1 : grid.columns,
      // The cells at both ends are covered in part.
      firstPixels: min(pixels.upperBound, (first + 1) * grid.cell) - pixels.lowerBound,
      lastPixels: pixels.upperBound - max(last * grid.cell, pixels.lowerBound), cell: grid.cell)
    run.add(stroke, thickness: thickness, to: &planes[plane])
    run.mark(&isFound)
    let found = stroke.isRow ? line..<line + 1 : first..<last + 1
    rows =
      rows.isEmpty
      ? found : min(rows.lowerBound, found.lowerBound)..<max(rows.upperBound, found.upperBound)
  }
}

/// The cells that a staircase crosses, and how many of its pixels lie in the first, in the last and in each cell
/// between.
private struct BandingRun {
  let first: Int, count: Int, stride: Int
  let firstPixels: Int, lastPixels: Int, cell: Int

  func add(_ stroke: BandingStroke, thickness: Int, to plane: inout [BandingEvidence]) {
    var evidence = plane.mutableSpan
    evidence[first].add(stroke, pixels: Float(firstPixels * thickness))
    guard count > 1 else { return }
    let pixels = Float(cell * thickness)
    var index = first + stride
    for _ in 0..<count - 2 {
      evidence[index].add(stroke, pixels: pixels)
      index += stride
    }
    evidence[index].add(stroke, pixels: Float(lastPixels * thickness))
  }

  func mark(_ cells: inout [Bool]) {
    var marked = cells.mutableSpan
    var index = first
    for _ in 0..<count {
      marked[index] = true
      index += stride
    }
  }
}

/// Recently measured sizes of steps: a ramp makes the same steps in line after line.
struct BandingStepMemory: Sendable {
  private var entries = [(key: SIMD16<UInt16>, sizes: BandingStepMeter.Sizes)?](repeating: nil, count: 256)

  /// The distances of `chain`, as `meter` measures them.
  mutating func sizes(of chain: Staircase, _ meter: BandingStepMeter) -> BandingStepMeter.Sizes {
    var key = SIMD16<UInt16>()
    key.lowHalf = SIMD8(lowHalf: chain.color, highHalf: chain.colorBefore)
    (key[8], key[9]) = (UInt16(chain.channel), UInt16(clamping: chain.stepSum / max(1, chain.steps)))
    var mixed: UInt64 = 0
    for index in 0..<10 { mixed = (mixed &+ UInt64(key[index])) &* 0x9E37_79B9_7F4A_7C15 }
    let place = Int(mixed >> 56)
    if let entry = entries[place], entry.key == key { return entry.sizes }
    let sizes = meter.sizes(of: chain)
    entries[place] = (key, sizes)
    return sizes
  }
}
