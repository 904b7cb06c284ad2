import Basics

/// Joins runs of pixels, row by row, to 8-connected regions.
///
/// Only regions that touch the last row are open, so memory is bounded by the width of the image and by `maximumCount`
/// closed regions.
package struct GamutRegionBuilder: Sendable {
  /// The most regions that are kept, the largest ones; beyond this, an image is noise and its boxes mean nothing.
  static let maximumCount = 1 << 16

  private var row = 0
  private var connected = ConnectedRuns<OpenRegion>()
  private var closed: [OpenRegion] = []
  /// Regions closed so far, kept or not.
  package private(set) var count = 0

  package init() {}

  /// Adds the runs of the next `times` (1 or more) equal rows: left to right, with at least one pixel between them.
  package mutating func addRow(_ runs: [GamutRun], times: Int = 1) {
    let (rows, before) = (row...row + times - 1, closed.count)
    for run in runs { connected.add(run.columns, OpenRegion(run, rows: rows)) }
    connected.endRow(closed: &closed)
    count += closed.count - before
    if closed.count > 2 * Self.maximumCount { keepLargest() }
    row += times
  }

  /// The regions, largest first, then from top to bottom and left to right.
  package mutating func finish() -> [GamutRegion] {
    let before = closed.count
    connected.finish(closed: &closed)
    count += closed.count - before
    keepLargest()
    return closed.map(\.region)
  }

  private mutating func keepLargest() {
    closed.sort { $0.precedes($1) }
    closed.removeLast(max(0, closed.count - Self.maximumCount))
  }

  /// A region that may still grow.
  private struct OpenRegion: ConnectedPart {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
    /// The leftmost column of the top row, where a scan first meets the region.
    var firstColumn: Int
    var pixels: Int
    var maxDeltaE: Double
    var lost: LostCells

    init(_ run: GamutRun, rows: ClosedRange<Int>) {
      columns = run.columns
      self.rows = rows
      firstColumn = run.columns.lowerBound
      pixels = run.columns.count * rows.count
      maxDeltaE = run.maxDeltaE
      lost = run.lost
    }

    mutating func merge(_ other: OpenRegion) {
      if other.rows.lowerBound < rows.lowerBound {
        firstColumn = other.firstColumn
      } else if other.rows.lowerBound == rows.lowerBound {
        firstColumn = min(firstColumn, other.firstColumn)
      }
      columns =
        min(columns.lowerBound, other.columns.lowerBound)...max(columns.upperBound, other.columns.upperBound)
      rows = min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound)
      pixels += other.pixels
      maxDeltaE = max(maxDeltaE, other.maxDeltaE)
      lost = lost + other.lost
    }

    func precedes(_ other: OpenRegion) -> Bool {
      if pixels != other.pixels { return pixels > other.pixels }
      if rows.lowerBound != other.rows.lowerBound { return rows.lowerBound < other.rows.lowerBound }
      return firstColumn < other.firstColumn
    }

    var region: GamutRegion {
      GamutRegion(
        box: ImageRegion(columns: columns, rows: rows), pixels: pixels, maxDeltaE: maxDeltaE, lost: lost
      )
    }
  }
}

/// Consecutive pixels of one row that belong together.
package struct GamutRun: Sendable, Hashable {
  /// First and last column.
  package var columns: ClosedRange<Int>
  /// The largest CIEDE2000 difference among the pixels.
  package var maxDeltaE: Double
  /// The losses of its cells, if they are cells of 8 × 8 pixels.
  var lost = LostCells()

  package init(columns: ClosedRange<Int>, maxDeltaE: Double, lost: LostCells = LostCells()) {
    self.columns = columns
    self.maxDeltaE = maxDeltaE
    self.lost = lost
  }
}

extension [GamutRun] {
  /// Adds a run to the right of the others, extending the last one if adjacent.
  mutating func join(_ run: GamutRun) {
    guard let last, last.columns.upperBound + 1 == run.columns.lowerBound else { return append(run) }
    self[count - 1] = GamutRun(
      columns: last.columns.lowerBound...run.columns.upperBound,
      maxDeltaE: Swift.max(last.maxDeltaE, run.maxDeltaE),
      lost: last.lost + run.lost)
  }
}

/// What connected cells lose in a clip.
package struct LostCells: Sendable, Hashable {
  package var cells = 0
  /// Pairs of pixels that collapse.
  package var gone = 0
  /// Cells that lose at least `GamutCollapseReport.plainRampDifference` of a gradient; and squares of 2 × 2 cells.
  package var plain = 0, squares = 0

  static func + (a: Self, b: Self) -> Self {
    LostCells(
      cells: a.cells + b.cells, gone: a.gone + b.gone, plain: a.plain + b.plain,
      squares: a.squares + b.squares)
  }
}
