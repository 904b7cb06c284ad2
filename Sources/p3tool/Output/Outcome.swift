import P3Kit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a run ended, with the exit code that scripts depend on. Where several apply, the worst counts:
/// usage, internal error, failed inputs, findings.
enum Outcome: Int32, Error {
  case success = 0
  case findings = 1
  case failedInputs = 2
  case usage = 64
  case internalError = 70
  case interrupted = 130
  case closedPipe = 141
  case terminated = 143

  /// Ends the process with this outcome's code. Standard output has been written already: nothing is buffered.
  func exit() -> Never {
    TemporaryFiles.removeAll()
    #if canImport(Glibc)
      Glibc.exit(rawValue)
    #elseif canImport(Musl)
      Musl.exit(rawValue)
    #else
      Darwin.exit(rawValue)
    #endif
  }
}
