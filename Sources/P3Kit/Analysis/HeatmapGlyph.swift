/// The few characters of a heat map's legend, 5 pixels wide and 7 high: a font of our own, so that the same
/// picture comes out everywhere.
enum HeatmapGlyph {
  /// Pixels across, without the gap of one to the next character.
  static let width = 5
  /// Pixels down.
  static let height = 7

  /// The rows of `character` from the top, each five characters of which `#` is ink; blank for what is not
  /// there.
  static func rows(_ character: Character) -> [String] {
    (drawings[character] ?? "").split(separator: "/").map(String.init)
  }

  private static let drawings: [Character: String] = [
    "0": ".###./#...#/#..##/#.#.#/##..#/#...#/.###.",
    "1": "..#../.##../..#../..#../..#../..#../.###.",
    "2": ".###./#...#/....#/...#./..#../.#.../#####",
    "5": "#####/#..../####./....#/....#/#...#/.###.",
    "+": "...../..#../..#../#####/..#../..#../.....",
    "Δ": "..#../..#../.#.#./.#.#./#...#/#...#/#####",
    "A": ".###./#...#/#...#/#####/#...#/#...#/#...#",
    "B": "####./#...#/#...#/####./#...#/#...#/####.",
    "D": "####./#...#/#...#/#...#/#...#/#...#/####.",
    "E": "#####/#..../#..../####./#..../#..../#####",
    "N": "#...#/##..#/#.#.#/#..##/#...#/#...#/#...#",
    "S": ".####/#..../#..../.###./....#/....#/####.",
  ]
}
