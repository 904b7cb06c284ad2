/// How much of an image will glow on a dark background.
public struct WhiteGlowReport: Sendable, Hashable {
  /// The share of the pixels that is opaque, smooth and at least as light as the limit, 0 to 1.
  public let glowingShare: Double

  /// Median relative luminance of those, 0 to 1; nil where there are none.
  public let luminance: Double?

  /// Contrast of that luminance with the dark background, 1 to 21; nil where there are none.
  public let contrast: Double?

  /// The relative luminance from which an area glows.
  public let limit: Double

  /// Whether the rule reports it: a tenth of the image or more.
  public var isGlowing: Bool { glowingShare >= WhiteGlowAnalyzer.reportedShare }
}
