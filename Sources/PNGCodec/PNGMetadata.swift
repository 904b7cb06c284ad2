/// The ancillary chunks that a conversion of the pixels keeps: Exif, resolution, texts, time, and unknown chunks that
/// are safe to copy. Chunks about the old samples are not among them.
package struct PNGMetadata: Sendable, Hashable {
  /// The chunks in file order.
  package let chunks: [PNGChunk]

  /// Chunks as given.
  package init(chunks: [PNGChunk] = []) { self.chunks = chunks }

  /// The chunks that belong to one of `categories`.
  package func filtered(by categories: Set<Category>) -> PNGMetadata {
    PNGMetadata(chunks: chunks.filter { categories.contains(Category(of: $0)) })
  }

  /// Chunks that stand before the image data, ready for `PNGWriter`.
  package var leading: [PNGChunk] { chunks.filter { $0.place != .afterImageData } }

  /// Chunks that stand after the image data, ready for `PNGWriter.finish`.
  package var trailing: [PNGChunk] { chunks.filter { $0.place == .afterImageData } }
}
