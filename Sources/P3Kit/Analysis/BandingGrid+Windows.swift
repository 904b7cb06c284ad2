// Sliding windows over a grid.
extension BandingGrid {
  /// Sums of `values`, one per cell, over the square window that reaches `radius` cells to every side of each
  /// cell and ends at the image's edge.
  func windowSums(_ values: [Double], radius: Int) -> [Double] {
    var along = values
    for row in 0..<rows {
      slide(values, &along, first: row * columns, step: 1, count: columns, radius: radius)
    }
    var sums = along
    for column in 0..<columns {
      slide(along, &sums, first: column, step: columns, count: rows, radius: radius)
    }
    return sums
  }

  private func slide(
    _ values: [Double], _ sums: inout [Double], first: Int, step: Int, count: Int, radius: Int
  ) {
    var sum = 0.0
    for index in 0..<min(radius, count) { sum += values[first + index * step] }
    for index in 0..<count {
      if index + radius < count { sum += values[first + (index + radius) * step] }
      if index - radius - 1 >= 0 { sum -= values[first + (index - radius - 1) * step] }
      sums[first + index * step] = sum
    }
  }
}
