/// What softening aims at.
public struct SofteningOptions: Sendable, Hashable {
  /// How; `auto` decides by the image.
  public var mode: SofteningMode

  /// The relative luminance that white ends at, over 0 to 1. Black text on 0.72 keeps a contrast of 15.4,
  /// and 0.72 on #1C1C1E has 12.5 where white has 17.0 (WCAG 2.2).
  public var whiteLuminance: Double

  /// The background that the image will sit on: encoded sRGB, 0 to 1. Only `outline` looks at it.
  public var background: SIMD3<Double>

  /// Options with the defaults of `p3tool soften`: white to 0.72, on #1C1C1E.
  public init(
    mode: SofteningMode = .auto, whiteLuminance: Double = 0.72,
    background: SIMD3<Double> = SIMD3(28, 28, 30) / 255
  ) {
    precondition(whiteLuminance > 0 && whiteLuminance <= 1, "white ends at a luminance over 0 to 1")
    self.mode = mode
    self.whiteLuminance = whiteLuminance
    self.background = background
  }
}
