public import Basics

/// The bands of one image.
public struct BandingReport: Sendable, Hashable, Codable {
  /// The highest score of its regions, 0 without any.
  public var score: Double
  /// Whether there is any region.
  public var verdict: BandingVerdict
  /// The largest first.
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
  /// The box around it.
  public var box: ImageRegion
  /// Why there are bands.
  public var cause: BandingCause
  /// What steps.
  public var plane: BandingPlane
  /// The typical step in codes of the image's effective depth; 0 for a clipped plateau.
  public var step: Double
  /// How far a typical step is above the threshold of visibility: 1 is just visible.
  public var score: Double

  /// The typical step as OKLab distance times 100, about ΔE2000 for small steps.
  public var stepDeltaE: Double = 0
  /// The typical distance from step to step across the bands, in pixels.
  public var widthPixels: Double = 0
  /// Pixels of its cells: the box may hold more.
  package var pixels = 0
  /// How many shades the steps lead through, from the darkest cell to the lightest; 0 for a clipped plateau.
  package var shades = 0.0
  /// The share of its cells, and of those within two cells of it, that are without texture, 0 to 1.
  package var calm = 1.0
  /// Whether its steps are the edges of upright tiles.
  package var isMosaic = false
  /// How many of the three colour channels change at one edge, on average over the region's edges, 1 to 3. In a rounded
  /// gradient each channel steps at places of its own, so it is near 1; between shades that were chosen as flat colours several
  /// change at once. 1 for greys, whose channels always step together.
  package var coincidence = 1.0
  /// How many of its edges are steps of staircases, 0 to 1: nearly all in a gradient, few among facets and flat tones, where
  /// shades lie side by side in any order. 1 where the steps are soft.
  package var explained = 1.0
  /// Whether nearly all of its steps are seen in averages alone: they were blurred, resized or compressed.
  package var isSoft = false
  /// The share of its cells with exact steps whose steps are of the region's typical size, 0 to 1: nearly all where a gradient
  /// was rounded to few bits, few where shades were drawn or rendered. 1 where the steps are soft.
  package var evenness = 1.0
  /// The share of its outline, the image's border aside, that is a hard edge, 0 to 1: all around a button, little around a sky.
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
  /// The keys of p3tool's report, beside those of the box.
  private enum CodingKeys: String, CodingKey {
    case cause, plane, step, score
  }

  /// Reads the keys that `encode` writes; `stepDeltaE` and `widthPixels` are not among them and stay 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      box: try ImageRegion(from: decoder), cause: try container.decode(BandingCause.self, forKey: .cause),
      plane: try container.decode(BandingPlane.self, forKey: .plane),
      step: try container.decode(Double.self, forKey: .step),
      score: try container.decode(Double.self, forKey: .score))
  }

  /// Writes the box's keys and its own side by side.
  public func encode(to encoder: any Encoder) throws {
    try box.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cause, forKey: .cause)
    try container.encode(plane, forKey: .plane)
    try container.encode(step, forKey: .step)
    try container.encode(score, forKey: .score)
  }
}

/// Why an image has a band.
public enum BandingCause: String, Sendable, Hashable, Codable, CaseIterable {
  /// The samples of the file were quantised (or posterised) before.
  case source
  /// The target's bit depth will do it.
  case depth
  /// The target's gamut does it: a ramp ends in a plateau of one clipped colour.
  case clipping
}

/// What it is that steps.
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
