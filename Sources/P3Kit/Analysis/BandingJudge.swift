import Pixels

/// Turns a map of staircases into verdicts per cell.
struct BandingJudge {
  let map: BandingMap
  let cells: [StaircaseCell]
  let options: BandingOptions

  /// Radius, in cells, of the neighbourhood that widths are measured in.
  private var radius: Int { max(1, 16 / map.grid.cell) }

  /// One verdict per cell, nil where nothing is to be seen or what is there belongs to no larger whole.
  func verdicts() -> [BandingCell?] {
    let plateaus = plateauWidths()
    var verdicts = (0..<map.grid.count).map { cell in
      map.hasEvidence(cell) ? verdict(cell, plateau: plateaus[cell]) : nil
    }
    BandingMajority(grid: map.grid).filter(&verdicts)
    return verdicts
  }

  private func verdict(_ cell: Int, plateau: Double) -> BandingCell? {
    var best: BandingCell?
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
          best = BandingCell(
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

  /// Per cell, the distance between visible changes of any channel: 1 over their rate, in a neighbourhood of
  /// cells that have evidence.
  private func plateauWidths() -> [Double] {
    func sums(_ value: (Int) -> Int) -> [Double] {
      let values = (0..<map.grid.count).map { map.hasEvidence($0) ? Double(value($0)) : 0 }
      return map.grid.windowSums(values, radius: radius)
    }
    let right = sums { cells[$0].changesRight }
    let down = sums { cells[$0].changesDown }
    let area = sums { map.grid.area($0) }
    return (0..<map.grid.count).map { cell in
      let changes = (right[cell] * right[cell] + down[cell] * down[cell]).squareRoot()
      return changes > 0 ? area[cell] / changes : .infinity
    }
  }
}
