/// Which colours an image really uses: part of the JSON of `inspect`.
public struct ColorUseReport: Sendable, Codable {
  /// Per space (`srgb`, `display-p3`) the share of visible pixels that it holds, 0 to 1.
  public let gamutCoverage: [String: Double]
  /// Distinct colours of visible pixels.
  public let uniqueColors: Int
  /// True where there are more than could be counted (2²⁰).
  public let uniqueColorsAtLeast: Bool?
}
