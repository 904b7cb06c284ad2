/// The ancillary chunks that outlive a conversion of the pixels: Exif, resolution, texts, time, and unknown chunks
/// that say they are safe to copy. Chunks about the old samples are not among them.
public struct PNGMetadata: Sendable, Hashable {
  /// In file order.
  public let chunks: [PNGChunk]

  /// Chunks as given.
  public init(chunks: [PNGChunk] = []) { self.chunks = chunks }

  /// The chunks that belong to one of `categories`.
  public func filtered(by categories: Set<Category>) -> PNGMetadata {
    PNGMetadata(chunks: chunks.filter { categories.contains(Category(of: $0)) })
  }

  /// Chunks that stand before the image data, ready for `PNGWriter`.
  public var leading: [PNGChunk] { chunks.filter { $0.place != .afterImageData } }

  /// Chunks that stand after the image data, ready for `PNGWriter.finish`.
  public var trailing: [PNGChunk] { chunks.filter { $0.place == .afterImageData } }
}
