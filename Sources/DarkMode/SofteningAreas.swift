/// What is counted of an area.
protocol SofteningArea: Sendable {
  static func += (sum: inout Self, other: Self)
}

/// Pixels of one area in a row.
struct SofteningAreaRun: Sendable {
  let columns: Range<Int>
  let label: Int
}

extension Range {
  /// The smallest range that has all of this one and of `other`, both not empty.
  func union(_ other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The longest ranges of indices, from left to right, whose elements fulfil a condition.
  func runs(where isWanted: (Element) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var index = startIndex
    while index < endIndex {
      let start = index
      while index < endIndex, isWanted(self[index]) { index += 1 }
      if index > start { runs.append(start..<index) }
      index += 1
    }
    return runs
  }
}

/// Connected areas of pixels, joined run by run in the first pass, for the second to look at.
struct SofteningAreas<Area: SofteningArea>: Sendable {
  private var areas: [Area] = []
  /// The labels that belong to one area.
  private var sets = DisjointSets()
  /// By row: the columns and the label of each run, four bytes each.
  private var map = SofteningMap()

  /// Rows so far.
  var rowCount: Int { map.rowCount }

  /// Bytes held.
  var byteCount: Int { map.byteCount + areas.count * (MemoryLayout<Area>.stride + MemoryLayout<Int>.stride) }

  /// The areas' labels, after `finish`, by their first rows.
  var labels: some Sequence<Int> { sets.parents.indices.lazy.filter { sets.parents[$0] == $0 } }

  /// The areas, after `finish`.
  var roots: some Sequence<Area> { labels.lazy.map { areas[$0] } }

  /// Adds a run to the area that `runs` belong to. Areas that meet in the run are joined; a run that meets none begins an area.
  ///
  /// - Parameters:
  ///   - area: what is counted of the run.
  ///   - runs: the runs of the row above that meet it.
  /// - Returns: the label of the area.
  mutating func add(_ area: Area, joining runs: some Sequence<SofteningAreaRun>) -> Int {
    var label: Int?
    for run in runs {
      if let known = label, let joined = sets.join(known, run.label) {
        areas[joined.kept] += areas[joined.gone]
        label = joined.kept
      } else {
        label = sets.root(of: run.label)
      }
    }
    guard let label else {
      sets.append()
      areas.append(area)
      return areas.count - 1
    }
    areas[label] += area
    return label
  }

  /// Adds a run to the area of those that meet it in the row above, at a corner at least.
  ///
  /// - Parameters:
  ///   - area: what is counted of the run.
  ///   - columns: of the run.
  ///   - above: the runs of the row above.
  ///   - next: the first of them that may meet this run or one to the right of it.
  mutating func add(
    _ area: Area, columns: Range<Int>, below above: [SofteningAreaRun], from next: inout Int
  ) -> SofteningAreaRun {
    while next < above.count, above[next].columns.upperBound < columns.lowerBound { next += 1 }
    let meeting = above[next...].prefix { $0.columns.lowerBound <= columns.upperBound }
    return SofteningAreaRun(columns: columns, label: add(area, joining: meeting))
  }

  /// Changes what is counted of the area that has `label`.
  mutating func change(_ label: Int, _ body: (inout Area) -> Void) { body(&areas[sets.root(of: label)]) }

  /// The area that has `label`, after `finish`.
  subscript(label: Int) -> Area { areas[sets.parents[label]] }

  /// Ends the next row.
  mutating func endRow(_ runs: [SofteningAreaRun]) {
    map.appendRow { bytes in
      for run in runs {
        for number in [run.columns.lowerBound, run.columns.upperBound, run.label] {
          SofteningMap.append(number, to: &bytes)
        }
      }
    }
  }

  /// Ends the pass, after the last row: each label then leads to its area at once.
  mutating func finish() {
    sets.flatten()
  }

  /// The runs of row `y` whose areas fulfil a condition, from left to right. Ask for them after `finish`.
  func runs(inRow y: Int, where isWanted: (Area) -> Bool) -> [Range<Int>] {
    y < map.rowCount ? runs(inRow: y).filter { isWanted(areas[$0.label]) }.map(\.columns) : []
  }

  /// The runs of row `y` with the labels of their areas, from left to right. Ask for them after `finish`.
  func runs(inRow y: Int) -> [SofteningAreaRun] {
    var runs: [SofteningAreaRun] = []
    map.withBytes(ofRow: y) { bytes in
      for entry in stride(from: 0, to: bytes.count, by: 12) {
        let columns = SofteningMap.number(bytes, at: entry)..<SofteningMap.number(bytes, at: entry + 4)
        runs.append(
          SofteningAreaRun(columns: columns, label: sets.parents[SofteningMap.number(bytes, at: entry + 8)]))
      }
    }
    return runs
  }
}
