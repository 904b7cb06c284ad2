#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of a program in a folder, with what disturbs it.
struct ProgramRun {
  /// How it ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// It was still running after `timeLimit` and was killed.
    case hangs
  }

  let program: String
  var arguments: [String]
  let folder: String
  /// Added to this process's environment.
  var environment: [String: String] = [:]
  /// Where standard error goes.
  var errors = "/dev/null"
  /// Options of the shell's ulimit, set before the program starts.
  var limits = ""

  /// Seconds.
  private static let timeLimit = 60.0

  /// Runs it to its end.
  func end() -> End { Self.wait(for: start()) }

  /// Starts it; returns its process number.
  func start() -> pid_t {
    var words = [program] + arguments
    if !limits.isEmpty { words = ["/bin/sh", "-c", "ulimit \(limits) && exec \"$0\" \"$@\""] + words }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var process = pid_t()
    // This tool has one thread: its own folder is that of the program it starts next.
    guard chdir(folder) == 0 else { fatalError("\(folder): \(String(cString: strerror(errno)))") }
    let program = words[0]
    let result = Self.withStrings(words) { words in
      Self.withStrings(self.variables) { posix_spawn(&process, program, &actions, nil, words, $0) }
    }
    guard result == 0 else { fatalError("\(program): \(String(cString: strerror(result)))") }
    return process
  }

  /// This process's variables without those of p3tool and of earlier faults.
  private var variables: [String] {
    var all: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1).map(String.init)
      if !parts[0].hasPrefix("P3_") { all[parts[0]] = parts.count > 1 ? parts[1] : "" }
      next += 1
    }
    return all.merging(environment) { $1 }.map { "\($0)=\($1)" }
  }

  private static func withStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
  }

  /// How `process` ends.
  static func wait(for process: pid_t) -> End {
    let deadline = now + timeLimit
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if now > deadline {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return .hangs
      }
      usleep(200)
    }
    let signal = status & 0x7f
    return signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
  }

  /// Seconds of a clock that nobody sets.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
