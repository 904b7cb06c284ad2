import Pixels

/// Marked pixels of the last few rows, handed to a region builder once no later row can mark them.
struct GamutCollapseMarks: Sendable {
  /// A row that is open.
  private struct Row: Sendable {
    /// The pixels that are marked.
    var marked: PixelBits
    /// The CIEDE2000 that is lost at each of them; empty before the first.
    var deltaE: [Double] = []

    mutating func mark(_ columns: ClosedRange<Int>, deltaE most: Double, width: Int) {
      if deltaE.isEmpty { deltaE = [Double](repeating: 0, count: width) }
      for x in columns {
        let before = marked[x] ? deltaE[x] : 0
        marked.add(1 << UInt64(x & 63), toWord: x >> 6)
        deltaE[x] = max(before, most)
      }
    }
  }

  /// Rows that stay open.
  private let window: Int
  private let width: Int
  /// Of gradients alone.
  private var plateaus: PlateauMeasure?
  /// The open rows, as a ring.
  private var rows: [Row] = []
  private var newest = -1
  private var builder = GamutRegionBuilder()

  /// - Parameters:
  ///   - width: pixels of a row.
  ///   - window: rows that stay open.
  ///   - arePlateaus: whether the marks are those of gradients, whose `GamutRegion.plateau` is measured.
  init(width: Int, window: Int, arePlateaus: Bool = false) {
    self.width = width
    self.window = window
    plateaus = arePlateaus ? PlateauMeasure() : nil
  }

  /// Opens the next row and closes the one that leaves the window.
  mutating func openRow() {
    newest = newest + 1 == window ? 0 : newest + 1
    if newest == rows.count {
      rows.append(Row(marked: PixelBits(count: width)))
    } else {
      close(newest)
    }
  }

  /// Marks the pixels of `columns`, `back` rows above the newest.
  mutating func mark(_ columns: ClosedRange<Int>, back: Int = 0, deltaE: Double) {
    let row = newest < back ? newest - back + window : newest - back
    rows[row].mark(columns, deltaE: deltaE, width: width)
  }

  /// The regions of all marks.
  mutating func finish() -> [GamutRegion] {
    for row in rows.indices { close((newest + 1 + row) % rows.count) }
    rows = []
    return builder.finish()
  }

  /// Hands over a row, which has no marks from then on.
  private mutating func close(_ row: Int) {
    var runs: [GamutRun] = []
    let deltaE = rows[row].deltaE
    rows[row].marked.forEachRun(ofAtLeast: 1, count: width) { columns in
      let most = deltaE[columns].reduce(0, max)
      runs.append(GamutRun(columns: columns.lowerBound...columns.upperBound - 1, maxDeltaE: most))
    }
    plateaus?.addRow(&runs, deltaE: deltaE)
    builder.addRow(runs)
    if !runs.isEmpty { rows[row].marked.clear() }
  }
}
