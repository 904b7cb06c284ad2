import ImageFiles

/// Joins runs of pixels, row after row, to 8-connected regions.
///
/// Only the regions that touch the last row are open; memory is bounded by the width of the image and by
/// `maximumCount` closed regions, whatever its height.
package struct GamutRegionBuilder: Sendable {
  /// So many regions are kept, the largest; beyond, an image is noise and its boxes tell nothing.
  static let maximumCount = 1 << 16

  private var row = 0
  private var connected = ConnectedRuns<OpenRegion>()
  private var closed: [OpenRegion] = []
  /// Regions that were closed, kept or not.
  package private(set) var count = 0

  package init() {}

  /// Takes the runs of the next `times` rows, 1 or more and all alike: left to right, with at least one pixel between them.
  package mutating func addRow(_ runs: some Sequence<GamutRun>, times: Int = 1) {
    let (rows, before) = (row...row + times - 1, closed.count)
    connected.addRow(runs.lazy.map { ($0.columns, OpenRegion($0, rows: rows)) }, closed: &closed)
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
    /// The leftmost column of the top row: where a scan meets the region first.
    var firstColumn: Int
    var pixels: Int
    var maxDeltaE: Double
    var plateau: GradientPlateau

    init(_ run: GamutRun, rows: ClosedRange<Int>) {
      columns = run.columns
      self.rows = rows
      firstColumn = run.columns.lowerBound
      pixels = run.columns.count * rows.count
      maxDeltaE = run.maxDeltaE
      plateau = run.plateau
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
      plateau.merge(other.plateau)
    }

    func precedes(_ other: OpenRegion) -> Bool {
      if pixels != other.pixels { return pixels > other.pixels }
      if rows.lowerBound != other.rows.lowerBound { return rows.lowerBound < other.rows.lowerBound }
      return firstColumn < other.firstColumn
    }

    var region: GamutRegion {
      GamutRegion(
        box: ImageRegion(columns: columns, rows: rows), pixels: pixels, maxDeltaE: maxDeltaE, plateau: plateau
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
  /// What they add to the plateau of a clipped gradient; nothing elsewhere.
  var plateau = GradientPlateau()

  package init(columns: ClosedRange<Int>, maxDeltaE: Double, plateau: GradientPlateau = GradientPlateau()) {
    self.columns = columns
    self.maxDeltaE = maxDeltaE
    self.plateau = plateau
  }
}
