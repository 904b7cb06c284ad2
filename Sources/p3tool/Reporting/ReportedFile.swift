import P3Kit

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

extension ReportEntry {
  /// The input as the formats for code review see it: its path as it was typed and what was found there, or why it
  /// failed.
  func file(_ content: (Report) -> (path: String, findings: [ReportedFinding])) -> ReportedFile {
    let place = RepositoryPath.current
    switch self {
    case .report(let report):
      let (path, findings) = content(report)
      return ReportedFile(path: place.relative(path), findings: findings, failure: nil)
    case .failure(let path, let message):
      return ReportedFile(path: place.relative(path), findings: [], failure: message)
    }
  }
}
