/// How much of an image lies outside the destination's gamut, counted exactly.
///
/// A pixel is outside if its alpha is not zero and an unclamped linear destination value is below −5e-5 or
/// above 1 + 5e-5. Rounding to 16 bits alone moves colours on a gamut's surface by up to 2.5e-5, hence the
/// tolerance.
public struct GamutTally: Sendable, Hashable, Codable {
  /// How much of one channel lies outside.
  public struct Channel: Sendable, Hashable, Codable {
    /// Pixels below −5e-5.
    public var below = 0
    /// Pixels above 1 + 5e-5.
    public var above = 0
    /// The largest −y of a visible pixel's linear value y, also within the tolerance; 0 if no value is below
    /// 0.
    public var maxBelow = 0.0
    /// The largest y − 1 of a visible pixel, also within the tolerance; 0 if no value is above 1.
    public var maxAbove = 0.0

    /// A channel with nothing outside.
    package init() {}
  }

  /// How far linear values may leave 0…1 and still count as in gamut.
  package static let tolerance = 5e-5

  /// Pixels whose alpha is not zero.
  public var visiblePixels = 0
  /// Visible pixels with at least one channel outside.
  public var outOfGamut = 0
  /// Linear red.
  public var red = Channel()
  /// Linear green.
  public var green = Channel()
  /// Linear blue.
  public var blue = Channel()

  /// A tally of no pixels.
  package init() {}

  /// The sum of the tallies of two parts of an image.
  package static func + (a: GamutTally, b: GamutTally) -> GamutTally {
    var sum = GamutTally()
    sum.visiblePixels = a.visiblePixels + b.visiblePixels
    sum.outOfGamut = a.outOfGamut + b.outOfGamut
    sum.red = a.red + b.red
    sum.green = a.green + b.green
    sum.blue = a.blue + b.blue
    return sum
  }

  /// Adds the tally of another part of the image.
  package static func += (a: inout GamutTally, b: GamutTally) { a = a + b }
}

extension GamutTally.Channel {
  fileprivate static func + (a: Self, b: Self) -> Self {
    var sum = Self()
    sum.below = a.below + b.below
    sum.above = a.above + b.above
    sum.maxBelow = max(a.maxBelow, b.maxBelow)
    sum.maxAbove = max(a.maxAbove, b.maxAbove)
    return sum
  }
}
