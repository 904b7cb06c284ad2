/// Marked pixels of the last few rows, handed to a region builder once no later row can mark them.
struct GamutLossMarks: Sendable {
  /// Rows that stay open.
  private let window: Int
  private let width: Int
  /// The CIEDE2000 that is lost at each pixel of the open rows, 0 where nothing is; oldest row first. Rows without
  /// any mark are empty.
  private var rows: [[Double]] = []
  private var builder = GamutRegionBuilder()

  init(width: Int, window: Int) {
    self.width = width
    self.window = window
  }

  /// Opens the next row and closes the one that leaves the window.
  mutating func openRow() {
    rows.append([])
    if rows.count > window { builder.addRow(Self.runs(rows.removeFirst())) }
  }

  /// Marks a pixel `back` rows above the newest.
  mutating func mark(x: Int, back: Int = 0, deltaE: Double) {
    let row = rows.count - 1 - back
    if rows[row].isEmpty { rows[row] = [Double](repeating: 0, count: width) }
    rows[row][x] = max(rows[row][x], deltaE)
  }

  /// The regions of all marks.
  mutating func finish() -> [GamutRegion] {
    for row in rows { builder.addRow(Self.runs(row)) }
    rows = []
    return builder.finish()
  }

  private static func runs(_ row: [Double]) -> [GamutRun] {
    var runs: [GamutRun] = []
    for (x, deltaE) in row.enumerated() where deltaE > 0 {
      if let last = runs.indices.last, runs[last].columns.upperBound == x - 1 {
        runs[last].columns = runs[last].columns.lowerBound...x
        runs[last].maxDeltaE = max(runs[last].maxDeltaE, deltaE)
      } else {
        runs.append(GamutRun(columns: x...x, maxDeltaE: deltaE))
      }
    }
    return runs
  }
}
