import ImageFiles
import Testing

@testable import Analysis

@Suite("GamutRegionBuilder")
struct GamutRegionBuilderTests {
  @Test("joins what touches, diagonals included")
  func shapes() {
    #expect(boxes(["#.", ".#"]) == [[0, 0, 2, 2, 2]])
    #expect(boxes(["#.#", "...", "#.#"]).count == 4)
    // A U joins at its bottom; two arms are one region.
    #expect(boxes(["#.#", "#.#", "###"]) == [[0, 0, 3, 3, 7]])
    // A spiral meets itself late.
    #expect(boxes(["#####", "....#", "###.#", "#...#", "#####"]) == [[0, 0, 5, 5, 17]])
    #expect(boxes([]).isEmpty && boxes(["...", "..."]).isEmpty)
  }

  @Test("orders regions by size, then from the top and the left")
  func order() {
    #expect(
      boxes(["#.##.#", "......", "###..."]) == [
        [0, 2, 3, 1, 3], [2, 0, 2, 1, 2], [0, 0, 1, 1, 1], [5, 0, 1, 1, 1],
      ])
  }

  @Test("equals a flood fill on random pictures of every density", arguments: [5, 20, 35, 50, 65, 80, 95])
  func floodFill(percent: Int) {
    var state = UInt64(percent)
    for _ in 0..<30 {
      let rows = (0..<23).map { _ in
        (0..<29).map { _ -> Bool in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int(state >> 33) % 100 < percent
        }
      }
      #expect(found(rows) == flooded(rows))
    }
  }

  @Test("keeps the largest regions when there are too many, and counts them all")
  func bounded() {
    var builder = GamutRegionBuilder()
    let columns = 4096
    let row = stride(from: 0, to: columns, by: 2).map { GamutRun(columns: $0...$0, maxDeltaE: 1) }
    for _ in 0..<80 {
      builder.addRow(row)
      builder.addRow([])
    }
    builder.addRow([GamutRun(columns: 5...9, maxDeltaE: 3)])
    let regions = builder.finish()
    #expect(builder.count == 80 * columns / 2 + 1)
    #expect(regions.count == GamutRegionBuilder.maximumCount)
    let box = ImageRegion(x: 5, y: 160, width: 5, height: 1)
    #expect(regions[0] == GamutRegion(box: box, pixels: 5, maxDeltaE: 3))
    #expect(regions[1].box.y == 0 && regions[1].box.x == 0)
  }

  private func boxes(_ picture: [String]) -> [[Int]] { found(picture.map { $0.map { $0 == "#" } }) }

  private func found(_ rows: [[Bool]]) -> [[Int]] {
    var builder = GamutRegionBuilder()
    for row in rows {
      var runs: [GamutRun] = []
      for (x, isSet) in row.enumerated() where isSet {
        if let last = runs.indices.last, runs[last].columns.upperBound == x - 1 {
          runs[last].columns = runs[last].columns.lowerBound...x
        } else {
          runs.append(GamutRun(columns: x...x, maxDeltaE: 1))
        }
      }
      builder.addRow(runs)
    }
    return builder.finish().map { [$0.box.x, $0.box.y, $0.box.width, $0.box.height, $0.pixels] }
  }

  /// The obvious way.
  private func flooded(_ rows: [[Bool]]) -> [[Int]] {
    var left = rows
    var found: [(box: [Int], first: [Int])] = []
    for y in rows.indices {
      for x in rows[y].indices where left[y][x] {
        var stack = [(x, y)]
        var pixels: [(Int, Int)] = []
        left[y][x] = false
        while let (cx, cy) = stack.popLast() {
          pixels.append((cx, cy))
          for ny in max(cy - 1, 0)...min(cy + 1, rows.count - 1) {
            for nx in max(cx - 1, 0)...min(cx + 1, rows[0].count - 1) where left[ny][nx] {
              left[ny][nx] = false
              stack.append((nx, ny))
            }
          }
        }
        let xs = pixels.map(\.0)
        let ys = pixels.map(\.1)
        guard let x0 = xs.min(), let x1 = xs.max(), let y0 = ys.min(), let y1 = ys.max() else { continue }
        found.append(([x0, y0, x1 - x0 + 1, y1 - y0 + 1, pixels.count], [-pixels.count, y, x]))
      }
    }
    return found.sorted { $0.first.lexicographicallyPrecedes($1.first) }.map(\.box)
  }
}
