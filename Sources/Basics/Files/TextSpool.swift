/// Collects text that is read at the end: in memory while it is short, then in a file without a name, so that long runs
/// need no more memory than short ones.
package final class TextSpool {
  /// The most bytes in memory before they are written to the file.
  private let bufferBytes: Int
  private var buffer: [UInt8] = []
  /// The file; nil while everything is in memory.
  private var descriptor: Int32?

  /// The name of the file in messages.
  private static let place = "temporary folder"

  /// An empty spool, which keeps `bufferBytes` in memory.
  package init(bufferBytes: Int = 1 << 18) { self.bufferBytes = bufferBytes }

  deinit {
    if let descriptor { try? SystemCall.close(descriptor, path: Self.place) }
  }

  /// Whether nothing was written.
  package var isEmpty: Bool { buffer.isEmpty && descriptor == nil }

  /// Appends text.
  ///
  /// - Throws: `FileError` when the temporary folder has no room.
  package func append(_ text: String) throws(FileError) {
    buffer += text.utf8
    if buffer.count >= bufferBytes { try flush() }
  }

  private func flush() throws(FileError) {
    if descriptor == nil { descriptor = try ScratchFile.open() }
    guard let file = descriptor else { return }
    try SystemCall.write(buffer, to: file, path: Self.place)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with the text, piece by piece. No text may be added afterwards.
  package func forEachPiece(_ body: (String) throws -> Void) throws {
    guard let descriptor else { return try body(String(decoding: buffer, as: UTF8.self)) }
    try flush()
    SystemCall.rewind(descriptor)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var bytes: [UInt8] = []
    while case let count = try SystemCall.read(descriptor, into: &block, path: Self.place), count > 0 {
      bytes += block[..<count]
      // A character that ends in the next block is kept for that: from its first byte on.
      let whole = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      try body(String(decoding: bytes[..<whole], as: UTF8.self))
      bytes.removeFirst(whole)
    }
    try body(String(decoding: bytes, as: UTF8.self))
  }
}
