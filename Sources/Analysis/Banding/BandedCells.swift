/// The cells of a grid that show bands. Most images have none, and no room is taken then.
struct BandedCells: Sendable {
  private let cellCount: Int
  /// Per cell, its place among `found`, or −1; empty while nothing is found.
  private var places: [Int32] = []
  private var found: [BandedCell] = []
  /// The cells from the first to the last that was ever banded.
  private(set) var range = 0..<0

  init(cellCount: Int) { self.cellCount = cellCount }

  /// Whether no cell was ever banded.
  var isEmpty: Bool { found.isEmpty }

  /// The bands of `cell`, nil where there is nothing to see.
  subscript(cell: Int) -> BandedCell? {
    guard range.contains(cell), places[cell] >= 0 else { return nil }
    return found[Int(places[cell])]
  }

  /// Whether each cell is banded; empty while none ever was.
  var mask: [Bool] { places.map { $0 >= 0 } }

  /// Adds `cell`, which is not banded yet.
  mutating func add(_ bands: BandedCell, at cell: Int) {
    if found.isEmpty {
      places = [Int32](repeating: -1, count: cellCount)
      range = cell..<cell
    }
    range = min(range.lowerBound, cell)..<max(range.upperBound, cell + 1)
    places[cell] = Int32(found.count)
    found.append(bands)
  }

  /// Takes a cell out, if it is banded.
  mutating func remove(_ cell: Int) {
    if range.contains(cell) { places[cell] = -1 }
  }
}

/// The bands of one cell.
struct BandedCell: Sendable, Hashable {
  /// Visibility of its bands over the threshold: 1 is just visible.
  var score: Double
  /// Its steps: their size in 16-bit codes and as OKLab distance, and the distance from one to the next in pixels.
  var codes: Double
  var distance: Double
  var width: Double
  /// The channel that shows them best.
  var channel: Int
  /// The kind of scan that shows them best: 0 exact.
  var kind: Int
  /// Share of the cell that the staircases cover, 0…1.
  var coverage: Double
  /// Steps of the exact staircases of each colour channel, counted in the pixels of their edges.
  var edges = SIMD3<Float>()
}

/// Keeps the cells that belong to a larger banded whole: noise and texture make short staircases here and
/// there, a ramp makes them everywhere.
struct BandingMajority {
  let grid: BandingGrid
  /// `BandingThresholds.leastMajority`.
  let leastShare: Double

  /// The window reaches 16 pixels to every side: a quarter of a degree at the default viewing distance.
  private var radius: Int { max(1, 16 / grid.cell) }

  /// Takes the components out of `cells` in which too few cells lie in mostly covered surroundings.
  func filter(_ cells: inout BandedCells) {
    guard !cells.isEmpty else { return }
    // Rows without any cell add nothing.
    let top = cells.range.lowerBound / grid.columns
    let end = (cells.range.upperBound + grid.columns - 1) / grid.columns
    let first = top * grid.columns
    let covered = grid.windowSums(
      (first..<end * grid.columns).map { (cells[$0]?.coverage ?? 0) * Double(grid.area($0)) }, radius: radius)
    for members in BandingComponents(grid: grid, isMember: cells.mask) {
      let seeds = members.count {
        covered[$0 - first] >= leastShare * Double(grid.windowArea($0, radius: radius))
      }
      if seeds * 4 < members.count { for member in members { cells.remove(member) } }
    }
  }
}
