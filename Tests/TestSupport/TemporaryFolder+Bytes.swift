import Foundation

// Names that are any bytes, which Foundation does not know.

extension TemporaryFolder {
  /// Writes `content` to a file whose path below the folder is `name`, byte by byte; its folders must be there.
  public func write(_ content: [UInt8], toBytes name: [UInt8]) throws {
    let descriptor = open(cPath(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(content))
  }

  /// Whether there is a file whose path below the folder is `name`, byte by byte.
  public func contains(bytes name: [UInt8]) -> Bool { access(cPath(name), F_OK) == 0 }

  private func cPath(_ name: [UInt8]) -> [CChar] {
    (Array((path + "/").utf8) + name).map { CChar(bitPattern: $0) } + [0]
  }
}
