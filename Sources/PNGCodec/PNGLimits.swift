/// Caps against hostile files; all are checked before memory is taken.
public struct PNGLimits: Sendable, Hashable {
  /// Width times height.
  public var maxPixels: Int
  /// Bytes of the one full buffer that an interlaced image needs.
  public var maxMemory: Int
  /// Bytes of an embedded profile, inflated (and of its chunk).
  public var maxProfileBytes: Int
  /// Bytes of any other ancillary chunk; longer ones are passed over with a note.
  public var maxChunkBytes: Int
  /// Bytes of all kept chunks together.
  public var maxMetadataBytes: Int

  /// The defaults: 1 Gpx, 2 GiB, 64 MiB, 16 MiB, 128 MiB.
  public init(
    maxPixels: Int = 1_000_000_000, maxMemory: Int = 2 << 30, maxProfileBytes: Int = 64 << 20,
    maxChunkBytes: Int = 16 << 20, maxMetadataBytes: Int = 128 << 20
  ) {
    self.maxPixels = maxPixels
    self.maxMemory = maxMemory
    self.maxProfileBytes = maxProfileBytes
    self.maxChunkBytes = maxChunkBytes
    self.maxMetadataBytes = maxMetadataBytes
  }
}
