/// A line of the chunk list that `inspect` prints.
package struct PNGChunkEntry: Sendable, Hashable {
  /// Four ASCII letters.
  package let type: String
  /// Data bytes; of all of them, where `count` is more than 1.
  package let length: Int
  /// Of the first chunk's length field in the file.
  package let offset: UInt64
  /// How many chunks this stands for: neighbouring IDAT chunks share one entry.
  package let count: Int
}
