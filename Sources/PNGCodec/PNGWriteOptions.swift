/// How hard the writer tries.
public struct PNGWriteOptions: Sendable, Hashable {
  /// The trade between time and size.
  public enum Compression: String, Sendable, Hashable, CaseIterable {
    /// As fast as the disk; its bytes may differ between CPU families.
    case fast
    /// Never larger than libpng's default.
    case balanced
    /// Several times slower than `balanced`, a few percent smaller.
    case small
  }

  /// The trade between time and size.
  public var compression: Compression

  /// Options as given.
  public init(compression: Compression = .balanced) { self.compression = compression }
}
