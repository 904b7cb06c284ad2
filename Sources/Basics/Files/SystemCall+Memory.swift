// Files in memory.

import CMemoryFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCall {
  /// memfd_create(2): the descriptor of a new file in memory; nil if the system has no such files.
  ///
  /// - Throws: `FileError` about `name` if there is no free descriptor or no memory.
  static func memoryFile(for name: String) throws(FileError) -> Int32? {
    let descriptor = memory_file_open()
    guard descriptor < 0 else { return descriptor }
    let code = errno
    guard code == ENOSYS || code == EPERM else { throw FileError(path: name, code: code) }
    return nil
  }
}
