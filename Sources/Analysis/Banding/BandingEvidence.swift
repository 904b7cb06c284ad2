/// The evidence of staircases of one channel and kind of scan in one cell: sums over the pixels of the cell that they
/// cover.
struct BandingEvidence: Sendable, Hashable {
  /// Pixels on staircases along rows and along columns.
  var across: Float = 0
  var along: Float = 0
  /// Steps on those pixels.
  var acrossSteps: Float = 0
  var alongSteps: Float = 0
  /// OKLab distance and code size of the steps, times pixels.
  var distance: Float = 0
  var codes: Float = 0

  /// Pixels in all.
  var pixels: Float { across + along }

  /// Adds the part of a staircase that covers `pixels` of the cell.
  mutating func add(_ stroke: BandingStroke, pixels: Float) {
    if stroke.isRow {
      across += pixels
      acrossSteps += pixels * stroke.stepRate
    } else {
      along += pixels
      alongSteps += pixels * stroke.stepRate
    }
    distance += pixels * stroke.distance
    codes += pixels * stroke.codes
  }

  static func += (a: inout Self, b: Self) {
    a.across += b.across
    a.along += b.along
    a.acrossSteps += b.acrossSteps
    a.alongSteps += b.alongSteps
    a.distance += b.distance
    a.codes += b.codes
  }

  /// Distance from step to step across the bands, in pixels. The rates along rows and columns are the components of one
  /// vector; a direction without staircases has rate 0, as its plateaus are too long.
  var plateauWidth: Double {
    let rateAcross = across > 0.25 * along ? Double(acrossSteps / across) : 0
    let rateAlong = along > 0.25 * across ? Double(alongSteps / along) : 0
    let rate = (rateAcross * rateAcross + rateAlong * rateAlong).squareRoot()
    return rate > 0 ? 1 / rate : .infinity
  }

  /// Mean OKLab distance of a step.
  var meanDistance: Double { pixels > 0 ? Double(distance / pixels) : 0 }
}

/// What a staircase adds, per pixel, to the evidence of each cell that it crosses.
struct BandingStroke: Sendable, Hashable {
  /// Whether it runs along a row.
  let isRow: Bool
  /// The kind of scan that found it; 0 is exact.
  let kind: Int
  /// The channel that changes in steps.
  let channel: Int
  /// Steps per pixel.
  let stepRate: Float
  /// OKLab distance and code size of a step.
  let distance: Float
  let codes: Float
}
