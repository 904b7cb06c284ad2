/// The `summary` of a JSON document for commands that write or read images one by one.
struct RunSummary: Encodable {
  /// Inputs in all.
  var inputs = 0
  /// Inputs that are done.
  var succeeded = 0
  /// Inputs that failed.
  var failed = 0
  /// Inputs with a finding at or above the failing level.
  var findings = 0

  /// The exit code this run deserves.
  var outcome: Outcome {
    if failed > 0 { return .failedInputs }
    return findings > 0 ? .findings : .success
  }
}
