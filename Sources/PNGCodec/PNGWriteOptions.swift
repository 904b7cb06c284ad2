/// How hard the writer compresses.
public struct PNGWriteOptions: Sendable, Hashable, Codable {
  /// The trade between time and size.
  public enum Compression: String, Sendable, Hashable, Codable, CaseIterable {
    /// The least time; the largest files.
    case fast
    /// Smaller than libpng's default on most images; a few percent larger on some small photographs.
    case balanced
    /// Several times as slow as `balanced`, a few percent smaller, and never larger.
    case small
  }

  /// The trade between time and size.
  public var compression: Compression

  /// Options as given.
  public init(compression: Compression = .balanced) { self.compression = compression }
}
