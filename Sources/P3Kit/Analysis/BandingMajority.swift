/// Keeps the cells that belong to a larger banded whole: noise and texture make short staircases here and
/// there, a ramp makes them everywhere.
struct BandingMajority {
  let grid: BandingGrid

  /// The window reaches 16 pixels to every side: a quarter of a degree at the default viewing distance.
  private var radius: Int { max(1, 16 / grid.cell) }

  /// `cells` without the components in which too few cells lie in mostly covered surroundings.
  func filtered(_ cells: [BandingCell?]) -> [BandingCell?] {
    let covered = boxSums((0..<grid.count).map { (cells[$0]?.coverage ?? 0) * Double(grid.area($0)) })
    let areas = boxSums((0..<grid.count).map { Double(grid.area($0)) })
    var kept = [BandingCell?](repeating: nil, count: cells.count)
    for members in BandingComponents(grid: grid, isMember: cells.map { $0 != nil }).components {
      let seeds = members.filter { covered[$0] >= BandingThresholds.leastMajority * areas[$0] }
      guard seeds.count * 4 >= members.count else { continue }
      for member in members { kept[member] = cells[member] }
    }
    return kept
  }

  /// Sums over the square window around each cell, one axis after the other.
  private func boxSums(_ values: [Double]) -> [Double] {
    var rows = values
    for row in 0..<grid.rows {
      slide(values, &rows, first: row * grid.columns, step: 1, count: grid.columns)
    }
    var sums = rows
    for column in 0..<grid.columns {
      slide(rows, &sums, first: column, step: grid.columns, count: grid.rows)
    }
    return sums
  }

  private func slide(_ values: [Double], _ sums: inout [Double], first: Int, step: Int, count: Int) {
    var sum = 0.0
    for index in 0..<min(radius, count) { sum += values[first + index * step] }
    for index in 0..<count {
      if index + radius < count { sum += values[first + (index + radius) * step] }
      if index - radius - 1 >= 0 { sum -= values[first + (index - radius - 1) * step] }
      sums[first + index * step] = sum
    }
  }
}
