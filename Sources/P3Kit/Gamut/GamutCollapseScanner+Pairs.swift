// Pairs of colours that are two in the source and one in the target.

import Pixels

extension GamutCollapseScanner {
  // MARK: Neighbours

  /// Pixels of the newest row with those to their left. `rows` are those at hand, the newest first.
  mutating func findNeighboursAcross(_ block: Int, _ rows: [GamutCollapseRow]) {
    let row = rows[0]
    for x in pairs(block, row, row, isColumn: false)
    where goesOn(row, x - 1, to: row, x - 2) && goesOn(row, x, to: row, x + 1) {
      mark([(x - 1, 0), (x, 0)], rows)
    }
  }

  /// The same of a row with those above, `below` rows above the newest: 1, so that the row below is known, or 0 at the
  /// end of the image.
  mutating func findNeighboursDown(_ block: Int, _ rows: [GamutCollapseRow], below: Int) {
    guard rows.count > below + 1 else { return }
    let (upper, lower) = (rows[below + 1], rows[below])
    for x in pairs(block, lower, upper, isColumn: true)
    where goesOn(upper, x, to: rows.count > below + 2 ? rows[below + 2] : nil, x)
      && goesOn(lower, x, to: below > 0 ? rows[below - 1] : nil, x)
    {
      mark([(x, below + 1), (x, below)], rows)
    }
  }

  /// Whether the colour of a pixel goes on in the next one, or the image ends there. A colour of one pixel's width is
  /// the fringe of a line or a letter, or grain.
  private mutating func goesOn(
    _ row: GamutCollapseRow, _ x: Int, to other: GamutCollapseRow?, _ next: Int
  ) -> Bool {
    guard let other, (0..<width).contains(next) else { return true }
    return other.visible[next] && palette.isOneColor(row.key(x), other.key(next))
  }

  /// Pixels of `row` that may have lost what kept them apart from the pixel before, which is in `other`.
  private func pairs(_ block: Int, _ row: GamutCollapseRow, _ other: GamutCollapseRow, isColumn: Bool)
    -> SetBits
  {
    let distance = isColumn ? 0 : 1
    let same = isColumn ? row.sameAsAbove : row.sameAsLeft
    let areVisible = row.visible.words[block] & other.visible.word(block, shiftedRightBy: distance)
    let isOut = row.out.words[block] | other.out.word(block, shiftedRightBy: distance)
    let differ = ~same.words[block] & areVisible & isOut
    guard differ != 0 else { return SetBits(0, block: block) }
    let lost = other.labs.pairs(
      .isLost, with: row.labs, block: block, distance: distance, palette.scan.differences)
    return SetBits(differ & lost, block: block)
  }

  /// Marks `pixels` where the first and the last of them are at least half opaque, and lose their difference: in soft
  /// shadows and glows it was not seen before.
  private mutating func mark(_ pixels: [(x: Int, back: Int)], _ rows: [GamutCollapseRow]) {
    guard let first = pixels.first, let last = pixels.last else { return }
    let (a, b) = (rows[first.back], rows[last.back])
    guard a.isHalfOpaque(first.x), b.isHalfOpaque(last.x),
      let lost = palette.lostDifference(a.key(first.x), b.key(last.x))
    else { return }
    for pixel in pixels { collapsed.mark(x: pixel.x, back: pixel.back, deltaE: lost) }
  }

  // MARK: Edges

  /// Edges that end in the newest row: along it, or in it. `rows` are those at hand, the newest first.
  mutating func findEdges(_ block: Int, _ rows: [GamutCollapseRow]) {
    for span in 2...Self.edgeSpan {
      for x in edges(span, block, rows, isColumn: false) {
        let (first, second) = (x - span - 1, x - 1)
        mark((first...second).map { ($0, 0) }, rows)
      }
      // The first flat colour needs a row above.
      guard rows.count > span + 2 else { continue }
      for x in edges(span, block, rows, isColumn: true) {
        mark((1...span + 1).reversed().map { (x, $0) }, rows)
      }
    }
  }

  /// Where the second flat colour of an edge goes on: the first colour ends `span` + 1 pixels before, the second
  /// begins one pixel before, and the colours between change at each pixel.
  private func edges(_ span: Int, _ block: Int, _ rows: [GamutCollapseRow], isColumn: Bool) -> SetBits {
    func same(_ distance: Int) -> UInt64 {
      isColumn
        ? rows[distance].sameAsAbove.words[block]
        : rows[0].sameAsLeft.word(block, shiftedRightBy: distance)
    }
    func visible(_ distance: Int) -> UInt64 {
      isColumn
        ? rows[distance].visible.words[block] : rows[0].visible.word(block, shiftedRightBy: distance)
    }
    func out(_ distance: Int) -> UInt64 {
      isColumn ? rows[distance].out.words[block] : rows[0].out.word(block, shiftedRightBy: distance)
    }
    // Most blocks end here: no flat colour begins, or none ends that far before.
    var bits = same(0) & same(span + 1)
    for distance in 1...span where bits != 0 { bits &= ~same(distance) & visible(distance) }
    return SetBits(bits == 0 ? 0 : bits & (out(1) | out(span + 1)), block: block)
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
