// Ramps in the source that are plateaus in the target.

import ColorManagement
import Pixels

extension GamutCollapseScanner {
  // MARK: Rows

  /// Walks along the newest row, wherever enough pixels follow each other that may belong to one ramp.
  mutating func findRowRamps() {
    var goesOn = PixelBits(count: width)
    for block in 0..<window.blockCount { goesOn.add(bitsThatGoOn(block, left: 1), toWord: block) }
    goesOn.forEachRun(ofAtLeast: Self.stepsOfPlateau, count: width) { run in
      walkAlong(run.lowerBound - 1..<run.upperBound)
    }
  }

  /// Steps from the first pixel of a plateau to its last, where it is no longer than it must be.
  private static let stepsOfPlateau = GamutCollapseReport.plateauLength - 1

  /// Pixels of the newest row that may carry on a ramp from the pixel `left` (1) pixels to the left, or from the one above
  /// where that is 0: both are out of gamut, and near each other.
  private func bitsThatGoOn(_ block: Int, left: Int) -> UInt64 {
    let other = left > 0 ? 0 : 1
    let same = left > 0 ? window.sameAsLeft(block) : window.sameAsAbove(block)
    let both = window.out(block) & window.out(block, back: other, shiftedRightBy: left)
    if both & ~same == 0 { return both }
    return both & (same | window.pairs(.isNear, (left, other), (0, 0), block, palette.scan))
  }

  private mutating func walkAlong(_ columns: Range<Int>) {
    var last = window.point(columns.lowerBound, back: 0)
    var ramp = GamutCollapseRamp(last)
    for x in columns.dropFirst() {
      if window.isSameAsLeft(x) {
        ramp.extend()
        continue
      }
      let point = window.point(x, back: 0)
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

  /// Carries the walks down the columns of a block on to the newest row.
  ///
  /// A walk begins where enough pixels below each other may belong to one ramp, with the first of them: in a noisy image
  /// that is nearly nowhere.
  mutating func findColumnRamps(_ block: Int) {
    let goesOn = window.rowsAtHand > 1 ? bitsThatGoOn(block, left: 0) : 0
    window.setGoesOnDown(goesOn, block)
    isWalking.keep(goesOn, inWord: block)
    guard goesOn != 0 else { return }
    for x in SetBits(isWalking.words[block], block: block) { walkDown(x, back: 0) }
    let begins = bitsThatWentOn(block) & ~isWalking.words[block]
    guard begins != 0 else { return }
    if columnRamps.isEmpty { columnRamps = Array(repeating: GamutCollapseRamp(), count: width) }
    for x in SetBits(begins, block: block) {
      columnRamps[x] = GamutCollapseRamp(window.point(x, back: Self.stepsOfPlateau))
      for back in (0..<Self.stepsOfPlateau).reversed() { walkDown(x, back: back) }
    }
    isWalking.add(begins, toWord: block)
  }

  /// Columns of a block that have carried on a ramp for as many rows as a plateau needs.
  private func bitsThatWentOn(_ block: Int) -> UInt64 {
    guard window.rowsAtHand > Self.stepsOfPlateau else { return 0 }
    var bits = UInt64.max
    for back in 0..<Self.stepsOfPlateau where bits != 0 { bits &= window.goesOnDown(block, back: back) }
    return bits
  }

  /// Carries the walk down a column on to a row, and marks it where it is a plateau; or begins the next walk there.
  private mutating func walkDown(_ x: Int, back: Int) {
    let wasPlateau = columnRamps[x].isPlateau
    if window.isSameAsAbove(x, back: back) {
      columnRamps[x].extend()
    } else {
      let (last, point) = (window.point(x, back: back + 1), window.point(x, back: back))
      if !columnRamps[x].extend(from: last, to: point, &palette) { columnRamps[x] = GamutCollapseRamp(point) }
    }
    let ramp = columnRamps[x]
    guard ramp.isPlateau else { return }
    let first = wasPlateau ? 0 : min(ramp.length, Self.rampWindow) - 1
    for above in 0...first { gradients.mark(x: x, back: back + above, deltaE: ramp.lostDifference) }
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
    let color: ClippedLabRows.Color
  }

  private let start: Point
  /// Pixels so far.
  private(set) var length = 1
  /// The largest difference from the start that is seen, once it is worth computing; 0 before.
  private(set) var lostDifference = 0.0
  /// The rough difference from the start up to which `lostDifference` is known.
  private var measuredAt = 0.0

  /// A walk from its first pixel on.
  init(_ start: Point) { self.start = start }

  /// A walk from a black pixel, to be replaced.
  init() { self.init(Point(key: 0, color: ClippedLabRows.Color())) }

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
    let surelyLess = Float(least) - ClippedLabRows.margin
    if Self.squaredDifference(start.color.source, point.color.source) < surelyLess * surelyLess {
      return true
    }
    let (first, current) = (palette.color(start.key).source, palette.color(point.key).source)
    let rough = GamutCollapseColor.roughDifference(first, current)
    if rough >= 0.75 * GamutCollapseReport.rampDifference, rough >= measuredAt + 0.1 {
      measuredAt = rough
      lostDifference = max(lostDifference, GamutCollapseReport.seenDifference(first, current))
    }
    return true
  }

  /// Whether the rough difference is under what can be seen.
  private static func areNear(
    _ a: Point, _ b: Point, in side: KeyPath<ClippedLabRows.Color, SIMD4<Float>>,
    _ exact: KeyPath<GamutCollapseColor, CIELAB>, _ palette: inout GamutCollapsePalette
  ) -> Bool {
    let squared = squaredDifference(a.color[keyPath: side], b.color[keyPath: side])
    let visible = Float(GamutCollapseReport.visibleDifference)
    let (low, high) = (visible - ClippedLabRows.margin, visible + ClippedLabRows.margin)
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
