// Pairs of colours that are two in the source and one in the target.
import Pixels

extension GamutLossScanner {
  // MARK: Neighbours

  /// Pixels of the newest row with those to their left and above.
  mutating func findNeighbours(_ block: Int) {
    for x in collapsedBesides(block) {
      mark(rows[slot(0)].key(x - 1), rows[slot(0)].key(x), [(x - 1, 0), (x, 0)])
    }
    guard rowsAtHand > 1 else { return }
    for x in collapsedAbove(block) { mark(rows[slot(1)].key(x), rows[slot(0)].key(x), [(x, 1), (x, 0)]) }
  }

  private mutating func collapsedBesides(_ block: Int) -> SetBits {
    let near = step(0, of: block, isColumn: false)
    let left = step(1, of: block, isColumn: false)
    let pairs = ~near.same & near.visible & left.visible & (near.out | left.out)
    guard pairs != 0 else { return SetBits(0, block: block) }
    fill(back: 0, block: block)
    let labs = rows[slot(0)].labs
    let lost = labs.pairs(.isLost, with: labs, block: block, distance: 1, palette.scan.differences)
    return SetBits(pairs & lost, block: block)
  }

  private mutating func collapsedAbove(_ block: Int) -> SetBits {
    let near = step(0, of: block, isColumn: true)
    let above = step(1, of: block, isColumn: true)
    let pairs = ~near.same & near.visible & above.visible & (near.out | above.out)
    guard pairs != 0 else { return SetBits(0, block: block) }
    fill(back: 0, block: block)
    fill(back: 1, block: block)
    let lost = rows[slot(1)].labs.pairs(
      .isLost, with: rows[slot(0)].labs, block: block, distance: 0, palette.scan.differences)
    return SetBits(pairs & lost, block: block)
  }

  private mutating func mark(_ a: UInt64, _ b: UInt64, _ pixels: [(x: Int, back: Int)]) {
    guard let lost = palette.lostDifference(a, b) else { return }
    for pixel in pixels { collapsed.mark(x: pixel.x, back: pixel.back, deltaE: lost) }
  }

  // MARK: Edges

  /// Edges that end in the newest row: along it, or in it.
  mutating func findEdges(_ block: Int) {
    for span in 2...Self.edgeSpan {
      for x in edges(span, block, isColumn: false) {
        let (first, second) = (x - span - 1, x - 1)
        mark(rows[slot(0)].key(first), rows[slot(0)].key(second), (first...second).map { ($0, 0) })
      }
      // The first flat colour needs a row above.
      guard rowsAtHand > span + 2 else { continue }
      for x in edges(span, block, isColumn: true) {
        mark(rows[slot(span + 1)].key(x), rows[slot(1)].key(x), (1...span + 1).map { (x, $0) })
      }
    }
  }

  /// Where the second flat colour of an edge goes on: the first colour ends `span` + 1 pixels before, the second
  /// begins one pixel before, and the colours between change at each pixel.
  private func edges(_ span: Int, _ block: Int, isColumn: Bool) -> SetBits {
    var bits = step(0, of: block, isColumn: isColumn).same
    // Most blocks end here: no flat colour begins.
    for distance in 1...span where bits != 0 {
      let pixel = step(distance, of: block, isColumn: isColumn)
      bits &= ~pixel.same & pixel.visible
    }
    guard bits != 0 else { return SetBits(0, block: block) }
    let (first, second) = (
      step(span + 1, of: block, isColumn: isColumn), step(1, of: block, isColumn: isColumn)
    )
    return SetBits(bits & first.same & (first.out | second.out), block: block)
  }

  // MARK: Steps

  /// What is known of the pixels `distance` steps before those of a block of the newest row: to the left of them,
  /// or above. `same` is said of a pixel and the one another step before it.
  func step(_ distance: Int, of block: Int, isColumn: Bool) -> (same: UInt64, visible: UInt64, out: UInt64) {
    if isColumn {
      let row = rows[slot(distance)]
      return (row.sameAsAbove.words[block], row.visible.words[block], row.out.words[block])
    }
    let row = rows[slot(0)]
    return (
      row.sameAsLeft.word(block, shiftedRightBy: distance), row.visible.word(block, shiftedRightBy: distance),
      row.out.word(block, shiftedRightBy: distance)
    )
  }
}

/// The columns of the set bits of a block.
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
