import Pixels

/// Turns a map of staircases into verdicts per cell.
struct BandingJudge {
  let map: BandingMap
  let cells: [StaircaseCell]
  let options: BandingOptions

  /// Radius, in cells, of the neighbourhood that widths are measured in.
  private var radius: Int { max(1, 16 / map.grid.cell) }

  /// The verdicts on the cells where something is to be seen that belongs to a larger whole.
  func verdicts() -> BandedCells {
    var verdicts = BandedCells(cellCount: map.grid.count)
    let rows = map.rowsWithEvidence
    let columns = map.grid.columns
    let widths = plateauWidths(rows)
    for cell in rows.lowerBound * columns..<rows.upperBound * columns where map.hasEvidence(cell) {
      if let verdict = verdict(cell, plateau: widths.isEmpty ? 0 : widths[cell - rows.lowerBound * columns]) {
        verdicts.add(verdict, on: cell)
      }
    }
    BandingMajority(grid: map.grid).filter(&verdicts)
    return verdicts
  }

  private func verdict(_ cell: Int, plateau: Double) -> BandedCell? {
    var best: BandedCell?
    let area = Float(map.grid.area(cell))
    for channel in 0..<map.channelCount {
      let exact = map.evidence(cell, kind: 0, channel: channel)
      let isExact = max(exact.across, exact.along) >= 0.3 * area
      for kind in isExact ? 0..<1 : 1..<BandingMap.kindCount {
        let own = map.evidence(cell, kind: kind, channel: channel)
        let coverage = max(own.across, own.along) / area
        let least = kind == 0 ? BandingThresholds.leastCoverage : BandingThresholds.leastTolerantCoverage
        guard coverage >= Float(least) else { continue }
        if kind == 0, plateau < BandingThresholds.leastPlateau { continue }
        let evidence = neighbourhood(cell, kind: kind, channel: channel)
        let visibility = evidence.meanDistance * acuity(evidence.plateauWidth)
        guard visibility >= BandingThresholds.leastVisibility else { continue }
        let score = visibility / BandingThresholds.leastVisibility
        if score > best?.score ?? 0 {
          best = BandedCell(
            score: score, codes: Double(evidence.codes / evidence.pixels), distance: evidence.meanDistance,
            width: evidence.plateauWidth, channel: channel, kind: kind, coverage: min(1, Double(coverage)))
        }
      }
    }
    return best
  }

  /// What is left of a staircase of period `width` pixels after the eye's blur: the first harmonic's share,
  /// exp(−2(πσ/w)²).
  private func acuity(_ width: Double) -> Double {
    let ratio = Double.pi * options.blurSigma / width
    return ReproducibleMath.exponential(-2 * ratio * ratio)
  }

  /// The evidence of a cell and the eight around it, which share its bands.
  private func neighbourhood(_ cell: Int, kind: Int, channel: Int) -> BandingEvidence {
    var sum = BandingEvidence()
    forEachNeighbour(of: cell, radius: 1) { sum += map.evidence($0, kind: kind, channel: channel) }
    return sum
  }

  private func forEachNeighbour(of cell: Int, radius: Int, _ body: (Int) -> Void) {
    let (row, column) = cell.quotientAndRemainder(dividingBy: map.grid.columns)
    for y in max(0, row - radius)...min(map.grid.rows - 1, row + radius) {
      for x in max(0, column - radius)...min(map.grid.columns - 1, column + radius) {
        body(y * map.grid.columns + x)
      }
    }
  }

  /// Per cell of `rows`, the distance between visible changes of any channel, in a neighbourhood of cells that have
  /// evidence: all those cells are in these rows. Nothing where there is no exact evidence, which alone asks for it.
  private func plateauWidths(_ rows: Range<Int>) -> [Double] {
    guard map.hasExactEvidence else { return [] }
    let columns = map.grid.columns
    let changes = (rows.lowerBound * columns..<rows.upperBound * columns).map { cell in
      map.hasEvidence(cell) ? BandingChanges(cells[cell], area: map.grid.area(cell)) : .zero
    }
    return map.grid.windowSums(changes, radius: radius).map(\.width)
  }
}

/// How often the pixels of cells change, and how many pixels those are.
struct BandingChanges: AdditiveArithmetic {
  /// Visible changes from left to right, and downwards.
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

/// Keeps the cells that belong to a larger banded whole: noise and texture make short staircases here and
/// there, a ramp makes them everywhere.
struct BandingMajority {
  let grid: BandingGrid

  /// The window reaches 16 pixels to every side: a quarter of a degree at the default viewing distance.
  private var radius: Int { max(1, 16 / grid.cell) }

  /// Takes the components out of `cells` in which too few cells lie in mostly covered surroundings.
  func filter(_ cells: inout BandedCells) {
    guard !cells.isEmpty else { return }
    // Rows without any cell add nothing.
    let top = cells.range.lowerBound / grid.columns
    let end = (cells.range.upperBound + grid.columns - 1) / grid.columns
    let first = top * grid.columns
    let covered = grid.windowSums(
      (first..<end * grid.columns).map { (cells[$0]?.coverage ?? 0) * Double(grid.area($0)) }, radius: radius)
    for members in BandingComponents(grid: grid, isMember: cells.mask) {
      let seeds = members.count {
        covered[$0 - first] >= BandingThresholds.leastMajority * Double(grid.windowArea($0, radius: radius))
      }
      if seeds * 4 < members.count { for member in members { cells.remove(member) } }
    }
  }
}
