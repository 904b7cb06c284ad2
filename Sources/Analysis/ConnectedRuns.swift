/// Data about a part of an image that can be merged with the data about another part.
protocol ConnectedPart: Sendable {
  /// Merges the data of `other`, which turned out to be the same part.
  mutating func merge(_ other: Self)
}

/// Joins runs of pixels, row by row, to 8-connected parts.
///
/// Only parts that touch the last row are open, so memory is bounded by the width of the image.
struct ConnectedRuns<Part: ConnectedPart>: Sendable {
  /// A run of one row: its columns, and its part so far.
  typealias Run = (columns: ClosedRange<Int>, part: Part)
  private typealias PlacedRun = (columns: ClosedRange<Int>, part: Int)

  /// The parts of the row above, `last` of them, then one per run.
  private var open: [Part] = []
  private var last = 0
  private var lastRuns: [PlacedRun] = []
  /// The first run of the row above that a further run may touch.
  private var first = 0

  // Memory reused for every row.
  private var parents: [Int] = []
  private var places: [Int] = []
  private var runsOfRow: [PlacedRun] = []
  private var stillOpen: [Part] = []

  init() {}

  /// Adds a run to the next row, to the right of the row's others, with at least one pixel between them.
  mutating func add(_ columns: ClosedRange<Int>, _ part: Part) {
    let index = open.count
    open.append(part)
    parents.append(index)
    // Neighbours above, including diagonal ones; the last one may also touch the next run.
    while first < lastRuns.count, lastRuns[first].columns.upperBound + 1 < columns.lowerBound { first += 1 }
    var above = first
    while above < lastRuns.count, lastRuns[above].columns.lowerBound <= columns.upperBound + 1 {
      Self.join(lastRuns[above].part, index, &parents, &open)
      above += 1
    }
    runsOfRow.append((columns, index))
  }

  /// Ends the next row.
  ///
  /// - Parameter closed: receives parts that the row does not touch.
  mutating func endRow(closed: inout [Part]) {
    settle(&closed)
    runsOfRow.removeAll(keepingCapacity: true)
    (last, first) = (open.count, 0)
    parents.removeAll(keepingCapacity: true)
    parents += 0..<last
  }

  /// Closes all open parts, after the last row.
  mutating func finish(closed: inout [Part]) {
    closed += open
    open = []
    lastRuns = []
  }

  /// Keeps the parts open that the row touches, and closes the others of the row above.
  private mutating func settle(_ closed: inout [Part]) {
    places.removeAll(keepingCapacity: true)
    places += repeatElement(-1, count: open.count)
    stillOpen.removeAll(keepingCapacity: true)
    for index in runsOfRow.indices {
      let root = Self.root(runsOfRow[index].part, &parents)
      if places[root] < 0 {
        places[root] = stillOpen.count
        stillOpen.append(open[root])
      }
      runsOfRow[index].part = places[root]
    }
    for part in 0..<last where parents[part] == part && places[part] < 0 { closed.append(open[part]) }
    swap(&open, &stillOpen)
    swap(&lastRuns, &runsOfRow)
  }

  // MARK: Union-find

  private static func root(_ part: Int, _ parents: inout [Int]) -> Int {
    var part = part
    while parents[part] != part {
      parents[part] = parents[parents[part]]
      part = parents[part]
    }
    return part
  }

  private static func join(_ a: Int, _ b: Int, _ parents: inout [Int], _ parts: inout [Part]) {
    let (a, b) = (root(a, &parents), root(b, &parents))
    guard a != b else { return }
    parents[max(a, b)] = min(a, b)
    parts[min(a, b)].merge(parts[max(a, b)])
  }
}
