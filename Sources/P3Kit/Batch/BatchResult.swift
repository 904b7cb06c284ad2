/// What an operation has to say when it is done.
struct BatchResult: Sendable, Hashable, Codable {
  /// Bytes read.
  var bytesIn = 0
  /// Bytes written.
  var bytesOut = 0
  /// Remarks a careful user wants to read.
  var notes: [String] = []
  /// What a check found.
  var findings: [Finding] = []
  /// How many of them fail the run.
  var failures = 0
}
