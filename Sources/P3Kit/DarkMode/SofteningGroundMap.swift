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
  /// ground, at least half as light as the lightest and hardly lighter or darker than those beside them; and half
  /// of them have ink, which is at most three tenths of all pixels.
  var paperLevel: Double? {
    let levels = tiles.map(\.level).filter { $0 > 0 }.sorted()
    guard tiles.count >= 12, levels.count * 10 >= tiles.count * 9 else { return nil }
    let paper = levels[levels.count * 9 / 10]
    let even = tiles.indices.filter { isEven($0, paper: paper) }.count
    let written = tiles.filter { $0.ink * 200 >= $0.pixels && $0.ink > 0 }.count
    let (ink, pixels) = tiles.reduce((0, 0)) { ($0.0 + $1.ink, $0.1 + $1.pixels) }
    guard even * 10 >= tiles.count * 9, written * 2 >= tiles.count, ink * 10 <= pixels * 3 else { return nil }
    return paper
  }

  private func isEven(_ index: Int, paper: Double) -> Bool {
    let level = tiles[index].level
    guard level >= paper / 2 else { return false }
    let before = index % columns > 0 ? [tiles[index - 1].level] : []
    let above = index >= columns ? [tiles[index - columns].level] : []
    return (before + above).allSatisfy { abs($0 - level) <= Self.mostStep * paper }
  }
}
