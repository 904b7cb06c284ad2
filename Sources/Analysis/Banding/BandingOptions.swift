/// How, and from how far, an image is looked at.
public struct BandingOptions: Sendable, Hashable {
  /// Image pixels that one degree of the visual field covers.
  public var pixelsPerDegree: Double

  /// The default of `pixelsPerDegree`: a 2× display, one image pixel to a display pixel. A laptop of 220 ppi
  /// at 20 inches has 220 · 20 · 2·tan(0.5°) = 77 pixels per degree, a phone of 460 ppi at 10 inches 80, a
  /// 27-inch 5K monitor of 218 ppi at 20 inches 76.
  public static let retinaPixelsPerDegree = 77.0

  /// Options with the default viewing conditions unless given.
  public init(pixelsPerDegree: Double = Self.retinaPixelsPerDegree) {
    precondition(pixelsPerDegree > 0, "an image is seen under a positive angle")
    self.pixelsPerDegree = pixelsPerDegree
  }

  /// Options of a display.
  ///
  /// - Parameters:
  ///   - distance: from eye to display, in inches, above 0.
  ///   - pixelsPerInch: of the display, above 0.
  public init(distance: Double, pixelsPerInch: Double) {
    // 2·tan(0.5°): the width of one degree at distance 1.
    self.init(pixelsPerDegree: distance * pixelsPerInch * 0.017455064928217585)
  }

  /// Standard deviation, in pixels, of the blur that stands for the eye's optics and its limited acuity:
  /// 1.3 px at 77 px/°, that is one minute of arc (the foveal line-spread function of a 3 mm pupil;
  /// Campbell and Gubisch, J. Physiol. 186, 1966).
  var blurSigma: Double { pixelsPerDegree * (1.3 / Self.retinaPixelsPerDegree) }
}

/// The constants of the banding rule.
package enum BandingThresholds {
  /// OKLab distance of the smallest step that can be seen at all: 0.12 ΔE2000, a quarter of an 8-bit code of
  /// mid grey, 0.3 % of luminance. Contrast sensitivity to wide low-frequency edges peaks about there
  /// (Barten, "Contrast Sensitivity of the Human Eye", 1999, eq. 3.26 at 1–5 cycles/°).
  static let leastStep = 0.0011

  /// Larger steps (about 4.5 ΔE2000) are coarse: five bits make 0.032.
  static let greatestStep = 0.045

  /// Coarse steps, up to this OKLab distance, are bands where the colour channels step in turn, as rounding to four
  /// bits makes them (0.07); where they step together they are drawn on purpose.
  static let greatestCoarseStep = 0.08

  /// The same from plateau to plateau, all channels together.
  static let greatestCoarsePeriod = 0.13

  /// The same as a change of another channel, in 16-bit codes (17.5 of 8 bits).
  static let greatestCoarseLeap = 4500

  /// Colour channels that step at one edge on average, from which on the steps count as chosen shades.
  package static let leastChosenCoincidence = 1.5

  /// The edges of all colour channels over those of the one that has most, where the channels step in turn.
  static let leastVariety: Float = 1.5

  /// What must be left of a step after the eye's blur.
  static let leastVisibility = 0.0012

  /// Above this OKLab distance from plateau to plateau, all channels together, a staircase must have
  /// `leastLargeSteps`: three shades of one colour are a design.
  static let largeStep = 0.008
  static let leastLargeSteps = 5

  /// Mean width, in pixels, of the plateaus between any two visible changes, over all channels together.
  static let leastPlateau = 3.4

  /// Share of a cell that exact staircases must cover.
  static let leastCoverage = 0.3

  /// The same for staircases in box averages: ordered dither leaves some in every second line of those.
  static let leastTolerantCoverage = 0.6

  /// Share of the surroundings of a cell that must be covered for it to start a region.
  static let leastMajority = 0.45

  /// Above this change of another channel from plateau to plateau, in 16-bit codes (13 of 8 bits), the staircase is
  /// not that of a ramp.
  static let greatestLeap = 3400

  /// Whether a step is larger than those of five bits.
  static func isCoarse(distance: Double, codes: Int) -> Bool {
    distance > greatestStep || codes > greatestLeap
  }

  /// Fewer than `leastLargeSteps` steps must be of one size, to this factor: rounding a ramp makes even steps,
  /// designers choose uneven ones.
  static let greatestUnevenness = 1.5

  /// Above this OKLab distance from plateau to plateau, all channels together, any staircase is a design.
  static let greatestPeriod = 0.06
}
