// Pairs of colours that are two in the source and one in the target.

import Pixels

extension GamutCollapseScanner {
  // MARK: Neighbours

  /// Pixels of the newest row with those to their left.
  mutating func findNeighboursAcross(_ block: Int) {
    var pairs = pairs(block, back: 0, left: 1)
    guard pairs != 0 else { return }
    // The pixels beyond the pair, where the row does not end and their colours are known.
    let known = UInt64.max >> 1
    if block > 0 { pairs &= alike((2, 0), (1, 0), block, pairs) }
    if (block + 1) * 64 < width { pairs &= alike((0, 0), (-1, 0), block, pairs) | ~known }
    for x in SetBits(pairs, block: block)
    where goesOn((x - 1, 0), to: (x - 2, 0)) && goesOn((x, 0), to: (x + 1, 0)) {
      mark((x - 1, 0), (x, 0))
    }
  }

  /// The same of a row with those above, `below` rows above the newest: 1, so that the row below is known, or 0 at the
  /// end of the image.
  mutating func findNeighboursDown(_ block: Int, below: Int) {
    guard window.rowsAtHand > below + 1 else { return }
    let (upper, lower) = (below + 1, below)
    var pairs = pairs(block, back: lower, left: 0)
    guard pairs != 0 else { return }
    if window.rowsAtHand > upper + 1, window.isFilled(block, back: upper + 1) {
      pairs &= alike((0, upper + 1), (0, upper), block, pairs)
    }
    if below > 0, window.isFilled(block, back: below - 1) {
      pairs &= alike((0, lower), (0, below - 1), block, pairs)
    }
    for x in SetBits(pairs, block: block)
    where goesOn((x, upper), to: (x, upper + 1)) && goesOn((x, lower), to: (x, below - 1)) {
      mark((x, upper), (x, lower))
    }
  }

  /// Pixels of `block` where two others, named by how far they are to the left and above, may look the same; asked only
  /// where `wanted` says.
  private func alike(
    _ first: (left: Int, back: Int), _ second: (left: Int, back: Int), _ block: Int, _ wanted: UInt64
  ) -> UInt64 {
    wanted == 0 ? 0 : window.pairs(.isAlike, first, second, block, wanted: wanted, palette.scan)
  }

  /// Whether the colour of a pixel goes on in the next one, or the image ends there. A colour of one pixel's width is
  /// the fringe of a line or a letter, or grain.
  private mutating func goesOn(_ pixel: Place, to next: Place) -> Bool {
    guard (0..<window.rowsAtHand).contains(next.back), (0..<width).contains(next.x) else { return true }
    guard window.isVisible(next.x, back: next.back) else { return false }
    return palette.isOneColor(key(pixel), key(next))
  }

  /// Pixels of a row that may have lost what kept them apart from the pixel `left` (1) pixels to the left, or from the
  /// one above where that is 0.
  private func pairs(_ block: Int, back: Int, left: Int) -> UInt64 {
    let other = left > 0 ? back : back + 1
    let same = left > 0 ? window.sameAsLeft(block, back: back) : window.sameAsAbove(block, back: back)
    let areVisible =
      window.visible(block, back: back) & window.visible(block, back: other, shiftedRightBy: left)
    let isOut = window.out(block, back: back) | window.out(block, back: other, shiftedRightBy: left)
    let differ = ~same & areVisible & isOut
    guard differ != 0 else { return 0 }
    return differ & window.pairs(.isLost, (left, other), (0, back), block, palette.scan)
  }

  /// A pixel's column, and how far its row is above the newest.
  typealias Place = (x: Int, back: Int)

  private func key(_ pixel: Place) -> UInt64 { window.key(pixel.x, back: pixel.back) }

  /// Marks the pixels from `first` to `last`, of one row or one column, where these two are at least half opaque, and
  /// lose their difference: in soft shadows and glows it was not seen before.
  private mutating func mark(_ first: Place, _ last: Place) {
    guard window.isHalfOpaque(first.x, back: first.back), window.isHalfOpaque(last.x, back: last.back),
      let lost = palette.lostDifference(key(first), key(last))
    else { return }
    for back in last.back...first.back {
      for x in first.x...last.x { collapsed.mark(x: x, back: back, deltaE: lost) }
    }
  }

  // MARK: Edges

  /// Edges that end in the newest row: along it, or in it.
  mutating func findEdges(_ block: Int) {
    for span in 2...Self.edgeSpan {
      for x in SetBits(edges(span, block, isColumn: false), block: block) {
        mark((x - span - 1, 0), (x - 1, 0))
      }
      // The first flat colour needs a row above.
      guard window.rowsAtHand > span + 2 else { continue }
      for x in SetBits(edges(span, block, isColumn: true), block: block) { mark((x, span + 1), (x, 1)) }
    }
  }

  /// Where the second flat colour of an edge goes on: the first colour ends `span` + 1 pixels before, the second
  /// begins one pixel before, and the colours between change at each pixel.
  private func edges(_ span: Int, _ block: Int, isColumn: Bool) -> UInt64 {
    func same(_ distance: Int) -> UInt64 {
      isColumn
        ? window.sameAsAbove(block, back: distance) : window.sameAsLeft(block, shiftedRightBy: distance)
    }
    func visible(_ distance: Int) -> UInt64 {
      isColumn ? window.visible(block, back: distance) : window.visible(block, shiftedRightBy: distance)
    }
    func out(_ distance: Int) -> UInt64 {
      isColumn ? window.out(block, back: distance) : window.out(block, shiftedRightBy: distance)
    }
    // Most blocks end here: no flat colour begins, or none ends that far before.
    var bits = same(0) & same(span + 1)
    for distance in 1...span where bits != 0 { bits &= ~same(distance) & visible(distance) }
    return bits == 0 ? 0 : bits & (out(1) | out(span + 1))
  }
}

/// The columns of the set bits of a block of 64 pixels.
struct SetBits: Sequence, IteratorProtocol {
  private var bits: UInt64
  private let first: Int

  init(_ bits: UInt64, block: Int) {
    self.bits = bits
    first = 64 * block
  }

  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits - 1 }
    return first + bits.trailingZeroBitCount
  }
}
