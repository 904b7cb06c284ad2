// Distinguishes the shades of a drawing or a rendered body from the steps of a rounded gradient.

import Pixels

extension BandingFindings {
  /// The share of cells with exact steps whose step size is the most common one. Rounding makes steps of one size
  /// everywhere; steps between facets, swatches and drawn shades differ.
  func evenness(_ found: [BandedCell]) -> Double {
    let codes = found.filter { $0.kind == 0 }.map(\.codes).sorted()
    guard !codes.isEmpty else { return 1 }
    let median = codes[codes.count / 2]
    let deviation = max(Self.leastDeviation, Self.relativeDeviation * median)
    return Double(codes.count { abs($0 - median) <= deviation }) / Double(codes.count)
  }

  /// One 8-bit code, by which steps of one size vary if they are no whole number of codes.
  private static let leastDeviation = 257.0
  /// Allowed deviation of a step's size, as a part of the size.
  private static let relativeDeviation = 0.15

  /// The share of the outline of `members` with another colour outside, compared with the cell after next, as the next
  /// cell may hold a part of the region. The image's border is not part of the outline.
  func outlined(_ members: [Int]) -> Double {
    let inside = Set(members)
    var (edges, hard) = (0, 0)
    for member in members {
      let (row, column) = member.quotientAndRemainder(dividingBy: grid.columns)
      for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        guard let beside = cell(row + down, column + right), !inside.contains(beside),
          let beyond = cell(row + 2 * down, column + 2 * right)
        else { continue }
        edges += 1
        if difference(member, beyond) > Self.hardEdge { hard += 1 }
      }
    }
    return Double(hard) / Double(max(edges, 1))
  }

  /// OKLab distance from which on two areas count as having an edge between them, about 6 ΔE2000: larger than any step
  /// of five bits.
  private static let hardEdge = 0.06

  private func cell(_ row: Int, _ column: Int) -> Int? {
    guard (0..<grid.rows).contains(row), (0..<grid.columns).contains(column) else { return nil }
    return row * grid.columns + column
  }

  private func difference(_ a: Int, _ b: Int) -> Double {
    let difference = meter.lab(cells[a].color) - meter.lab(cells[b].color)
    return (difference * difference).sum().squareRoot()
  }
}
