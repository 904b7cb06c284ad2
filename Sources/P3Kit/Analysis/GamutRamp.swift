import ColorManagement
import Pixels

/// A walk along a row or a column over pixels out of gamut whose colours change smoothly, as long as the target
/// shows nearly one colour: the candidate for a plateau.
///
/// Takes the same decisions as `GamutReferenceRamp`, but with float values where these leave no doubt.
struct GamutRamp: Sendable {
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
    length >= GamutLossReport.plateauLength && lostDifference >= GamutLossReport.rampDifference
  }

  /// Goes on to an equal colour.
  mutating func extend() { length += 1 }

  /// Goes on to `point`, which follows `last`, if it carries the ramp on; otherwise leaves the walk as it is and
  /// returns false.
  mutating func extend(from last: Point, to point: Point, _ palette: inout GamutLossPalette) -> Bool {
    guard Self.areNear(last, point, in: \.source, \.source, &palette),
      Self.areNear(start, point, in: \.target, \.target, &palette)
    else { return false }
    length += 1
    // CIEDE2000 only where the stand-in says that it pays, and has grown noticeably since.
    let least = max(0.75 * GamutLossReport.rampDifference, measuredAt + 0.1)
    let surelyLess = Float(least) - ClippedLabRow.margin
    if Self.squaredDifference(start.color.source, point.color.source) < surelyLess * surelyLess {
      return true
    }
    let (first, current) = (palette.color(start.key).source, palette.color(point.key).source)
    let rough = GamutLossColor.roughDifference(first, current)
    if rough >= 0.75 * GamutLossReport.rampDifference, rough >= measuredAt + 0.1 {
      measuredAt = rough
      lostDifference = max(lostDifference, CIEDE2000.difference(first, current))
    }
    return true
  }

  /// Whether the rough difference is under what can be seen.
  private static func areNear(
    _ a: Point, _ b: Point, in side: KeyPath<ClippedLabRow.Color, SIMD4<Float>>,
    _ exact: KeyPath<GamutLossColor, CIELAB>, _ palette: inout GamutLossPalette
  ) -> Bool {
    let squared = squaredDifference(a.color[keyPath: side], b.color[keyPath: side])
    let visible = Float(GamutLossReport.visibleDifference)
    let (low, high) = (visible - ClippedLabRow.margin, visible + ClippedLabRow.margin)
    if squared < low * low { return true }
    if squared > high * high { return false }
    let (first, second) = (palette.color(a.key)[keyPath: exact], palette.color(b.key)[keyPath: exact])
    return GamutLossColor.roughDifference(first, second) < GamutLossReport.visibleDifference
  }

  /// The square of `GamutLossColor.roughDifference`, of colours as L*, a*, b* and C*.
  private static func squaredDifference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let d = a - b
    let squares = d * d
    let hueSquared = max(squares.y + squares.z - squares.w, 0)
    let weightChroma = 1 + 0.045 * a.w
    let weightHue = 1 + 0.015 * a.w
    return squares.x + squares.w / (weightChroma * weightChroma) + hueSquared / (weightHue * weightHue)
  }
}
