import Pixels

/// Finds gradients whose cells have one colour after the clip.
///
/// A walk goes along a row of cells or down a column. It ends if a cell's mean colour before the clip is far from that
/// of the previous cell, or its mean colour after the clip is far from the mean colour of the first cell. The loss of a
/// walk is the largest difference, before the clip, between its first cell and another of its cells.
struct ClippedGradients: Sendable {
  /// L, a and b in units of 1/64; the last element is 1 in cells of gradients.
  private typealias Color = SIMD4<Int16>
  private static let unit: Float = 1 / 64

  private let columns: Int
  private let limits: CollapseLimits
  /// Per cell, before and after the clip; from the first to the last row with a cell of a gradient.
  private var before: [Color] = []
  private var after: [Color] = []
  /// Rows above the first of these rows, and rows since the last one.
  private var top = 0
  private var emptyRows = 0

  init(columns: Int, _ limits: CollapseLimits) {
    self.columns = columns
    self.limits = limits
  }

  mutating func addEmptyRow() { emptyRows += 1 }

  mutating func addRow(_ cells: ClipCells) {
    let count = before.count
    let isFirst = count == 0
    let gap = [Color](repeating: Color(), count: isFirst ? 0 : columns * emptyRows)
    before += gap
    after += gap
    var isEmpty = true
    for x in 0..<columns {
      let cell = cells[x]
      let isMember = limits.isOfGradient(cell)
      before.append(isMember ? Self.color(cell.before) : Color())
      after.append(isMember ? Self.color(cell.after) : Color())
      isEmpty = isEmpty && !isMember
    }
    if isEmpty {
      before.removeLast(before.count - count)
      after.removeLast(after.count - count)
      emptyRows += 1
    } else {
      if isFirst { top = emptyRows }
      emptyRows = 0
    }
  }

  private static func color(_ color: SIMD3<Float>) -> Color {
    var units = Color(SIMD4<Float>(color, 0) / unit, rounding: .toNearestOrEven)
    units.w = 1
    return units
  }

  /// The regions of cells with a loss. `difference` compares two colours before the clip.
  mutating func finish(difference: (SIMD3<Float>, SIMD3<Float>) -> Double) -> [GamutRegion] {
    var lost = [Float](repeating: 0, count: before.count)
    let rows = columns == 0 ? 0 : before.count / columns
    for y in 0..<rows { walk(from: y * columns, count: columns, step: 1, &lost, difference) }
    for x in 0..<columns { walk(from: x, count: rows, step: columns, &lost, difference) }
    var builder = GamutRegionBuilder()
    if top > 0 { builder.addRow([], times: top) }
    for y in 0..<rows { builder.addRow(runs(lost, y)) }
    return builder.finish()
  }

  // MARK: Walks

  private struct Walk {
    /// The walk's first cell, and the first cell without a mark.
    let first: Int
    var unmarked: Int
    var length = 1
    /// The largest difference between means so far, the loss that follows from it, and the OKLab distance from the
    /// first cell from which on it is measured again.
    var farthest = 0.0
    var lost: Float = 0
    var leastDistance: Float = 1
  }

  private func walk(
    from start: Int, count: Int, step: Int, _ lost: inout [Float],
    _ difference: (SIMD3<Float>, SIMD3<Float>) -> Double
  ) {
    var walk = Walk(first: start, unmarked: start)
    for cell in stride(from: start, to: start + count * step, by: step) where before[cell].w != 0 {
      let isNext = cell > start && before[cell - step].w != 0
      guard isNext, Self.distance(before[cell], before[cell - step]) < limits.apart,
        Self.distance(after[cell], after[walk.first]) < limits.alike
      else {
        walk = Walk(first: cell, unmarked: cell)
        continue
      }
      walk.length += 1
      measure(&walk, at: cell, difference)
      guard walk.length >= limits.leastPlateau, walk.lost >= limits.leastRamp else { continue }
      for marked in stride(from: walk.unmarked, through: cell, by: step) {
        lost[marked] = max(lost[marked], walk.lost)
      }
      walk.unmarked = cell + step
    }
  }

  private func measure(_ walk: inout Walk, at cell: Int, _ difference: (SIMD3<Float>, SIMD3<Float>) -> Double)
  {
    let distance = Self.distance(before[cell], before[walk.first])
    guard distance >= walk.leastDistance else { return }
    walk.leastDistance = distance + 0.1
    let farthest = difference(color(walk.first), color(cell))
    guard farthest > walk.farthest else { return }
    walk.farthest = farthest
    // The ramp continues for half a cell beyond both means.
    walk.lost = Float(farthest * Double(walk.length) / Double(walk.length - 1))
  }

  private func color(_ cell: Int) -> SIMD3<Float> {
    let color = SIMD4<Float>(before[cell]) * Self.unit
    return SIMD3(color.x, color.y, color.z)
  }

  private static func distance(_ first: Color, _ second: Color) -> Float {
    let d = SIMD4<Float>(first) - SIMD4<Float>(second)
    return (d * d).sum().squareRoot() * unit
  }

  // MARK: Regions

  private func runs(_ lost: [Float], _ y: Int) -> [GamutRun] {
    var runs: [GamutRun] = []
    for x in 0..<columns where lost[y * columns + x] > 0 {
      let cell = y * columns + x
      let isCorner = x > 0 && y > 0 && min(lost[cell - 1], lost[cell - columns], lost[cell - columns - 1]) > 0
      let isPlain = Double(lost[cell]) >= GamutCollapseReport.plainRampDifference
      runs.join(
        GamutRun(
          columns: x...x, maxDeltaE: Double(lost[cell]),
          lost: LostCells(cells: 1, plain: isPlain ? 1 : 0, squares: isCorner ? 1 : 0)))
    }
    return runs
  }
}
