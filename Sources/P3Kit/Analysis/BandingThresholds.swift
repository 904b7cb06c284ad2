/// The constants of the banding rule.
enum BandingThresholds {
  /// OKLab distance of the smallest step that can be seen at all: 0.12 ΔE2000, a quarter of an 8-bit code of
  /// mid grey, 0.3 % of luminance. Contrast sensitivity to wide low-frequency edges peaks about there
  /// (Barten, "Contrast Sensitivity of the Human Eye", 1999, eq. 3.26 at 1–5 cycles/°).
  static let leastStep = 0.0011

  /// Larger steps (about 4.5 ΔE2000) are drawn on purpose: five bits make 0.032.
  static let greatestStep = 0.045

  /// What must be left of a step after the eye's blur.
  static let leastVisibility = 0.0012

  /// From this step on, a chain must have `leastLargeSteps`: three shades of one colour are a design.
  static let largeStep = 0.008
  static let leastLargeSteps = 5

  /// Mean width, in pixels, of the plateaus between any two visible changes, over all channels together.
  static let leastPlateau = 3.4

  /// Share of a cell that staircases must cover.
  static let leastCoverage = 0.3

  /// The same in box averages: ordered dither leaves staircases in every second line of those.
  static let leastTolerantCoverage = 0.6

  /// Share of the surroundings of a cell that must be covered for it to start a region.
  static let leastMajority = 0.45

  /// The same in 16-bit codes for any one channel: 13 codes of 8 bits, as for the steps themselves.
  static let greatestLeap = 3400

  /// Fewer than `leastLargeSteps` steps must be of one size, to this factor: rounding a ramp makes even steps,
  /// designers choose uneven ones.
  static let greatestUnevenness = 1.5

  /// Above this distance from plateau to plateau, all channels together, the shades are a design.
  static let greatestPeriod = 0.06
}
