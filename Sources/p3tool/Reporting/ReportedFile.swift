/// One input as the formats for code review see it.
struct ReportedFile: Sendable {
  /// Relative to the repository.
  let path: String
  /// What was found; empty for a failure.
  let findings: [ReportedFinding]
  /// Why the input could not be processed, or nil.
  let failure: String?
  /// Steps beside rules that succeeded: what a pipeline made of it.
  var steps: [String] = []
}
