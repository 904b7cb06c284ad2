public import Basics

/// The bands of one image.
public struct BandingReport: Sendable, Hashable, Codable {
  /// The highest score of the regions; 0 without regions.
  public var score: Double
  /// Whether there are regions.
  public var verdict: BandingVerdict
  /// The regions, largest first.
  public var regions: [BandingRegion]

  /// The report of `regions`.
  package init(regions: [BandingRegion]) {
    self.regions = regions
    score = regions.map(\.score).max() ?? 0
    verdict = regions.isEmpty ? .clean : .banded
  }
}

/// A connected part of an image that shows bands.
public struct BandingRegion: Sendable, Hashable {
  /// The box around the region.
  public var box: ImageRegion
  /// The cause of the bands.
  public var cause: BandingCause
  /// The property that changes in steps: lightness, chroma or alpha.
  public var plane: BandingPlane
  /// The typical step in codes of the image's effective depth (8 or 16 bits); 0 for a clipped plateau.
  public var step: Double
  /// Visibility of a typical step in units of the threshold: 1 is just visible.
  public var score: Double

  /// The typical step as OKLab distance times 100, about ΔE2000 for small steps.
  public var stepDeltaE: Double = 0
  /// The typical distance from step to step across the bands, in pixels.
  public var widthPixels: Double = 0
  /// Pixels of the region's cells; the box may hold more.
  package var pixels = 0
  /// Number of shades from the darkest cell to the lightest; 0 for a clipped plateau.
  package var shades = 0.0
  /// Share of cells without texture, among the region's cells and those within two cells of it, 0 to 1.
  package var calm = 1.0
  /// Whether the steps are edges of upright tiles.
  package var isMosaic = false
  /// The mean number of colour channels, 1 to 3, that change at one edge. In a rounded gradient each channel changes at
  /// its own places, so the mean is near 1; between flat colours chosen on purpose several change at once. 1 for grey,
  /// whose channels always change together.
  package var coincidence = 1.0
  /// The share of edges that are steps of staircases, 0 to 1: nearly all in a gradient; few among facets and flat
  /// tones, where shades lie side by side in any order. 1 if the steps are soft.
  package var explained = 1.0
  /// Whether all steps show only in averages: they were blurred, resized or compressed.
  package var isSoft = false
  /// The share of cells with exact steps whose step size is the region's typical one, 0 to 1: nearly all if a gradient
  /// was rounded to few bits, few if shades were drawn or rendered. 1 if the steps are soft.
  package var evenness = 1.0
  /// The share of the outline, without the image's border, that is a hard edge, 0 to 1: all around a button, little
  /// around a sky.
  package var outlined = 0.0

  /// A region.
  package init(
    box: ImageRegion, cause: BandingCause, plane: BandingPlane, step: Double, score: Double,
    stepDeltaE: Double = 0, widthPixels: Double = 0
  ) {
    self.box = box
    self.cause = cause
    self.plane = plane
    self.step = step
    self.score = score
    self.stepDeltaE = stepDeltaE
    self.widthPixels = widthPixels
  }
}

extension BandingRegion: Codable {
  /// The region's keys in reports. The box adds its own four keys.
  private enum CodingKeys: String, CodingKey {
    case cause, plane, step, score
  }

  /// Reads the keys that `encode` writes. `stepDeltaE` and `widthPixels` are not among them and stay 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      box: try ImageRegion(from: decoder), cause: try container.decode(BandingCause.self, forKey: .cause),
      plane: try container.decode(BandingPlane.self, forKey: .plane),
      step: try container.decode(Double.self, forKey: .step),
      score: try container.decode(Double.self, forKey: .score))
  }

  /// Writes the keys of the box and of the region side by side.
  public func encode(to encoder: any Encoder) throws {
    try box.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cause, forKey: .cause)
    try container.encode(plane, forKey: .plane)
    try container.encode(step, forKey: .step)
    try container.encode(score, forKey: .score)
  }
}

/// The cause of a band.
public enum BandingCause: String, Sendable, Hashable, Codable, CaseIterable {
  /// The samples of the file were quantised (or posterised) already.
  case source
  /// The target's bit depth will cause it.
  case depth
  /// The target's gamut will cause it: a ramp ends in a plateau of one clipped colour.
  case clipping
}

/// The property that changes in steps.
public enum BandingPlane: String, Sendable, Hashable, Codable, CaseIterable {
  /// Steps from light to dark.
  case lightness
  /// Steps of colour at nearly the same lightness.
  case chroma
  /// Steps of opacity.
  case alpha
}

/// Whether bands can be seen.
public enum BandingVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// The score is 1 or more: bands are visible.
  case banded
  /// No band is visible.
  case clean
}
