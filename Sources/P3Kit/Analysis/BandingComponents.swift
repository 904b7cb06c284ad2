/// The 8-connected components of a set of cells: the indices of each, in the order of their first cell.
struct BandingComponents: Sequence, IteratorProtocol {
  private let columns, rows: Int
  /// Cells of no component yet.
  private var rest: [Bool]
  private var position = 0

  /// - Parameter isMember: of each cell of the grid; or nothing, where no cell is.
  init(grid: BandingGrid, isMember: [Bool]) {
    precondition(isMember.isEmpty || isMember.count == grid.count, "a mark for every cell")
    columns = grid.columns
    rows = grid.rows
    rest = isMember
  }

  mutating func next() -> [Int]? {
    guard let first = rest[position...].firstIndex(of: true) else {
      position = rest.count
      return nil
    }
    position = first + 1
    rest[first] = false
    var members = [first]
    var next = 0
    while next < members.count {
      takeNeighbours(of: members[next], &members)
      next += 1
    }
    return members
  }

  private mutating func takeNeighbours(of cell: Int, _ members: inout [Int]) {
    let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
    let across = (column - 1...column + 1).clamped(to: 0...columns - 1)
    for y in (row - 1...row + 1).clamped(to: 0...rows - 1) {
      for cell in y * columns + across.lowerBound...y * columns + across.upperBound where rest[cell] {
        rest[cell] = false
        members.append(cell)
      }
    }
  }
}
