/// A box around connected pixels.
public struct GamutRegion: Sendable, Hashable, Codable {
  /// Left edge, pixels from the left.
  public let x: Int
  /// Top edge, pixels from the top.
  public let y: Int
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Pixels of the region itself, not of its box.
  public let pixels: Int
  /// The largest CIEDE2000 difference in it.
  public let maxDeltaE: Double
}
