/// Divides an image into square cells, the unit of the banding map.
struct BandingGrid: Sendable, Hashable {
  let width: Int
  let height: Int
  /// Side of a cell in pixels: a multiple of 4, from 4 to 64.
  let cell: Int
  /// Number of cells in a row and in a column.
  let columns: Int, rows: Int

  /// Cells of 4 px if that gives at most 65,536 cells; larger cells for larger images.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    var cell = 4
    while cell < 64, ((width + cell - 1) / cell) * ((height + cell - 1) / cell) > 65536 { cell += 4 }
    self.cell = cell
    columns = (width + cell - 1) / cell
    rows = (height + cell - 1) / cell
  }

  var count: Int { columns * rows }

  /// Pixels of the cell at `index`; fewer at the right and bottom edge.
  func area(_ index: Int) -> Int {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return min(cell, width - column * cell) * min(cell, height - row * cell)
  }
}

// Sliding windows over a grid.

extension BandingGrid {
  /// Sums of `values` (one per cell of consecutive whole rows) over the square window of `radius` cells to every side
  /// of each cell, limited to those rows.
  func windowSums<Value: AdditiveArithmetic>(_ values: [Value], radius: Int) -> [Value] {
    let columns = columns
    var sums = values
    for first in stride(from: 0, to: values.count, by: columns) {
      let row = values.span.extracting(first..<first + columns)
      var sum = Value.zero
      for column in 0..<min(radius, columns) { sum += row[column] }
      for column in 0..<columns {
        if column + radius < columns { sum += row[column + radius] }
        if column > radius { sum -= row[column - radius - 1] }
        sums[first + column] = sum
      }
    }
    return sumsDown(sums, radius: radius)
  }

  /// Window sums along columns only, all cells of a row in parallel.
  private func sumsDown<Value: AdditiveArithmetic>(_ values: [Value], radius: Int) -> [Value] {
    let columns = columns
    let rows = values.count / columns
    var window = [Value](repeating: .zero, count: columns)
    func add(_ row: Int) {
      let values = values.span.extracting(row * columns..<(row + 1) * columns)
      for column in 0..<columns { window[column] += values[column] }
    }
    func subtract(_ row: Int) {
      let values = values.span.extracting(row * columns..<(row + 1) * columns)
      for column in 0..<columns { window[column] -= values[column] }
    }
    var sums: [Value] = []
    sums.reserveCapacity(values.count)
    for row in 0..<min(radius, rows) { add(row) }
    for row in 0..<rows {
      if row + radius < rows { add(row + radius) }
      if row > radius { subtract(row - radius - 1) }
      sums += window
    }
    return sums
  }

  /// Pixels of the square window of `radius` cells to every side of a cell, limited to the image.
  func windowArea(_ index: Int, radius: Int) -> Int {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    func length(_ at: Int, _ end: Int) -> Int {
      min(end, (at + radius + 1) * cell) - max(0, (at - radius) * cell)
    }
    return length(column, width) * length(row, height)
  }
}

/// The 8-connected components of a set of cells: the indices of each, in the order of their first cell.
struct BandingComponents: Sequence, IteratorProtocol {
  private let columns, rows: Int
  /// Cells that are not part of a component yet.
  private var rest: [Bool]
  private var position = 0

  /// - Parameter isMember: per cell of the grid; empty if no cell is a member.
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
