/// A line of the chunk list that `inspect` prints.
public struct PNGChunkEntry: Sendable, Hashable {
  /// Four ASCII letters.
  public let type: String
  /// Data bytes; of all of them, where `count` is more than 1.
  public let length: Int
  /// Of the first chunk's length field in the file.
  public let offset: UInt64
  /// How many chunks this stands for: neighbouring IDAT chunks share one entry.
  public let count: Int
}
