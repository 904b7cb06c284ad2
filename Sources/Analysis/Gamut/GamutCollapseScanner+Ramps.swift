// Ramps in the source that are plateaus in the target: walks along a row or down a column over pixels out of gamut whose
// colours change smoothly, as long as the target shows nearly one colour.

import ColorManagement
import Pixels

extension GamutCollapseScanner {
  // MARK: Rows

  /// Walks along the newest row, where enough pixels follow each other that may belong to one ramp.
  mutating func walkAlong(_ columns: Range<Int>) {
    var (start, x) = (columns.lowerBound, columns.lowerBound + 1)
    // Where the pixels begin that have no mark yet.
    var unmarked = start
    var measure = GamutCollapseMeasure()
    while x < columns.upperBound {
      x = rows.walk(
        &start, x, columns.upperBound, least: Float(measure.least), isMeasured: measure.isTaken,
        palette.gamut.converter)
      unmarked = max(unmarked, start)
      guard x < columns.upperBound else { break }
      let before = measure
      let goesOn =
        rows.isSameAsLeft(x)
        || measure.goesOn(
          from: rows.point(start, back: 0), past: rows.point(x - 1, back: 0), to: rows.point(x, back: 0),
          &palette)
      if !goesOn || measure.lostDifference > before.lostDifference {
        mark(&unmarked, upTo: x, from: start, before)
      }
      if !goesOn { (start, unmarked, measure) = (x, x, GamutCollapseMeasure()) }
      x += 1
    }
    mark(&unmarked, upTo: columns.upperBound, from: start, measure)
  }

  /// Marks the pixels of the newest row up to column `end`, where the walk from `start` on is a plateau by then: each with what is
  /// lost up to it.
  private mutating func mark(
    _ unmarked: inout Int, upTo end: Int, from start: Int, _ measure: GamutCollapseMeasure
  ) {
    guard unmarked < end, measure.isPlateau(ofLength: end - start) else { return }
    gradients.mark(unmarked...end - 1, deltaE: measure.lostDifference)
    unmarked = end
  }

  // MARK: Columns

  /// Carries the walks down the columns on to the newest row, as far as the rows leave that open.
  mutating func walkDown(_ places: CollapsePlaces) {
    for x in places.measuredDown { markDown(x, back: 0, length: rows.walkDown(x).length) }
    for x in places.stepDown { stepDown(x, back: 0) }
    for x in places.beginDown {
      for back in (0..<CollapseRows.plateauSteps).reversed() { stepDown(x, back: back) }
    }
  }

  /// Carries the walk down a column on to a row, and marks it where it is a plateau; or begins the next walk there.
  private mutating func stepDown(_ x: Int, back: Int) {
    let walk = rows.walkDown(x)
    var measure = walk.isMeasured ? measures[x] : GamutCollapseMeasure()
    if !rows.isSameAsAbove(x, back: back) {
      let goesOn = measure.goesOn(
        from: walk.start, past: rows.point(x, back: back + 1), to: rows.point(x, back: back), &palette)
      guard goesOn else { return rows.beginWalkDown(x, back: back) }
    }
    guard measure.isTaken else { return }
    set(measure, x)
    markDown(x, back: back, length: walk.length - back)
  }

  private mutating func set(_ measure: GamutCollapseMeasure, _ x: Int) {
    if measures.isEmpty { measures = Array(repeating: GamutCollapseMeasure(), count: width) }
    measures[x] = measure
    rows.setMeasured(x, least: Float(measure.least))
  }

  /// Marks a walk that has been measured and has come to a row, with all of its `length` pixels where it has just become a
  /// plateau.
  private mutating func markDown(_ x: Int, back: Int, length: Int) {
    guard measures[x].isPlateau(ofLength: length) else { return }
    let lost = measures[x].lostDifference
    let wasPlateau = measures[x].wasPlateau
    measures[x].wasPlateau = true
    let first = wasPlateau ? 0 : min(length, Self.rampWindow) - 1
    for above in 0...first { gradients.mark(x...x, back: back + above, deltaE: lost) }
  }
}

/// How far a walk has come in the source, as far as it was worth computing.
struct GamutCollapseMeasure: Sendable {
  /// The largest difference from the start that is seen; 0 before the first measurement.
  private(set) var lostDifference = 0.0
  /// The rough difference from the start up to which `lostDifference` is known.
  private var measuredAt = 0.0
  /// Whether the walk has been marked.
  var wasPlateau = false

  /// Whether there has been a measurement.
  var isTaken: Bool { measuredAt > 0 }

  /// The rough difference from the start from which on another one pays: CIEDE2000 only where the stand-in says that it does,
  /// and has grown noticeably since.
  var least: Double { max(0.75 * GamutCollapseReport.rampDifference, measuredAt + 0.1) }

  /// Whether a walk of `length` pixels is a plateau that was a ramp.
  func isPlateau(ofLength length: Int) -> Bool {
    length >= GamutCollapseReport.plateauLength && lostDifference >= GamutCollapseReport.rampDifference
  }

  /// Whether the walk from `start` goes on past `last` to `point`, in Double; measures it where that pays.
  mutating func goesOn(
    from start: CollapseRows.Point, past last: CollapseRows.Point, to point: CollapseRows.Point,
    _ palette: inout GamutCollapsePalette
  ) -> Bool {
    guard Self.areNear(last, point, in: \.source, \.source, &palette),
      Self.areNear(start, point, in: \.target, \.target, &palette)
    else { return false }
    let surelyLess = Float(least) - CollapseRows.margin
    if Self.squaredDifference(start.source, point.source) < surelyLess * surelyLess { return true }
    let (first, current) = (palette.color(start.key).source, palette.color(point.key).source)
    let rough = GamutCollapseColor.roughDifference(first, current)
    if rough >= least {
      measuredAt = rough
      lostDifference = max(lostDifference, GamutCollapseReport.seenDifference(first, current))
    }
    return true
  }

  /// Whether the rough difference is under what can be seen.
  private static func areNear(
    _ a: CollapseRows.Point, _ b: CollapseRows.Point, in side: KeyPath<CollapseRows.Point, SIMD4<Float>>,
    _ exact: KeyPath<GamutCollapseColor, CIELAB>, _ palette: inout GamutCollapsePalette
  ) -> Bool {
    let squared = squaredDifference(a[keyPath: side], b[keyPath: side])
    let visible = Float(GamutCollapseReport.visibleDifference)
    let (low, high) = (visible - CollapseRows.margin, visible + CollapseRows.margin)
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
