/// Keeps the cells that belong to a larger banded whole: noise and texture make short staircases here and
/// there, a ramp makes them everywhere.
struct BandingMajority {
  let grid: BandingGrid

  /// The window reaches 16 pixels to every side: a quarter of a degree at the default viewing distance.
  private var radius: Int { max(1, 16 / grid.cell) }

  /// `cells` without the components in which too few cells lie in mostly covered surroundings.
  func filtered(_ cells: [BandingCell?]) -> [BandingCell?] {
    let covered = grid.windowSums(
      (0..<grid.count).map { (cells[$0]?.coverage ?? 0) * Double(grid.area($0)) }, radius: radius)
    let areas = grid.windowSums((0..<grid.count).map { Double(grid.area($0)) }, radius: radius)
    var kept = [BandingCell?](repeating: nil, count: cells.count)
    for members in BandingComponents(grid: grid, isMember: cells.map { $0 != nil }).components {
      let seeds = members.filter { covered[$0] >= BandingThresholds.leastMajority * areas[$0] }
      guard seeds.count * 4 >= members.count else { continue }
      for member in members { kept[member] = cells[member] }
    }
    return kept
  }
}
