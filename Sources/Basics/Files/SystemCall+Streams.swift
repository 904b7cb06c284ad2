// Standard streams that were closed when the program began.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCall {
  /// Gives each of the descriptors 0 to 2 that is closed a place: /dev/null, opened for the direction that the stream
  /// does not have. No file that the program opens then lands there, and whoever uses the stream gets EBADF.
  package static func occupyStandardDescriptors() {
    for (descriptor, opening) in [(0, .writing), (1, .reading), (2, .reading)] as [(Int32, Opening)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // open(2) takes the lowest number that is free, which is this one.
      _ = try? openAnywhere("/dev/null", for: opening)
    }
  }

  /// - Throws: `ErrorNumber.badDescriptor` where standard input was closed when the program began.
  package static func checkStandardInput() throws(FileError) {
    try check(0, isNot: O_WRONLY, name: "standard input")
  }

  /// - Throws: `ErrorNumber.badDescriptor` where standard output was closed when the program began.
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
