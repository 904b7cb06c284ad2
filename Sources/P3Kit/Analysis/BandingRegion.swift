/// A connected part of an image that shows bands.
public struct BandingRegion: Sendable, Hashable, Codable {
  /// The left and top edge of its box, in pixels.
  public var x, y: Int
  /// The size of its box, in pixels.
  public var width, height: Int
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

  /// A region.
  public init(
    x: Int, y: Int, width: Int, height: Int, cause: BandingCause, plane: BandingPlane, step: Double,
    score: Double, stepDeltaE: Double = 0, widthPixels: Double = 0
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.cause = cause
    self.plane = plane
    self.step = step
    self.score = score
    self.stepDeltaE = stepDeltaE
    self.widthPixels = widthPixels
  }

  /// The keys of p3tool's report.
  enum CodingKeys: String, CodingKey {
    case x, y, width, height, cause, plane, step, score
  }
}
