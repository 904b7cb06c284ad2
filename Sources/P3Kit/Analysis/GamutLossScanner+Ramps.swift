// Ramps in the source that are plateaus in the target.
import Pixels

extension GamutLossScanner {
  // MARK: Rows

  /// Walks along a row, wherever enough pixels follow each other that may belong to one ramp.
  mutating func findRowRamps(_ row: GamutLossRow) {
    var goesOn = PixelBits(count: width)
    for block in goesOn.words.indices {
      goesOn.add(bitsThatGoOn(block, row, row, isColumn: false), toWord: block)
    }
    goesOn.forEachRun(ofAtLeast: GamutLossReport.plateauLength - 1, count: width) { run in
      walk(along: row, run.lowerBound - 1..<run.upperBound)
    }
  }

  /// Pixels of `row` that may carry on a ramp from the pixel before, which is in `other`: both are out of gamut, and
  /// near each other.
  private func bitsThatGoOn(
    _ block: Int, _ row: GamutLossRow, _ other: GamutLossRow, isColumn: Bool
  ) -> UInt64 {
    let distance = isColumn ? 0 : 1
    let same = isColumn ? row.sameAsAbove.words[block] : row.sameAsLeft.words[block]
    let both = row.out.words[block] & other.out.word(block, shiftedRightBy: distance)
    if both & ~same == 0 { return both }
    let near = other.labs.pairs(
      .isNear, with: row.labs, block: block, distance: distance, palette.scan.differences)
    return both & (same | near)
  }

  private mutating func walk(along row: GamutLossRow, _ columns: Range<Int>) {
    var last = row.point(columns.lowerBound)
    var ramp = GamutRamp(last)
    for x in columns.dropFirst() {
      if row.sameAsLeft[x] {
        ramp.extend()
        continue
      }
      let point = row.point(x)
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
  /// first is the one above. `rows` are those at hand, the newest first.
  mutating func findColumnRamps(_ block: Int, _ rows: [GamutLossRow]) {
    let goesOn = rows.count > 1 ? bitsThatGoOn(block, rows[0], rows[1], isColumn: true) : 0
    isWalking.keep(goesOn, inWord: block)
    guard goesOn != 0 else { return }
    if columnRamps.isEmpty { columnRamps = Array(repeating: nil, count: width) }
    for x in SetBits(goesOn & ~isWalking.words[block], block: block) {
      columnRamps[x] = GamutRamp(rows[1].point(x))
    }
    let ended = walkDown(SetBits(goesOn, block: block), rows[0], rows[1])
    isWalking.add(goesOn, toWord: block)
    isWalking.keep(~ended, inWord: block)
  }

  /// Carries the walks down `columns` on to `row`, and marks those that are plateaus; a bit for each that ends.
  private mutating func walkDown(_ columns: SetBits, _ row: GamutLossRow, _ above: GamutLossRow) -> UInt64 {
    var ended: UInt64 = 0
    for x in columns {
      guard var ramp = columnRamps[x] else { continue }
      let wasPlateau = ramp.isPlateau
      if row.sameAsAbove[x] {
        ramp.extend()
      } else if !ramp.extend(from: above.point(x), to: row.point(x), &palette) {
        ended |= 1 << UInt64(x & 63)
        continue
      }
      columnRamps[x] = ramp
      guard ramp.isPlateau else { continue }
      let first = wasPlateau ? 0 : min(ramp.length, Self.rampWindow) - 1
      for back in 0...first { gradients.mark(x: x, back: back, deltaE: ramp.lostDifference) }
    }
    return ended
  }
}
