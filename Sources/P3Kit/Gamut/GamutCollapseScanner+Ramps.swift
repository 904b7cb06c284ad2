// Ramps in the source that are plateaus in the target.

import ColorManagement
import Pixels

extension GamutCollapseScanner {
  // MARK: Rows

  /// Walks along a row, wherever enough pixels follow each other that may belong to one ramp.
  mutating func findRowRamps(_ row: GamutCollapseRow) {
    var goesOn = PixelBits(count: width)
    for block in goesOn.words.indices {
      goesOn.add(bitsThatGoOn(block, row, row, isColumn: false), toWord: block)
    }
    goesOn.forEachRun(ofAtLeast: GamutCollapseReport.plateauLength - 1, count: width) { run in
      walk(along: row, run.lowerBound - 1..<run.upperBound)
    }
  }

  /// Pixels of `row` that may carry on a ramp from the pixel before, which is in `other`: both are out of gamut, and
  /// near each other.
  private func bitsThatGoOn(
    _ block: Int, _ row: GamutCollapseRow, _ other: GamutCollapseRow, isColumn: Bool
  ) -> UInt64 {
    let distance = isColumn ? 0 : 1
    let same = isColumn ? row.sameAsAbove.words[block] : row.sameAsLeft.words[block]
    let both = row.out.words[block] & other.out.word(block, shiftedRightBy: distance)
    if both & ~same == 0 { return both }
    let near = other.labs.pairs(
      .isNear, with: row.labs, block: block, distance: distance, palette.scan.differences)
    return both & (same | near)
  }

  private mutating func walk(along row: GamutCollapseRow, _ columns: Range<Int>) {
    var last = row.point(columns.lowerBound)
    var ramp = GamutCollapseRamp(last)
    for x in columns.dropFirst() {
      if row.sameAsLeft[x] {
        ramp.extend()
        continue
      }
      let point = row.point(x)
      if !ramp.extend(from: last, to: point, &palette) {
        close(ramp, before: x)
        ramp = GamutCollapseRamp(point)
      }
      last = point
    }
    close(ramp, before: columns.upperBound)
  }

  private mutating func close(_ ramp: GamutCollapseRamp, before x: Int) {
    guard ramp.isPlateau else { return }
    for marked in x - ramp.length..<x { gradients.mark(x: marked, deltaE: ramp.lostDifference) }
  }

  // MARK: Columns

  /// Carries the walks down the columns of a block on to the newest row. A walk begins with its second pixel: the
  /// first is the one above. `rows` are those at hand, the newest first.
  mutating func findColumnRamps(_ block: Int, _ rows: [GamutCollapseRow]) {
    let goesOn = rows.count > 1 ? bitsThatGoOn(block, rows[0], rows[1], isColumn: true) : 0
    isWalking.keep(goesOn, inWord: block)
    guard goesOn != 0 else { return }
    if columnRamps.isEmpty { columnRamps = Array(repeating: nil, count: width) }
    for x in SetBits(goesOn & ~isWalking.words[block], block: block) {
      columnRamps[x] = GamutCollapseRamp(rows[1].point(x))
    }
    let ended = walkDown(SetBits(goesOn, block: block), rows[0], rows[1])
    isWalking.add(goesOn, toWord: block)
    isWalking.keep(~ended, inWord: block)
  }

  /// Carries the walks down `columns` on to `row`, and marks those that are plateaus; a bit for each that ends.
  private mutating func walkDown(_ columns: SetBits, _ row: GamutCollapseRow, _ above: GamutCollapseRow)
    -> UInt64
  {
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

/// A walk along a row or a column over pixels out of gamut whose colours change smoothly, as long as the target
/// shows nearly one colour: the candidate for a plateau.
///
/// Decides with float values where these leave no doubt, in Double elsewhere.
struct GamutCollapseRamp: Sendable {
  /// A pixel on the way.
  struct Point: Sendable {
    /// The 48-bit number of its colour.
    let key: UInt64
    /// The same in float.
    let color: ClippedLabRow.Color
  }

  private let start: Point
  /// Pixels so far.
  private(set) var length = 1
  /// The largest CIEDE2000 from the start, once it is worth computing; 0 before.
  private(set) var lostDifference = 0.0
  /// The rough difference from the start up to which `lostDifference` is known.
  private var measuredAt = 0.0

  init(_ start: Point) { self.start = start }

  /// Whether the walk has become a plateau that was a ramp.
  var isPlateau: Bool {
    length >= GamutCollapseReport.plateauLength && lostDifference >= GamutCollapseReport.rampDifference
  }

  /// Goes on to an equal colour.
  mutating func extend() { length += 1 }

  /// Goes on to `point`, which follows `last`, if it carries the ramp on; otherwise leaves the walk as it is and
  /// returns false.
  mutating func extend(from last: Point, to point: Point, _ palette: inout GamutCollapsePalette) -> Bool {
    guard Self.areNear(last, point, in: \.source, \.source, &palette),
      Self.areNear(start, point, in: \.target, \.target, &palette)
    else { return false }
    length += 1
    // CIEDE2000 only where the stand-in says that it pays, and has grown noticeably since.
    let least = max(0.75 * GamutCollapseReport.rampDifference, measuredAt + 0.1)
    let surelyLess = Float(least) - ClippedLabRow.margin
    if Self.squaredDifference(start.color.source, point.color.source) < surelyLess * surelyLess {
      return true
    }
    let (first, current) = (palette.color(start.key).source, palette.color(point.key).source)
    let rough = GamutCollapseColor.roughDifference(first, current)
    if rough >= 0.75 * GamutCollapseReport.rampDifference, rough >= measuredAt + 0.1 {
      measuredAt = rough
      lostDifference = max(lostDifference, CIEDE2000.difference(first, current))
    }
    return true
  }

  /// Whether the rough difference is under what can be seen.
  private static func areNear(
    _ a: Point, _ b: Point, in side: KeyPath<ClippedLabRow.Color, SIMD4<Float>>,
    _ exact: KeyPath<GamutCollapseColor, CIELAB>, _ palette: inout GamutCollapsePalette
  ) -> Bool {
    let squared = squaredDifference(a.color[keyPath: side], b.color[keyPath: side])
    let visible = Float(GamutCollapseReport.visibleDifference)
    let (low, high) = (visible - ClippedLabRow.margin, visible + ClippedLabRow.margin)
    if squared < low * low { return true }
    if squared > high * high { return false }
    let (first, second) = (palette.color(a.key)[keyPath: exact], palette.color(b.key)[keyPath: exact])
    return GamutCollapseColor.roughDifference(first, second) < GamutCollapseReport.visibleDifference
  }

  /// The square of `GamutCollapseColor.roughDifference`, of colours as L*, a*, b* and C*.
  private static func squaredDifference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let d = a - b
    let squares = d * d
    let hueSquared = max(squares.y + squares.z - squares.w, 0)
    let weightChroma = 1 + 0.045 * a.w
    let weightHue = 1 + 0.015 * a.w
    return squares.x + squares.w / (weightChroma * weightChroma) + hueSquared / (weightHue * weightHue)
  }
}
