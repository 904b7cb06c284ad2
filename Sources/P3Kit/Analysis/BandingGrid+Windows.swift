// Sliding windows over a grid.
extension BandingGrid {
  /// Sums of `values`, one per cell of some consecutive whole rows, over the square window that reaches `radius` cells
  /// to every side of each cell and ends where the rows do.
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

  /// The same down the columns alone: all of a row side by side.
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

  /// Pixels of the square window that reaches `radius` cells to every side of a cell, inside the image.
  func windowArea(_ index: Int, radius: Int) -> Int {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    func length(_ at: Int, _ end: Int) -> Int {
      min(end, (at + radius + 1) * cell) - max(0, (at - radius) * cell)
    }
    return length(column, width) * length(row, height)
  }
}
