/// The verdicts on the cells of a grid. Most cells of most images have none, and take no room then.
struct BandedCells: Sendable {
  private let cellCount: Int
  /// Per cell, its place among `found`, or −1; empty while nothing is found.
  private var places: [Int32] = []
  private var found: [BandedCell] = []
  /// The cells from the first to the last that ever had a verdict.
  private(set) var range = 0..<0

  init(cellCount: Int) { self.cellCount = cellCount }

  /// Whether no cell ever had a verdict.
  var isEmpty: Bool { found.isEmpty }

  /// The verdict on `cell`, nil where there is nothing to see.
  subscript(cell: Int) -> BandedCell? {
    guard range.contains(cell), places[cell] >= 0 else { return nil }
    return found[Int(places[cell])]
  }

  /// Whether there is a verdict on each cell.
  var mask: [Bool] { places.map { $0 >= 0 } }

  /// Adds the verdict on a cell that has none.
  mutating func add(_ verdict: BandedCell, on cell: Int) {
    if found.isEmpty {
      places = [Int32](repeating: -1, count: cellCount)
      range = cell..<cell
    }
    range = min(range.lowerBound, cell)..<max(range.upperBound, cell + 1)
    places[cell] = Int32(found.count)
    found.append(verdict)
  }

  /// Takes the verdict on a cell back.
  mutating func remove(_ cell: Int) {
    if range.contains(cell) { places[cell] = -1 }
  }
}

/// The verdict on one cell.
struct BandedCell: Sendable, Hashable {
  /// Visibility of its bands over the threshold; 0 where there are none.
  var score: Double
  /// Codes (16-bit), OKLab distance and pixels of its steps.
  var codes: Double
  var distance: Double
  var width: Double
  /// The channel that shows them best.
  var channel: Int
  /// The kind of scan that shows them best: 0 exact.
  var kind: Int
  /// Share of the cell that the staircases cover, 0…1.
  var coverage: Double
}
