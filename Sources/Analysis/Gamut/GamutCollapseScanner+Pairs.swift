// Pairs of colours that are two in the source and one in the target.

import Pixels

extension GamutCollapseScanner {
  /// A pixel's column, and how far its row is above the newest.
  typealias Place = (x: Int, back: Int)

  // MARK: Neighbours

  /// Pixels of the newest row with those to their left.
  mutating func findNeighboursAcross(_ columns: [Int]) {
    for x in columns where goesOn((x - 1, 0), to: (x - 2, 0)) && goesOn((x, 0), to: (x + 1, 0)) {
      mark((x - 1, 0), (x, 0))
    }
  }

  /// Pixels of a row with those above, `below` rows above the newest: 1, so that the row below is known, or 0 at the end of
  /// the image.
  mutating func findNeighboursDown(_ columns: [Int], below: Int) {
    let (upper, lower) = (below + 1, below)
    for x in columns where goesOn((x, upper), to: (x, upper + 1)) && goesOn((x, lower), to: (x, below - 1)) {
      mark((x, upper), (x, lower))
    }
  }

  /// Whether the colour of a pixel goes on in the next one, or the image ends there. A colour of one pixel's width is
  /// the fringe of a line or a letter, or grain.
  private mutating func goesOn(_ pixel: Place, to next: Place) -> Bool {
    guard rows.has(next.x, back: next.back) else { return true }
    guard rows.isVisible(next.x, back: next.back) else { return false }
    return palette.isOneColor(key(pixel), key(next))
  }

  private func key(_ pixel: Place) -> UInt64 { rows.key(pixel.x, back: pixel.back) }

  /// Marks the pixels from `first` to `last`, of one row or one column, where these two are at least half opaque, and
  /// lose their difference: in soft shadows and glows it was not seen before.
  private mutating func mark(_ first: Place, _ last: Place) {
    guard rows.isHalfOpaque(first.x, back: first.back), rows.isHalfOpaque(last.x, back: last.back),
      let lost = palette.lostDifference(key(first), key(last))
    else { return }
    for back in last.back...first.back { collapsed.mark(first.x...last.x, back: back, deltaE: lost) }
  }

  // MARK: Edges

  /// Edges whose second flat colour goes on in pixels of the newest row: along it, or down to it.
  mutating func findEdges(_ places: CollapsePlaces) {
    for (number, span) in CollapseRows.edgeSpans.enumerated() {
      for x in places.edgesAcross[number] { mark((x - span - 1, 0), (x - 1, 0)) }
      for x in places.edgesDown[number] { mark((x, span + 1), (x, 1)) }
    }
  }
}
