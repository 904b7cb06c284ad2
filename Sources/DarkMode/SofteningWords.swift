import Pixels

/// The words of a page: letters beside each other in inks of one hue. A letter that is too thin to show its ink has the ink of its word.
enum SofteningWords {
  /// The greatest gap between two letters, as a share of the height of the taller one, and in pixels.
  private static let gap = (share: 4, pixels: 2)
  /// The side of a square cell is two to the power of this many pixels.
  private static let cell = 5

  /// The least channels of the inks that words are drawn in, by the labels of their letters.
  ///
  /// - Parameters:
  ///   - letters: the labels of the letters in `list`, and the least channels of the inks that the letters show, 0 to 1. Of the channels
  ///     of a word's letters, the least one is the word's.
  ///   - list: the regions by label.
  ///   - haveOneHue: whether the inks of two letters are of one hue.
  static func floors(
    of letters: [(label: Int, floor: Double)], in list: [SofteningRegion], haveOneHue: (Int, Int) -> Bool
  ) -> [Int: Double] {
    var words = DisjointSets(count: letters.count)
    var floors = letters.map(\.floor)
    var cells: [SIMD2<Int>: [Int]] = [:]
    for (index, letter) in letters.enumerated() {
      let region = list[letter.label]
      cells[cell(region.columns.lowerBound, region.rows.lowerBound), default: []].append(index)
    }
    let tallest = letters.map { list[$0.label].height }.max() ?? 0
    for (index, letter) in letters.enumerated() {
      let (columns, rows) = (list[letter.label].columns, list[letter.label].rows)
      let first = cell(columns.lowerBound, rows.lowerBound - 3 * tallest / 2)
      let last = cell(columns.upperBound + gap(tallest), rows.upperBound + tallest / 2)
      for place in (first.y...last.y).flatMap({ y in (first.x...last.x).map { SIMD2($0, y) } }) {
        for next in cells[place] ?? [] where areBeside(list[letter.label], list[letters[next].label]) {
          guard haveOneHue(letter.label, letters[next].label), let word = words.join(index, next) else {
            continue
          }
          floors[word.kept] = min(floors[word.kept], floors[word.gone])
        }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: letters.indices.map { (letters[$0].label, floors[words.root(of: $0)]) })
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
}
