/// The constants of the banding rule, one table.
///
/// OKLab distances have white at 1; codes are 16-bit codes. `Tests/Tools/sweep-constants` prints precision and recall over
/// the labelled sets with each constant changed. From half to twice their value:
/// - precision falls with a smaller `leastLargeSteps` (.90) and `leastMajority` (.993), a larger `greatestUnevenness` (.993);
/// - recall (.986) falls most with a larger `leastPlateau` (.81), `leastTolerantCoverage` (.86), `leastVisibility` (.94),
///   `leastMajority` and `leastLargeSteps` (.95), `leastStep` (.965), a smaller `greatestLeap` and `greatestUnevenness` (.93),
///   `largeStep` (.96) and `greatestStep` (.97);
/// - no verdict depends on the others: the sets have no steps of four bits, no maps and few plateaus.
package struct BandingThresholds: Sendable, Hashable {
  // MARK: A staircase

  /// OKLab distance of the smallest step that can be seen at all: 0.12 ΔE2000, a quarter of an 8-bit code of
  /// mid grey, 0.3 % of luminance. Contrast sensitivity to wide low-frequency edges peaks about there
  /// (Barten, "Contrast Sensitivity of the Human Eye", 1999, eq. 3.26 at 1–5 cycles/°).
  package var leastStep = 0.0011

  /// OKLab distances above this (about 4.5 ΔE2000) are coarse: five bits make 0.032.
  package var greatestStep = 0.045

  /// Coarse steps up to this OKLab distance are bands if the colour channels change in turn, as rounding to four bits
  /// makes them (0.07); if they change together, the steps are drawn on purpose.
  package var greatestCoarseStep = 0.08

  /// As `greatestCoarseStep`, from plateau to plateau with all channels together.
  package var greatestCoarsePeriod = 0.13

  /// As `greatestCoarseStep`, for a change of another channel, in codes (17.5 of 8 bits).
  package var greatestCoarseLeap = 4500.0

  /// If another channel changes by more than this from plateau to plateau, in codes (13 of 8 bits), the staircase is no
  /// ramp.
  package var greatestLeap = 3400.0

  /// Above this OKLab distance from plateau to plateau, all channels together, any staircase is designed.
  package var greatestPeriod = 0.06

  /// Above this OKLab distance from plateau to plateau, all channels together, a staircase must have `leastLargeSteps`
  /// steps: three shades of one colour are designed.
  package var largeStep = 0.008
  package var leastLargeSteps = 5.0

  /// Fewer than `leastLargeSteps` steps must be of one size, to this factor: rounding a ramp makes even steps,
  /// designers choose uneven ones.
  package var greatestUnevenness = 1.5

  // MARK: A cell

  /// The least OKLab distance that must remain of a step after the eye's blur.
  package var leastVisibility = 0.0012

  /// Least mean width, in pixels, of plateaus between any two visible changes, all channels together.
  package var leastPlateau = 3.4

  /// Least share of a cell that exact staircases must cover.
  package var leastCoverage = 0.3

  /// As `leastCoverage`, for staircases in box averages: ordered dither leaves some in every second line of these.
  package var leastTolerantCoverage = 0.6

  // MARK: A region

  /// Least share of a cell's surroundings that must be covered for the cell to start a region.
  package var leastMajority = 0.45

  /// Least pixels of a region; smaller ones are no ramp.
  package var leastRegion = 144.0

  /// From this mean number of colour channels changing at one edge on, steps count as chosen shades.
  package var leastChosenCoincidence = 1.5

  /// Least edges of all colour channels, as a multiple of the edges of the channel that has most, if channels change in
  /// turn.
  package var leastVariety = 1.5

  // MARK: A clipped plateau

  /// Least pixels of a plateau.
  package var leastPlateauArea = 1024.0

  /// Least share of a plateau's border that a ramp must run into.
  package var leastRampShare = 0.25

  package init() {}

  /// Whether a step is larger than those of five bits.
  func isCoarse(distance: Double, codes: Int) -> Bool {
    distance > greatestStep || Double(codes) > greatestLeap
  }
}
