import ImageFiles

/// How a run ended, with the exit code that scripts depend on. Where several apply, the worst counts:
/// usage, internal error, failed inputs, findings.
package enum Outcome: Int32, Error {
  case success = 0
  case findings = 1
  case failedInputs = 2
  case usage = 64
  case internalError = 70
  case interrupted = 130
  case closedPipe = 141
  case terminated = 143

  /// The outcome of a run with so many inputs that failed and so many with findings that fail it.
  package init(failed: Int, findings: Int) {
    self = failed > 0 ? .failedInputs : findings > 0 ? .findings : .success
  }

  /// Ends the process with this outcome's code. Standard output has been written already: nothing is buffered.
  package func exit() -> Never {
    TemporaryFiles.removeAll()
    SystemCall.exit(rawValue)
  }
}
