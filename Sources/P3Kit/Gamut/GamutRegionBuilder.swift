/// Joins runs of pixels, row after row, to 8-connected regions.
///
/// Only the regions that touch the last row are open; memory is bounded by the width of the image and by
/// `maximumCount` closed regions, whatever its height.
struct GamutRegionBuilder: Sendable {
  /// So many regions are kept, the largest; beyond, an image is noise and its boxes tell nothing.
  static let maximumCount = 1 << 16

  private typealias PlacedRun = (columns: ClosedRange<Int>, region: Int)

  private var row = 0
  /// Within `addRow` those of the row above, then one for each run.
  private var open: [OpenRegion] = []
  private var lastRuns: [PlacedRun] = []
  private var closed: [OpenRegion] = []
  /// All regions, kept or not.
  private(set) var count = 0

  // Used again for every row.
  private var parents: [Int] = []
  private var places: [Int] = []
  private var runsOfRow: [PlacedRun] = []
  private var stillOpen: [OpenRegion] = []

  /// Takes the runs of the next row, left to right, with at least one pixel between them.
  mutating func addRow(_ runs: some Sequence<GamutRun>) {
    let last = open.count
    parents.removeAll(keepingCapacity: true)
    parents += 0..<last
    runsOfRow.removeAll(keepingCapacity: true)
    var first = 0
    for run in runs {
      let region = open.count
      open.append(OpenRegion(run, row: row))
      parents.append(region)
      // Neighbours above, diagonals included; the last of them may also touch the next run.
      while first < lastRuns.count, lastRuns[first].columns.upperBound + 1 < run.columns.lowerBound {
        first += 1
      }
      var above = first
      while above < lastRuns.count, lastRuns[above].columns.lowerBound <= run.columns.upperBound + 1 {
        Self.join(lastRuns[above].region, region, &parents, &open)
        above += 1
      }
      runsOfRow.append((run.columns, region))
    }
    settle(last)
    row += 1
  }

  /// The regions, largest first, then from top to bottom and left to right.
  mutating func finish() -> [GamutRegion] {
    closed += open
    count += open.count
    open = []
    lastRuns = []
    keepLargest()
    return closed.map(\.region)
  }

  /// Keeps what the row touches open, closes what else there is of the `last` regions of the row above.
  private mutating func settle(_ last: Int) {
    places.removeAll(keepingCapacity: true)
    places += repeatElement(-1, count: open.count)
    stillOpen.removeAll(keepingCapacity: true)
    for index in runsOfRow.indices {
      let root = Self.root(runsOfRow[index].region, &parents)
      if places[root] < 0 {
        places[root] = stillOpen.count
        stillOpen.append(open[root])
      }
      runsOfRow[index].region = places[root]
    }
    for region in 0..<last where parents[region] == region && places[region] < 0 {
      closed.append(open[region])
      count += 1
    }
    swap(&open, &stillOpen)
    swap(&lastRuns, &runsOfRow)
    if closed.count > 2 * Self.maximumCount { keepLargest() }
  }

  private mutating func keepLargest() {
    closed.sort { $0.precedes($1) }
    closed.removeLast(max(0, closed.count - Self.maximumCount))
  }

  // MARK: Union-find

  private static func root(_ region: Int, _ parents: inout [Int]) -> Int {
    var region = region
    while parents[region] != region {
      parents[region] = parents[parents[region]]
      region = parents[region]
    }
    return region
  }

  private static func join(_ a: Int, _ b: Int, _ parents: inout [Int], _ regions: inout [OpenRegion]) {
    let (a, b) = (root(a, &parents), root(b, &parents))
    guard a != b else { return }
    parents[max(a, b)] = min(a, b)
    regions[min(a, b)].merge(regions[max(a, b)])
  }

  /// A region that may still grow.
  private struct OpenRegion: Sendable {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
    /// The leftmost column of the top row: where a scan meets the region first.
    var firstColumn: Int
    var pixels: Int
    var maxDeltaE: Double

    init(_ run: GamutRun, row: Int) {
      columns = run.columns
      rows = row...row
      firstColumn = run.columns.lowerBound
      pixels = run.columns.count
      maxDeltaE = run.maxDeltaE
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
    }

    func precedes(_ other: OpenRegion) -> Bool {
      if pixels != other.pixels { return pixels > other.pixels }
      if rows.lowerBound != other.rows.lowerBound { return rows.lowerBound < other.rows.lowerBound }
      return firstColumn < other.firstColumn
    }

    var region: GamutRegion {
      GamutRegion(box: ImageRegion(columns: columns, rows: rows), pixels: pixels, maxDeltaE: maxDeltaE)
    }
  }
}

/// Consecutive pixels of one row that belong together.
struct GamutRun: Sendable, Hashable {
  /// First and last column.
  var columns: ClosedRange<Int>
  /// The largest CIEDE2000 difference among the pixels.
  var maxDeltaE: Double
}
