/// A line of the chunk list that `inspect` prints.
package struct PNGChunkEntry: Sendable, Hashable {
  /// Four ASCII letters.
  package let type: String
  /// Data bytes of all `count` chunks together.
  package let length: Int
  /// Byte offset of the (first) chunk's length field in the file.
  package let offset: UInt64
  /// Number of chunks: neighbouring IDAT chunks share one entry.
  package let count: Int
}
