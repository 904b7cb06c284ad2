/// The ground of an image tile by tile: what most pixels of a tile are as light as. A scan whose corners are darker than its
/// middle, or whose noise hides its paper from all that looks for smooth areas, is told by it from a photograph: its ground
/// changes little from tile to tile, and what is darker than half of it is ink, everywhere and not much.
struct SofteningGroundMap: Sendable {
  /// One tile.
  private struct Tile {
    /// The lightness of its ground, 0 to 1, or 0 where no lightness holds half of its pixels.
    var level = 0.0
    var pixels = 0, ink = 0
  }

  private var tiles: [Tile] = []
  private let columns: Int

  /// A map for tiles of `columns` to a row.
  init(columns: Int) { self.columns = max(1, columns) }

  /// Adds the next tile by its pixels' lightness.
  mutating func add(_ bins: [UInt32]) {
    let total = bins.reduce(0) { $0 + Int($1) }
    let windows = bins.indices.map { bin in
      bins[max(0, bin - Self.reach)...min(bins.count - 1, bin + Self.reach)].reduce(0) { $0 + Int($1) }
    }
    let fullest = windows.indices.max { windows[$0] < windows[$1] }
    guard let peak = fullest, windows[peak] * 2 >= total, total > 0 else {
      return tiles.append(Tile(pixels: total))
    }
    let window = max(0, peak - Self.reach)...min(bins.count - 1, peak + Self.reach)
    let sum = window.reduce(0.0) { $0 + (Double($1) + 0.5) * Double(bins[$1]) }
    let level = sum / Double(windows[peak]) / Double(bins.count)
    let ink = bins[..<Int(level * Double(bins.count) * Self.inkLevel)].reduce(0) { $0 + Int($1) }
    tiles.append(Tile(level: level, pixels: total, ink: ink))
  }

  /// Bins to both sides of a tile's peak that its ground may take: 5 %, noise of twelve 8-bit codes.
  private static let reach = 3
  /// What has less than this share of the ground's lightness is ink.
  private static let inkLevel = 0.6
  /// The most that the ground may differ from the tile before or above.
  private static let mostStep = 0.12

  /// The lightness of the paper of a scan, or nil where the image does not look like one: nine tenths of the tiles are
  /// ground, at least half as light as the lightest and hardly lighter or darker than those beside them, or on one surface;
  /// and half of them have ink, which is at most three tenths of all pixels.
  var paperLevel: Double? {
    let levels = tiles.map(\.level).filter { $0 > 0 }.sorted()
    guard tiles.count >= 12, levels.count * 10 >= tiles.count * 9 else { return nil }
    let paper = levels[levels.count * 9 / 10]
    let even = tiles.indices.filter { isEven($0, paper: paper) }.count
    let written = tiles.filter { $0.ink * 200 >= $0.pixels && $0.ink > 0 }.count
    let (ink, pixels) = tiles.reduce((0, 0)) { ($0.0 + $1.ink, $0.1 + $1.pixels) }
    guard written * 2 >= tiles.count, ink * 10 <= pixels * 3 else { return nil }
    return even * 10 >= tiles.count * 9 || isOneSurface ? paper : nil
  }

  /// Whether the grounds of nine tenths of at least 24 tiles lie on one surface of the second degree, whose darkest corner is
  /// at least half as light as its lightest place: a vignette, which is steep from tile to tile in a small image.
  private var isOneSurface: Bool {
    let ground = tiles.indices.filter { tiles[$0].level > 0 }
    guard tiles.count >= 24, ground.count * 10 >= tiles.count * 9 else { return false }
    var surface = QuadraticSurface()
    for index in ground { surface.add(tiles[index].level, at: place(index)) }
    guard let coefficients = surface.coefficients else { return false }
    let fitted = tiles.indices.map { QuadraticSurface.value(coefficients, at: place($0)) }
    let (least, most) = (fitted.min() ?? 0, fitted.max() ?? 0)
    let near = ground.filter { abs(fitted[$0] - tiles[$0].level) <= Self.mostDeviation * most }.count
    return near * 10 >= tiles.count * 9 && least * 2 >= most
  }

  /// The most that a tile's ground may differ from the surface.
  private static let mostDeviation = 0.05

  /// Where a tile lies, −0.5 to 0.5.
  private func place(_ index: Int) -> (x: Double, y: Double) {
    let rows = (tiles.count + columns - 1) / columns
    return (
      Double(index % columns) / Double(max(1, columns - 1)) - 0.5,
      Double(index / columns) / Double(max(1, rows - 1)) - 0.5
    )
  }

  private func isEven(_ index: Int, paper: Double) -> Bool {
    let level = tiles[index].level
    guard level >= paper / 2 else { return false }
    let before = index % columns > 0 ? [tiles[index - 1].level] : []
    let above = index >= columns ? [tiles[index - columns].level] : []
    return (before + above).allSatisfy { abs($0 - level) <= Self.mostStep * paper }
  }
}

/// The surface of the second degree that is nearest to given values, by least squares.
struct QuadraticSurface {
  /// The normal equations: six rows, the right-hand side last in each.
  private var equations = [[Double]](repeating: [Double](repeating: 0, count: 7), count: 6)

  private static func terms(_ place: (x: Double, y: Double)) -> [Double] {
    [1, place.x, place.y, place.x * place.x, place.x * place.y, place.y * place.y]
  }

  /// The surface with these coefficients at `place`.
  static func value(_ coefficients: [Double], at place: (x: Double, y: Double)) -> Double {
    zip(coefficients, terms(place)).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Adds a value that the surface should have at `place`.
  mutating func add(_ value: Double, at place: (x: Double, y: Double)) {
    let row = Self.terms(place) + [value]
    for i in 0..<6 { for j in 0..<7 { equations[i][j] += row[i] * row[j] } }
  }

  /// The six coefficients, by Gauss's elimination with pivots; nil where the places do not fix them.
  var coefficients: [Double]? {
    var rows = equations
    for column in 0..<6 {
      let pivot = (column..<6).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      guard abs(rows[pivot][column]) > 1e-9 else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<6 where row != column {
        let factor = rows[row][column] / rows[column][column]
        for j in column..<7 { rows[row][j] -= factor * rows[column][j] }
      }
    }
    return (0..<6).map { rows[$0][6] / rows[$0][$0] }
  }
}
