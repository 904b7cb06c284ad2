import Pixels

/// The words of a page: letters beside each other in inks of one hue. A letter that is too thin to show its ink has the ink of its word.
struct SofteningWords {
  /// The greatest gap between two letters, as a share of the height of the taller one, and in pixels.
  private static let gap = (share: 4, pixels: 2)
  /// The side of a square cell is two to the power of this many pixels.
  private static let cell = 5

  /// The labels of the letters, and by letter another one of its word, or itself.
  private let labels: [Int]
  private var parents: [Int]
  /// By letter, the least channel of the ink that it is drawn in, as far as it shows it. For one that is its own parent, that of the word.
  private var floors: [Double]

  /// Finds the words.
  ///
  /// - Parameters:
  ///   - letters: the labels of the letters in `list`, and the least channels of the inks that they show.
  ///   - list: the regions by label.
  ///   - haveOneHue: whether the inks of two letters are of one hue.
  init(
    _ letters: [(label: Int, floor: Double)], in list: [SofteningRegion], haveOneHue: (Int, Int) -> Bool
  ) {
    labels = letters.map(\.label)
    floors = letters.map(\.floor)
    parents = Array(letters.indices)
    var cells: [SIMD2<Int>: [Int]] = [:]
    for (index, label) in labels.enumerated() {
      let cell = Self.cell(list[label].columns.lowerBound, list[label].rows.lowerBound)
      cells[cell, default: []].append(index)
    }
    let tallest = labels.map { list[$0].height }.max() ?? 0
    for (index, label) in labels.enumerated() {
      let (columns, rows) = (list[label].columns, list[label].rows)
      let first = Self.cell(columns.lowerBound, rows.lowerBound - 3 * tallest / 2)
      let last = Self.cell(columns.upperBound + Self.gap(tallest), rows.upperBound + tallest / 2)
      for cell in (first.y...last.y).flatMap({ y in (first.x...last.x).map { SIMD2($0, y) } }) {
        for next in cells[cell] ?? [] where Self.areBeside(list[label], list[labels[next]]) {
          if haveOneHue(label, labels[next]) { join(index, next) }
        }
      }
    }
  }

  /// By label of a letter, the least channel of the ink of its word.
  mutating func floorsByLabel() -> [Int: Double] {
    Dictionary(uniqueKeysWithValues: labels.indices.map { (labels[$0], floors[root($0)]) })
  }

  private static func cell(_ x: Int, _ y: Int) -> SIMD2<Int> { SIMD2(x >> cell, y >> cell) }

  private static func gap(_ height: Int) -> Int { max(gap.pixels, height / gap.share) }

  /// Whether `next` begins above or below `letter` or behind a gap, and the smaller one is no farther above or below the taller one than
  /// an accent or a comma.
  private static func areBeside(_ letter: SofteningRegion, _ next: SofteningRegion) -> Bool {
    let (small, tall) = letter.height < next.height ? (letter.rows, next.rows) : (next.rows, letter.rows)
    let reach = letter.columns.lowerBound...letter.columns.upperBound + gap(tall.count)
    return reach.contains(next.columns.lowerBound) && small.lowerBound >= tall.lowerBound - tall.count / 2
      && small.upperBound <= tall.upperBound + tall.count / 2
  }

  private mutating func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(one), root(other))
    guard one != other else { return }
    parents[max(one, other)] = min(one, other)
    floors[min(one, other)] = min(floors[one], floors[other])
  }
}
