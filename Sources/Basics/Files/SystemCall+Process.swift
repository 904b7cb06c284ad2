// The process, its clock, and the numbers and names of errors.

import CProgram

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

  /// Whether a process with this number exists, kill(2) with no signal, and has not ended: one that no parent has waited
  /// for still exists, for good where a container has nobody who does. Linux tells of those in proc(5).
  static func isRunning(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 || errno == EPERM else { return false }
    #if os(Linux)
      return !hasEnded(process)
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// Whether proc(5) calls the process a zombie or dead: by the letter after its name, which stands in parentheses and
    /// may have some itself.
    private static func hasEnded(_ process: Int32) -> Bool {
      let path = "/proc/\(process)/stat"
      guard let descriptor = try? openAnywhere(path, for: .reading) else { return false }
      defer { try? close(descriptor, path: path) }
      let line = (try? contents(of: descriptor, path: path)) ?? []
      let behindName = line[(line.lastIndex(of: UInt8(ascii: ")")) ?? line.endIndex)...].dropFirst(2)
      return behindName.first.map("ZX".utf8.contains) ?? false
    }
  #endif

  /// The absolute path of the folder that relative paths begin at: getcwd(3). The root where it was removed.
  static var workingFolder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return unsafe getcwd(&buffer, buffer.count) == nil ? "/" : text(buffer)
  }

  /// exit(3): ends the process with `code`.
  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// getenv(3), as text that loses no byte.
  package static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe text(UnsafeBufferPointer(start: $0, count: strlen($0))) }
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
  /// Runs the program `words[0]`, which is looked for in PATH, without a shell, and waits for its end.
  ///
  /// - Parameters:
  ///   - words: none is empty.
  ///   - variables: `NAME=value` sets one of the environment, `NAME` takes it away.
  ///   - output: the descriptor that the program writes to. What it reads is empty, and its messages are lost.
  /// - Returns: its exit code; -1 where it could not be started or a signal ended it.
  static func run(_ words: [String], _ variables: [String], output: Int32) -> Int32 {
    unsafe program_run(words.flatMap(cPath) + [0], variables.flatMap(cPath) + [0], output)
  }
}

// Paths to C and back.

extension SystemCall {
  /// The words of the command line after the program's name, as text that loses no byte.
  package static var arguments: [String] {
    let words = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe words.dropFirst().compactMap { word in
      unsafe word.map { unsafe text(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// The path that a C string is: the characters up to the zero that ends it, or all.
  static func text(_ characters: some Sequence<CChar>) -> String {
    PathText.text(characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  /// The C string of a path.
  static func cPath(_ path: String) -> [CChar] { PathText.bytes(path).map { CChar(bitPattern: $0) } + [0] }
}

extension SystemCall {
  /// Sets the number of files that this process may have open to `wanted`, or as near as it is allowed to: getrlimit(2),
  /// setrlimit(2). Never lowers it.
  ///
  /// - Returns: whether there are at least `least`.
  package static func allowOpenFiles(least: UInt, wanted: UInt) -> Bool {
    var limit = rlimit()
    guard unsafe getrlimit(openFiles, &limit) == 0 else { return true }
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      _ = unsafe setrlimit(openFiles, &limit)
      _ = unsafe getrlimit(openFiles, &limit)
    }
    return limit.rlim_cur >= least
  }

  #if canImport(Glibc)
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let openFiles = RLIMIT_NOFILE
  #endif
}

/// The values of errno(3) that are told apart here, by what they mean for a file.
package enum ErrorNumber {
  package static let notFound = ENOENT
  package static let exists = EEXIST
  static let isFolder = EISDIR
  static let notAFolder = ENOTDIR
  static let accessDenied = EACCES
  package static let notPermitted = EPERM
  static let readOnlyFileSystem = EROFS
  static let noSpace = ENOSPC
  static let overQuota = EDQUOT
  static let tooManyOpenFiles = EMFILE
  static let tooManyOpenFilesInSystem = ENFILE
  package static let tooLarge = EFBIG
  static let tooManyLinks = ELOOP
  static let interrupted = EINTR
  static let brokenPipe = EPIPE
  static let badDescriptor = EBADF
}

private func systemExit(_ code: Int32) -> Never { exit(code) }
