/// Caps against hostile files; all are checked before memory is taken.
public struct PNGLimits: Sendable, Hashable, Codable {
  /// Width times height.
  public var maxPixels: Int
  /// What errors call `maxPixels`; nil where `Wording` decides.
  package var maxPixelsOption: String?
  /// Pixels that may make work without bytes of their own: of those that differ from the pixel before them, so many beside 32
  /// for each byte of the file that was read. Photographs, screenshots, drawings and flat pictures of any size stay under
  /// it; small files that are made to take time do not. A pixel that is translucent or has another alpha than the one before
  /// counts five times, and each row 16 besides. Nil for any number.
  public var busyPixels: Int? = 40_000_000
  /// How much more work than others each pixel of `busyPixels` is: so many times fewer are allowed. 1 to 3.
  package var busyWork = 1
  /// Bytes of memory that an image may take: what `cost` says of it, and the one full buffer that it needs if it is
  /// interlaced. Nil for what `memory(fileBytes:)` gives.
  public var maxMemory: Int?
  /// What the work on the image takes.
  package var cost = PNGMemoryCost()
  /// Bytes of an embedded profile, inflated (and of its chunk).
  public var maxProfileBytes: Int
  /// Bytes of any other ancillary chunk; longer ones are passed over with a note.
  public var maxChunkBytes: Int
  /// Bytes of all kept chunks together.
  public var maxMetadataBytes: Int
  /// Whether an animation is read as its default image, for those who write none; else it is refused.
  public var readsFirstFrame = false

  private enum CodingKeys: CodingKey {
    case maxPixels, busyPixels, maxMemory, maxProfileBytes, maxChunkBytes, maxMetadataBytes, readsFirstFrame
  }

  /// The defaults: 1 Gpx, memory by the file's size, 64 MiB, 16 MiB, 128 MiB.
  public init(
    maxPixels: Int = 1_000_000_000, maxMemory: Int? = nil, maxProfileBytes: Int = 64 << 20,
    maxChunkBytes: Int = 16 << 20, maxMetadataBytes: Int = 128 << 20
  ) {
    self.maxPixels = maxPixels
    self.maxMemory = maxMemory
    self.maxProfileBytes = maxProfileBytes
    self.maxChunkBytes = maxChunkBytes
    self.maxMetadataBytes = maxMetadataBytes
  }

  /// For files of strangers on a server: 50 Mpx, 256 MiB of memory, profiles of 4 MiB, other chunks of 1 MiB, 8 MiB of
  /// chunks together.
  public static let untrusted = PNGLimits(
    maxPixels: 50_000_000, maxMemory: 256 << 20, maxProfileBytes: 4 << 20, maxChunkBytes: 1 << 20,
    maxMetadataBytes: 8 << 20)

  /// Allows images of `count` pixels, whatever these are: what a user does who names a number.
  package mutating func allowPixels(_ count: Int) {
    maxPixels = count
    busyPixels = nil
  }

  /// For work that is at least `work` times as much for each changing pixel as others are, and long for flat pictures of more
  /// than `pixels`. Who names a number of pixels means it.
  package mutating func cover(work: Int = 1, pixels: Int) {
    busyWork = max(busyWork, work)
    if busyPixels != nil { maxPixels = min(maxPixels, pixels) }
  }

  /// The most memory that an image may take unless `maxMemory` is given: 2 GiB.
  package static let mostMemory = 2 << 30
  /// What an image may take however small its file is: with what the program needs itself less than 256 MB.
  package static let leastMemory = 208_000_000
  /// A file that no picture compresses to is probably made to take memory: so many bytes for one of the file.
  private static let memoryPerFileByte = 200

  /// Bytes that the image in a file of `fileBytes` may take, 0 where its size is not known.
  func memory(fileBytes: UInt64) -> Int {
    if let maxMemory { return maxMemory }
    let byFile = Int(min(fileBytes, UInt64(Self.mostMemory))) * Self.memoryPerFileByte
    return min(Self.mostMemory, max(Self.leastMemory, byFile))
  }
}
