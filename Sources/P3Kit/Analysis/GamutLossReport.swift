/// What people will miss in the target gamut: colours that they could tell apart, and gradients.
public struct GamutLossReport: Sendable, Hashable, Codable {
  /// Where neighbouring colours with a CIEDE2000 difference of at least `visibleDifference` become the same, or
  /// nearly so, in the target. Largest first; `maxDeltaE` is the largest difference that is lost.
  public let collapsedColors: [GamutRegion]
  /// Where a ramp becomes a flat plateau in the target. Largest first; `maxDeltaE` is the length of the lost ramp.
  public let clippedGradients: [GamutRegion]

  /// CIEDE2000: differences from here on can be seen side by side, smaller ones count as gone.
  public static let visibleDifference = 1.0
  /// CIEDE2000: what a ramp must span in the source for its plateau to count.
  public static let rampDifference = 2.0
  /// Pixels that a plateau must be long, along a row or a column.
  public static let plateauLength = 8
}
