#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files without a name, in the temporary folder: gone as soon as they are closed, however the process ends.
enum ScratchFile {
  /// The descriptor of a new one, for reading and writing.
  static func open() throws(FileError) -> Int32 {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let path = FilePathParts.join(folder, ".p3tool-\(getpid())-\(UInt64.random(in: .min ... .max)).tmp")
    let descriptor = try SystemCall.open(path, O_RDWR | O_CREAT | O_EXCL)
    SystemCall.remove(path)
    return descriptor
  }
}
