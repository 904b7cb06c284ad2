/// Reads small files whole.
package enum WholeFile {
  /// The bytes of the file at `path`, which may have at most `limit`.
  ///
  /// - Throws: `FileError` if it cannot be read; `ErrorNumber.tooLarge` if it is larger.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try SystemCall.open(path, for: .reading)
    defer { try? SystemCall.close(descriptor, path: path) }
    return try read(descriptor, path, limit: limit)
  }

  /// The bytes of standard input, which may have at most `limit`.
  package static func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
    try SystemCall.checkStandardInput()
    return try read(0, "-", limit: limit)
  }

  private static func read(_ descriptor: Int32, _ path: String, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try SystemCall.read(descriptor, into: &block, path: path)
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw FileError(path: path, code: ErrorNumber.tooLarge) }
      bytes += block[..<count]
    }
  }

  /// The first `count` bytes of the file at `path`, or all if it is shorter.
  package static func start(_ path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try SystemCall.open(path, for: .reading)
    defer { try? SystemCall.close(descriptor, path: path) }
    var block = [UInt8](repeating: 0, count: count)
    let read = try SystemCall.read(descriptor, into: &block, path: path)
    return Array(block[..<read])
  }
}
