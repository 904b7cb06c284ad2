// Ramps in the source that are plateaus in the target.
import Pixels

extension GamutLossScanner {
  // MARK: Rows

  /// Walks along the newest row, wherever enough pixels follow each other that may belong to one ramp.
  mutating func findRowRamps() {
    guard rows[slot(0)].hasOut else { return }
    var goesOn = PixelBits(count: width)
    for block in goesOn.words.indices { goesOn.add(goesOnAlongRow(block), toWord: block) }
    goesOn.forEachRun(ofAtLeast: GamutLossReport.plateauLength - 1, count: width) { run in
      walkAlongRow(run.lowerBound - 1..<run.upperBound)
    }
  }

  /// Which pixels may carry on a ramp from the left: both are out of gamut, and near each other.
  private mutating func goesOnAlongRow(_ block: Int) -> UInt64 {
    let near = step(0, of: block, isColumn: false)
    let both = near.out & step(1, of: block, isColumn: false).out
    guard both != 0 else { return 0 }
    fill(back: 0, block: block)
    if both & ~near.same == 0 { return both }
    let labs = rows[slot(0)].labs
    return both
      & (near.same | labs.pairs(.isNear, with: labs, block: block, distance: 1, palette.scan.differences))
  }

  private mutating func walkAlongRow(_ columns: Range<Int>) {
    var last = rows[slot(0)].point(columns.lowerBound)
    var ramp = GamutRamp(last)
    for x in columns.dropFirst() {
      if rows[slot(0)].sameAsLeft[x] {
        ramp.extend()
        continue
      }
      let point = rows[slot(0)].point(x)
      if !ramp.extend(from: last, to: point, &palette) {
        close(ramp, before: x)
        ramp = GamutRamp(point)
      }
      last = point
    }
    close(ramp, before: columns.upperBound)
  }

  private mutating func close(_ ramp: GamutRamp, before x: Int) {
    guard ramp.isPlateau else { return }
    for marked in x - ramp.length..<x { gradients.mark(x: marked, deltaE: ramp.lostDifference) }
  }

  // MARK: Columns

  /// Carries the walks down the columns of a block on to the newest row. A walk begins with its second pixel: the
  /// first is the one above.
  mutating func findColumnRamps(_ block: Int) {
    let goesOn = rowsAtHand > 1 ? goesOnDownColumns(block) : 0
    isWalking.keep(goesOn, inWord: block)
    guard goesOn != 0 else { return }
    if columnRamps.isEmpty { columnRamps = Array(repeating: nil, count: width) }
    for x in SetBits(goesOn & ~isWalking.words[block], block: block) {
      columnRamps[x] = GamutRamp(rows[slot(1)].point(x))
    }
    var ended: UInt64 = 0
    for x in SetBits(goesOn, block: block) where !walkDown(x) { ended |= 1 << UInt64(x & 63) }
    isWalking.add(goesOn, toWord: block)
    isWalking.keep(~ended, inWord: block)
  }

  private mutating func goesOnDownColumns(_ block: Int) -> UInt64 {
    let near = step(0, of: block, isColumn: true)
    let both = near.out & step(1, of: block, isColumn: true).out
    guard both != 0 else { return 0 }
    fill(back: 0, block: block)
    fill(back: 1, block: block)
    if both & ~near.same == 0 { return both }
    let pairs = rows[slot(1)].labs.pairs(
      .isNear, with: rows[slot(0)].labs, block: block, distance: 0, palette.scan.differences)
    return both & (near.same | pairs)
  }

  /// Carries the walk down column `x` on to the newest row, and marks it once it is a plateau; false where it ends.
  private mutating func walkDown(_ x: Int) -> Bool {
    guard var ramp = columnRamps[x] else { return false }
    let wasPlateau = ramp.isPlateau
    if rows[slot(0)].sameAsAbove[x] {
      ramp.extend()
    } else if !ramp.extend(from: rows[slot(1)].point(x), to: rows[slot(0)].point(x), &palette) {
      return false
    }
    columnRamps[x] = ramp
    guard ramp.isPlateau else { return true }
    let first = wasPlateau ? 0 : min(ramp.length, Self.rampWindow) - 1
    for back in 0...first { gradients.mark(x: x, back: back, deltaE: ramp.lostDifference) }
    return true
  }
}
