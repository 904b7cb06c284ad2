// Handles standard streams that were closed when the program began.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCall {
  /// Opens /dev/null on each closed descriptor 0 to 2, in the direction that the stream does not have. So no file that
  /// the program opens gets that number, and using the stream fails with EBADF.
  package static func occupyStandardDescriptors() {
    for (descriptor, opening) in [(0, .writing), (1, .reading), (2, .reading)] as [(Int32, Opening)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // open(2) returns the lowest free number, which is this one.
      _ = try? openAnywhere("/dev/null", for: opening)
    }
  }

  /// - Throws: `ErrorNumber.badDescriptor` if standard input was closed when the program began.
  package static func checkStandardInput() throws(FileError) {
    try check(0, isNot: O_WRONLY, name: "standard input")
  }

  /// - Throws: `ErrorNumber.badDescriptor` if standard output was closed when the program began.
  package static func checkStandardOutput() throws(FileError) {
    try check(1, isNot: O_RDONLY, name: "standard output")
  }

  private static func check(
    _ descriptor: Int32, isNot mode: Int32, name: String
  ) throws(FileError) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags == -1 || flags & O_ACCMODE == mode {
      throw FileError(path: name, code: ErrorNumber.badDescriptor)
    }
  }
}
