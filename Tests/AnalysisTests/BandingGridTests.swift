import TestSupport
import Testing

@testable import Analysis

@Suite("BandingGrid")
struct BandingGridTests {
  private static let grids = [
    BandingGrid(width: 1, height: 1), BandingGrid(width: 37, height: 9), BandingGrid(width: 5, height: 70),
    BandingGrid(width: 123, height: 46), BandingGrid(width: 3000, height: 1999),
  ]

  @Test("sliding windows sum what lies in them", arguments: grids, [1, 4])
  func windowSums(grid: BandingGrid, radius: Int) {
    var random = SplitMix64(seed: 11)
    let all = (0..<grid.count).map { _ in Int(random.next() % 1000) }
    // Of all rows, and of some in the middle.
    for rows in [0..<grid.rows, grid.rows / 3..<grid.rows / 3 + 1, grid.rows / 4..<grid.rows] {
      let values = Array(all[rows.lowerBound * grid.columns..<rows.upperBound * grid.columns])
      let sums = grid.windowSums(values, radius: radius)
      #expect(sums.count == values.count)
      for cell in stride(from: 0, to: values.count, by: 1 + values.count / 500) {
        let window = Self.window(of: cell, columns: grid.columns, rows: rows.count, radius: radius)
        #expect(sums[cell] == window.reduce(0) { $0 + values[$1] })
      }
    }
  }

  @Test("a window's area is that of its cells", arguments: grids, [1, 4])
  func windowArea(grid: BandingGrid, radius: Int) {
    for cell in stride(from: 0, to: grid.count, by: 1 + grid.count / 500) {
      let window = Self.window(of: cell, columns: grid.columns, rows: grid.rows, radius: radius)
      #expect(grid.windowArea(cell, radius: radius) == window.reduce(0) { $0 + grid.area($1) })
    }
  }

  @Test("components are connected, apart from each other, and all there", arguments: grids)
  func components(grid: BandingGrid) {
    var random = SplitMix64(seed: 12)
    let isMember = (0..<grid.count).map { _ in random.next() % 3 == 0 }
    var component = [Int](repeating: -1, count: grid.count)
    var firsts: [Int] = []
    for (number, members) in BandingComponents(grid: grid, isMember: isMember).enumerated() {
      firsts.append(members[0])
      #expect(members.min() == members[0])
      for (index, member) in members.enumerated() {
        let window = Self.window(of: member, columns: grid.columns, rows: grid.rows, radius: 1)
        // Each has been reached from one before it.
        #expect(index == 0 || window.contains { component[$0] == number })
        #expect(isMember[member] && component[member] == -1)
        component[member] = number
      }
    }
    #expect(firsts == firsts.sorted())
    for cell in 0..<grid.count {
      #expect((component[cell] >= 0) == isMember[cell])
      guard isMember[cell] else { continue }
      let window = Self.window(of: cell, columns: grid.columns, rows: grid.rows, radius: 1)
      #expect(window.allSatisfy { !isMember[$0] || component[$0] == component[cell] })
    }
  }

  @Test("no cell, no component")
  func noComponents() {
    var components = BandingComponents(grid: Self.grids[1], isMember: [])
    #expect(components.next() == nil && components.next() == nil)
  }

  @Test("banded cells are there until they are taken out")
  func bandedCells() {
    func bands(_ score: Double) -> BandedCell {
      BandedCell(score: score, codes: 0, distance: 0, width: 0, channel: 0, kind: 0, coverage: 1)
    }
    var banded = BandedCells(cellCount: 9)
    #expect(banded.isEmpty && banded.mask.isEmpty && banded[3] == nil)
    banded.add(bands(1), at: 6)
    banded.add(bands(2), at: 2)
    #expect(banded[6]?.score == 1 && banded[2]?.score == 2 && banded[4] == nil && banded[8] == nil)
    #expect(banded.range == 2..<7)
    banded.remove(6)
    banded.remove(8)
    #expect(banded[6] == nil && !banded.isEmpty)
    #expect(banded.mask == (0..<9).map { $0 == 2 })
  }

  /// The cells within `radius` of one, to every side.
  private static func window(of cell: Int, columns: Int, rows: Int, radius: Int) -> [Int] {
    let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
    let across = (column - radius...column + radius).clamped(to: 0...columns - 1)
    return (row - radius...row + radius).clamped(to: 0...rows - 1).flatMap { y in
      across.map { y * columns + $0 }
    }
  }
}
