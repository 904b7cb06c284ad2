/// The 8-connected components of a set of cells.
struct BandingComponents {
  /// Cell indices per component, in the order of their first cell.
  let components: [[Int]]

  init(grid: BandingGrid, isMember: [Bool]) {
    var seen = isMember.map { !$0 }
    var components: [[Int]] = []
    for first in 0..<grid.count where !seen[first] {
      seen[first] = true
      var members = [first]
      var next = 0
      while next < members.count {
        let (row, column) = members[next].quotientAndRemainder(dividingBy: grid.columns)
        next += 1
        for y in max(0, row - 1)...min(grid.rows - 1, row + 1) {
          for x in max(0, column - 1)...min(grid.columns - 1, column + 1) where !seen[y * grid.columns + x] {
            seen[y * grid.columns + x] = true
            members.append(y * grid.columns + x)
          }
        }
      }
      components.append(members)
    }
    self.components = components
  }
}
