/// How artwork with transparency is seen on one background.
public struct LegibilityReport: Sendable, Hashable {
  /// A place where the outline falls under the limit.
  public struct Region: Sendable, Hashable {
    /// The left column.
    public let x: Int
    /// The top row.
    public let y: Int
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Outline pixels under the limit inside.
    public let pixels: Int
    /// The lowest contrast among them.
    public let lowestContrast: Double
  }

  /// The background: encoded sRGB, 0 to 1.
  public let background: SIMD3<Double>

  /// Pixels along the outline: at least half opaque, beside one that is less.
  public let outlinePixels: Int

  /// Those whose contrast is under 3:1 (WCAG 2.2, success criterion 1.4.11).
  public let vanishingPixels: Int

  /// The lowest contrast along the outline, or nil where there is no outline.
  public let lowestContrast: Double?

  /// Where the outline vanishes, the places with most pixels first, at most 32.
  public let regions: [Region]

  /// The share of the outline that vanishes, 0 to 1.
  public var vanishingShare: Double {
    outlinePixels == 0 ? 0 : Double(vanishingPixels) / Double(outlinePixels)
  }
}
