import Pixels

/// Decides which cells of a map of staircases show bands.
struct BandingJudge {
  let map: BandingMap
  let cells: [StaircaseCell]
  let options: BandingOptions

  /// Radius, in cells, of the neighbourhood in which widths are measured.
  private var radius: Int { max(1, 16 / map.grid.cell) }

  private var thresholds: BandingThresholds { options.thresholds }

  /// The cells with visible bands that belong to a larger area.
  func bandedCells() -> BandedCells {
    var banded = BandedCells(cellCount: map.grid.count)
    let rows = map.rowsWithEvidence
    let columns = map.grid.columns
    let widths = plateauWidths(rows)
    for cell in rows.lowerBound * columns..<rows.upperBound * columns where map.hasEvidence(cell) {
      let plateau = widths.isEmpty ? 0 : widths[cell - rows.lowerBound * columns]
      if var bands = bands(of: cell, plateau: plateau) {
        bands.edges = edges(of: cell)
        banded.add(bands, at: cell)
      }
    }
    BandingMajority(grid: map.grid, leastShare: thresholds.leastMajority).filter(&banded)
    return banded
  }

  /// The steps of each colour channel in `cell`, counted as pixels of their edges.
  private func edges(of cell: Int) -> SIMD3<Float> {
    var edges = SIMD3<Float>()
    for channel in 0..<map.channelCount - (map.meter.hasAlpha ? 1 : 0) {
      let evidence = map.evidence(cell, kind: 0, channel: channel)
      edges[channel] = evidence.acrossSteps + evidence.alongSteps
    }
    return edges
  }

  /// The bands of `cell` in the channel and kind of scan where they are most visible; nil if none is visible.
  ///
  /// - Parameter plateau: pixels between visible changes around the cell.
  private func bands(of cell: Int, plateau: Double) -> BandedCell? {
    var best: BandedCell?
    for channel in 0..<map.channelCount {
      for kind in kinds(for: cell, channel: channel) {
        if kind == 0, plateau < thresholds.leastPlateau { continue }
        guard let bands = bands(of: cell, kind: kind, channel: channel) else { continue }
        if bands.score > best?.score ?? 0 { best = bands }
      }
    }
    return best
  }

  /// Only exact plateaus if they cover enough of the cell; else the tolerant scans.
  private func kinds(for cell: Int, channel: Int) -> Range<Int> {
    let exact = map.evidence(cell, kind: 0, channel: channel)
    let least = Float(thresholds.leastCoverage) * Float(map.grid.area(cell))
    let isExact = max(exact.across, exact.along) >= least
    return isExact ? 0..<1 : 1..<BandingMap.kindCount
  }

  /// The bands of `cell` in one channel and kind of scan.
  private func bands(of cell: Int, kind: Int, channel: Int) -> BandedCell? {
    let own = map.evidence(cell, kind: kind, channel: channel)
    let coverage = max(own.across, own.along) / Float(map.grid.area(cell))
    let least = kind == 0 ? thresholds.leastCoverage : thresholds.leastTolerantCoverage
    guard coverage >= Float(least) else { return nil }
    let evidence = neighbourhood(cell, kind: kind, channel: channel)
    let visibility = evidence.meanDistance * acuity(evidence.plateauWidth)
    guard visibility >= thresholds.leastVisibility else { return nil }
    return BandedCell(
      score: visibility / thresholds.leastVisibility, codes: Double(evidence.codes / evidence.pixels),
      distance: evidence.meanDistance, width: evidence.plateauWidth, channel: channel, kind: kind,
      coverage: min(1, Double(coverage)))
  }

  /// The share of a staircase of period `width` pixels that remains after the eye's blur: its first harmonic's,
  /// exp(−2(πσ/w)²).
  private func acuity(_ width: Double) -> Double {
    let ratio = Double.pi * options.blurSigma / width
    return ReproducibleMath.exponential(-2 * ratio * ratio)
  }

  /// The evidence of a cell and its eight neighbours, which share its bands.
  private func neighbourhood(_ cell: Int, kind: Int, channel: Int) -> BandingEvidence {
    var sum = BandingEvidence()
    let (row, column) = cell.quotientAndRemainder(dividingBy: map.grid.columns)
    for y in max(0, row - 1)...min(map.grid.rows - 1, row + 1) {
      for x in max(0, column - 1)...min(map.grid.columns - 1, column + 1) {
        sum += map.evidence(y * map.grid.columns + x, kind: kind, channel: channel)
      }
    }
    return sum
  }

  /// Per cell of `rows`, the distance between visible changes of any channel in its neighbourhood. `rows` must contain
  /// all cells with evidence. Empty without exact evidence.
  private func plateauWidths(_ rows: Range<Int>) -> [Double] {
    guard map.hasExactEvidence else { return [] }
    let columns = map.grid.columns
    let changes = (rows.lowerBound * columns..<rows.upperBound * columns).map { cell in
      map.hasEvidence(cell) ? BandingChanges(cells[cell], area: map.grid.area(cell)) : .zero
    }
    return map.grid.windowSums(changes, radius: radius).map(\.width)
  }
}

/// How often the pixels of cells change, and the number of pixels.
struct BandingChanges: AdditiveArithmetic {
  /// Visible changes from left to right, and from top to bottom.
  var right, down: Int32
  /// Pixels.
  var area: Int32

  static let zero = BandingChanges(right: 0, down: 0, area: 0)

  static func + (a: Self, b: Self) -> Self {
    BandingChanges(right: a.right &+ b.right, down: a.down &+ b.down, area: a.area &+ b.area)
  }

  static func - (a: Self, b: Self) -> Self {
    BandingChanges(right: a.right &- b.right, down: a.down &- b.down, area: a.area &- b.area)
  }

  /// The distance between changes, in pixels: 1 over their rate.
  var width: Double {
    let (right, down) = (Double(right), Double(down))
    let changes = (right * right + down * down).squareRoot()
    return changes > 0 ? Double(area) / changes : .infinity
  }
}

extension BandingChanges {
  /// The changes of one cell of `area` pixels.
  init(_ cell: StaircaseCell, area: Int) {
    self.init(right: Int32(cell.changesRight), down: Int32(cell.changesDown), area: Int32(area))
  }
}
