/// The cells of a grid that show bands. Most images have none, and then no memory is allocated.
struct BandedCells: Sendable {
  private let cellCount: Int
  /// Per cell: its index in `found`, or −1. Empty until the first cell is added.
  private var places: [Int32] = []
  private var found: [BandedCell] = []
  /// The range from the first to the last cell that was ever banded.
  private(set) var range = 0..<0

  init(cellCount: Int) { self.cellCount = cellCount }

  /// Whether no cell was ever banded.
  var isEmpty: Bool { found.isEmpty }

  /// The bands of `cell`; nil if it has no visible bands.
  subscript(cell: Int) -> BandedCell? {
    guard range.contains(cell), places[cell] >= 0 else { return nil }
    return found[Int(places[cell])]
  }

  /// Per cell: is banded. Empty until the first cell is added.
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

  /// Removes a cell, if it is banded.
  mutating func remove(_ cell: Int) {
    if range.contains(cell) { places[cell] = -1 }
  }
}

/// The bands of one cell.
struct BandedCell: Sendable, Hashable {
  /// Visibility of the bands in units of the threshold: 1 is just visible.
  var score: Double
  /// The steps: size in 16-bit codes, size as OKLab distance, and distance from one to the next in pixels.
  var codes: Double
  var distance: Double
  var width: Double
  /// The channel in which the bands are most visible.
  var channel: Int
  /// The kind of scan in which the bands are most visible; 0 is exact.
  var kind: Int
  /// Share of the cell that staircases cover, 0…1.
  var coverage: Double
  /// Steps of the exact staircases per colour channel, counted as pixels of their edges.
  var edges = SIMD3<Float>()
}

/// Keeps only cells of larger banded areas: noise and texture make scattered short staircases, a ramp makes them
/// everywhere.
struct BandingMajority {
  let grid: BandingGrid
  /// `BandingThresholds.leastMajority`.
  let leastShare: Double

  /// The window reaches 16 pixels to every side: a quarter of a degree at the default viewing distance.
  private var radius: Int { max(1, 16 / grid.cell) }

  /// Removes components in which too few cells lie in mostly covered surroundings.
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
