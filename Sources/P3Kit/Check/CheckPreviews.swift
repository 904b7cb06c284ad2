/// Small pictures of a checked image for reports that show them: PNG files, 8 bits, tagged Display P3 but for
/// the heat map.
public struct CheckPreviews: Sendable, Hashable {
  /// The image as it is.
  public let original: [UInt8]
  /// The image as the target shows it.
  public let target: [UInt8]
  /// What the target takes away; nil where nothing is clipped.
  public let heatmap: [UInt8]?
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Whether any pixel is transparent in part: worth seeing on dark and on light.
  public let hasTransparency: Bool
}
