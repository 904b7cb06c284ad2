// The process, its clock, and the numbers and texts of errors.

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

  /// Whether a process with this number exists (kill(2) with signal 0) and runs. A process that ended still exists
  /// until its parent waits for it, in some containers forever; Linux marks those in proc(5).
  static func isRunning(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 || errno == EPERM else { return false }
    #if os(Linux)
      return !hasEnded(process)
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// Whether proc(5) marks the process as a zombie or dead, by the letter after its name. The name stands in
    /// parentheses, and may contain some.
    private static func hasEnded(_ process: Int32) -> Bool {
      let path = "/proc/\(process)/stat"
      guard let descriptor = try? openAnywhere(path, for: .reading) else { return false }
      defer { try? close(descriptor, path: path) }
      let line = (try? contents(of: descriptor, path: path)) ?? []
      let behindName = line[(line.lastIndex(of: UInt8(ascii: ")")) ?? line.endIndex)...].dropFirst(2)
      return behindName.first.map("ZX".utf8.contains) ?? false
    }
  #endif

  /// getcwd(3): the absolute path of the folder that relative paths start from; the root if that folder was removed.
  static var workingFolder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return unsafe getcwd(&buffer, buffer.count) == nil ? "/" : text(buffer)
  }

  /// exit(3): ends the process with `code`.
  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// getenv(3), as text that preserves every byte.
  package static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe text(UnsafeBufferPointer(start: $0, count: strlen($0))) }
  }

  /// Nanoseconds since 1970: clock_gettime(2).
  static var now: Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
  }

  /// strerror(3): the text of the error `code`.
  package static func text(ofError code: Int32) -> String { unsafe String(cString: strerror(code)) }
}

extension SystemCall {
  /// Runs the program `words[0]`, found through PATH, without a shell, and waits for its end.
  ///
  /// - Parameters:
  ///   - words: the arguments, none of them empty.
  ///   - variables: `NAME=value` sets an environment variable, `NAME` removes it.
  ///   - output: the descriptor for standard output. Standard input is empty, and standard error is dropped.
  /// - Returns: the exit code; -1 if the program could not be started or a signal ended it.
  static func run(_ words: [String], _ variables: [String], output: Int32) -> Int32 {
    unsafe program_run(words.flatMap(cPath) + [0], variables.flatMap(cPath) + [0], output)
  }
}

// Converts paths to C strings and back.

extension SystemCall {
  /// The arguments after the program's name, as text that preserves every byte.
  package static var arguments: [String] {
    let words = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe words.dropFirst().compactMap { word in
      unsafe word.map { unsafe text(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// The path in a C string: all characters up to the terminating zero, if there is one.
  static func text(_ characters: some Sequence<CChar>) -> String {
    PathText.text(characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  /// The path as a C string.
  static func cPath(_ path: String) -> [CChar] { PathText.bytes(path).map { CChar(bitPattern: $0) } + [0] }
}

extension SystemCall {
  /// Raises the number of files that this process may have open to `wanted`, or as far as permitted: getrlimit(2),
  /// setrlimit(2). Never lowers it.
  ///
  /// - Returns: whether at least `least` are permitted.
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

/// The errno(3) values that are distinguished here, named by their meaning for a file.
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
