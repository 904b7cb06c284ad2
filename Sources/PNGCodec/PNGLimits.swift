/// Limits against hostile files. All are checked before memory is allocated.
public struct PNGLimits: Sendable, Hashable, Codable {
  /// The most pixels: width times height.
  public var maxPixels: Int
  /// What errors call `maxPixels`; nil where `Wording` decides.
  package var maxPixelsOption: String?
  /// The most pixels that differ from the pixel before them, beyond 32 for each byte of the file that was read.
  /// Photographs, screenshots, drawings and flat pictures of any size stay below it; small files crafted to take long
  /// do not. A pixel that is translucent, or whose alpha differs from the pixel before, counts five times, and each row
  /// counts 16. Nil: no limit.
  public var busyPixels: Int? = 40_000_000
  /// How much work each pixel of `busyPixels` takes compared with other commands, 1 to 3; divides the limit.
  package var busyWork = 1
  /// The most bytes of memory for an image: `cost`, and the buffer of an interlaced image. Nil: `memory(fileBytes:)`.
  public var maxMemory: Int?
  /// The memory that the work on the image takes.
  package var cost = PNGMemoryCost()
  /// The most bytes of an embedded profile, inflated, and of its chunk.
  public var maxProfileBytes: Int
  /// The most bytes of any other ancillary chunk; longer ones are skipped with a note.
  public var maxChunkBytes: Int
  /// The most bytes of all kept chunks together.
  public var maxMetadataBytes: Int
  /// Whether an animation is read as its default image; otherwise it is refused. For callers that write no animation.
  public var readsFirstFrame = false

  private enum CodingKeys: CodingKey {
    case maxPixels, busyPixels, maxMemory, maxProfileBytes, maxChunkBytes, maxMetadataBytes, readsFirstFrame
  }

  /// The defaults: 1 Gpx, memory by the size of the file, 64 MiB, 16 MiB, 128 MiB.
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

  /// Limits for files from strangers on a server: 50 Mpx, 256 MiB of memory, profiles of 4 MiB, other chunks of 1 MiB,
  /// 8 MiB of chunks together.
  public static let untrusted = PNGLimits(
    maxPixels: 50_000_000, maxMemory: 256 << 20, maxProfileBytes: 4 << 20, maxChunkBytes: 1 << 20,
    maxMetadataBytes: 8 << 20)

  /// Allows images of `count` pixels of any kind, as for a user who gives a number.
  package mutating func allowPixels(_ count: Int) {
    maxPixels = count
    busyPixels = nil
  }

  /// For work that takes at least `work` times as long for each changing pixel as other work, and long for flat
  /// pictures of more than `pixels`. Does not change a number of pixels that the user gave.
  package mutating func cover(work: Int = 1, pixels: Int) {
    busyWork = max(busyWork, work)
    if busyPixels != nil { maxPixels = min(maxPixels, pixels) }
  }

  /// The most memory for an image if `maxMemory` is nil: 2 GiB.
  package static let mostMemory = 2 << 30
  /// The least memory that any image may take, in bytes. With the program's own memory it stays below 256 MB.
  package static let leastMemory = 208_000_000
  /// Bytes of memory per byte of the file. No picture compresses further; a file that does is probably crafted.
  private static let memoryPerFileByte = 200

  /// Bytes of memory for the image of a file of `fileBytes`, 0 if its size is unknown.
  func memory(fileBytes: UInt64) -> Int {
    if let maxMemory { return maxMemory }
    let byFile = Int(min(fileBytes, UInt64(Self.mostMemory))) * Self.memoryPerFileByte
    return min(Self.mostMemory, max(Self.leastMemory, byFile))
  }
}
