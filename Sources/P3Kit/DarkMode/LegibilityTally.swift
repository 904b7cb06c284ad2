/// The outline pixels on one background, counted in cells so that memory does not grow with the outline.
struct LegibilityTally: Sendable {
  private struct Cell: Sendable {
    var pixels = 0
    var lowest = Double.infinity
    var left = Int.max, top = Int.max, right = 0, bottom = 0

    mutating func add(_ other: Cell) {
      pixels += other.pixels
      lowest = min(lowest, other.lowest)
      left = min(left, other.left)
      top = min(top, other.top)
      right = max(right, other.right)
      bottom = max(bottom, other.bottom)
    }
  }

  private static let maximumRegions = 32

  private let background: SIMD3<Double>
  private let cellSide: Int
  private let columns: Int
  private var cells: [Cell]
  private var outlinePixels = 0
  private var vanishingPixels = 0
  private var lowest = Double.infinity

  /// At most 128 × 128 cells, of 16 pixels or more.
  init(background: SIMD3<Double>, width: Int, height: Int) {
    self.background = background
    cellSide = max(16, (max(width, height) + 127) / 128)
    columns = width / cellSide + 1
    cells = Array(repeating: Cell(), count: columns * (height / cellSide + 1))
  }

  mutating func add(x: Int, y: Int, contrast: Double) {
    outlinePixels += 1
    lowest = min(lowest, contrast)
    guard contrast < WCAGContrast.graphicsMinimum else { return }
    vanishingPixels += 1
    var one = Cell()
    (one.pixels, one.lowest, one.left, one.top, one.right, one.bottom) = (1, contrast, x, y, x, y)
    cells[y / cellSide * columns + x / cellSide].add(one)
  }

  func report() -> LegibilityReport {
    LegibilityReport(
      background: background, outlinePixels: outlinePixels, vanishingPixels: vanishingPixels,
      lowestContrast: outlinePixels == 0 ? nil : lowest, regions: regions())
  }

  /// The boxes of 8-connected cells that have vanishing pixels.
  private func regions() -> [LegibilityReport.Region] {
    var isSeen = cells.map { $0.pixels == 0 }
    var found: [Cell] = []
    for start in cells.indices where !isSeen[start] {
      var sum = Cell()
      var open = [start]
      isSeen[start] = true
      while let cell = open.popLast() {
        sum.add(cells[cell])
        for next in neighbors(of: cell) where !isSeen[next] {
          isSeen[next] = true
          open.append(next)
        }
      }
      found.append(sum)
    }
    let ordered = found.sorted { ($1.pixels, $0.top, $0.left) < ($0.pixels, $1.top, $1.left) }
    return ordered.prefix(Self.maximumRegions).map { cell in
      LegibilityReport.Region(
        box: ImageRegion(columns: cell.left...cell.right, rows: cell.top...cell.bottom),
        pixels: cell.pixels, lowestContrast: cell.lowest)
    }
  }

  private func neighbors(of cell: Int) -> [Int] {
    let (column, row) = (cell % columns, cell / columns)
    var result: [Int] = []
    for y in max(0, row - 1)...min(cells.count / columns - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) { result.append(y * columns + x) }
    }
    return result
  }
}
