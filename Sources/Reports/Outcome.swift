import ImageFiles

/// The result of a run, with the exit code for scripts. If several apply, the first of these is used: usage error,
/// internal error, failed inputs, findings.
package enum Outcome: Int32, Error {
  case success = 0
  case findings = 1
  case failedInputs = 2
  case usage = 64
  case internalError = 70
  case interrupted = 130
  case closedPipe = 141
  case terminated = 143

  /// The outcome of a run with `failed` failed inputs and `findings` inputs or findings that fail the run.
  package init(failed: Int, findings: Int) {
    self = failed > 0 ? .failedInputs : findings > 0 ? .findings : .success
  }

  /// Ends the process with this outcome's code. Standard output is not buffered, so nothing is lost.
  package func exit() -> Never {
    TemporaryFiles.removeAll()
    SystemCall.exit(rawValue)
  }
}
