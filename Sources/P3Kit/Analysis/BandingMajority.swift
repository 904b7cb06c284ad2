/// Keeps the cells that belong to a larger banded whole: noise and texture make short staircases here and
/// there, a ramp makes them everywhere.
struct BandingMajority {
  let grid: BandingGrid

  /// The window reaches 16 pixels to every side: a quarter of a degree at the default viewing distance.
  private var radius: Int { max(1, 16 / grid.cell) }

  /// Takes the components out of `cells` in which too few cells lie in mostly covered surroundings.
  func filter(_ cells: inout BandingVerdicts) {
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
