// The process, its clock, and the numbers and names of errors.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCall {
  /// getpid(2).
  static var processIdentifier: Int32 { getpid() }

  /// Whether a process with this number exists: kill(2) with no signal.
  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// The absolute path of the folder that relative paths begin at: getcwd(3). The root where it was removed.
  static var workingFolder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return unsafe getcwd(&buffer, buffer.count) == nil ? "/" : text(buffer)
  }

  /// exit(3): ends the process with `code`.
  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// getenv(3).
  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Nanoseconds since 1970: clock_gettime(2).
  static var now: Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
  }

  /// strerror(3): what the error `code` is called.
  package static func text(ofError code: Int32) -> String { unsafe String(cString: strerror(code)) }
}

extension SystemCall {
  /// The characters up to the zero that ends a C string.
  static func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The values of errno(3) that are told apart here, by what they mean for a file.
enum ErrorNumber {
  static let notFound = ENOENT
  static let exists = EEXIST
  static let isFolder = EISDIR
  static let notAFolder = ENOTDIR
  static let accessDenied = EACCES
  static let notPermitted = EPERM
  static let readOnlyFileSystem = EROFS
  static let noSpace = ENOSPC
  static let overQuota = EDQUOT
  static let tooManyOpenFiles = EMFILE
  static let tooManyOpenFilesInSystem = ENFILE
  static let tooLarge = EFBIG
  static let tooManyLinks = ELOOP
  static let interrupted = EINTR
  static let brokenPipe = EPIPE
}

private func systemExit(_ code: Int32) -> Never { exit(code) }
