internal import CPNGShims

/// Copies a PNG chunk by chunk and changes only ancillary chunks: samples, palette, interlacing and compression
/// stay as they are, byte for byte. CRCs are verified on the way.
public struct PNGChunkRewriter: ~Copyable {
  /// Types that are left out.
  public let dropped: Set<String>
  /// Chunks that are written right after IHDR.
  public let added: [PNGChunk]
  /// Caps on chunks that are copied are not needed; the header is checked as for reading.
  public let limits: PNGLimits

  /// Every chunk that says what the samples mean.
  public static let colorChunkTypes: Set<String> = [
    "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "mDCV", "mDCv", "cLLI", "cLLi",
  ]

  /// A rewriter that leaves out `dropped` and adds `added`.
  public init(
    dropping dropped: Set<String> = PNGChunkRewriter.colorChunkTypes, adding added: [PNGChunk],
    limits: PNGLimits = PNGLimits()
  ) {
    self.dropped = dropped
    self.added = added
    self.limits = limits
  }
}
