/// Keeps the cells that belong to a larger banded whole: noise and texture make short staircases here and
/// there, a ramp makes them everywhere.
struct BandingMajority {
  let grid: BandingGrid

  /// The window reaches 16 pixels to every side: a quarter of a degree at the default viewing distance.
  private var radius: Int { max(1, 16 / grid.cell) }

  /// Takes the components out of `cells` in which too few cells lie in mostly covered surroundings.
  func filter(_ cells: inout [BandingCell?]) {
    let covered = grid.windowSums(
      cells.indices.map { (cells[$0]?.coverage ?? 0) * Double(grid.area($0)) }, radius: radius)
    let areas = grid.windowSums(cells.indices.map { Double(grid.area($0)) }, radius: radius)
    for members in BandingComponents(grid: grid, isMember: cells.map { $0 != nil }).components {
      let seeds = members.filter { covered[$0] >= BandingThresholds.leastMajority * areas[$0] }
      if seeds.count * 4 < members.count { for member in members { cells[member] = nil } }
    }
  }
}
