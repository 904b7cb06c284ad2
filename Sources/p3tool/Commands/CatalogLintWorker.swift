import P3Kit

/// Checks one set of `p3tool catalog lint`.
struct CatalogLintWorker: ImageWorker {
  /// A set in its catalog.
  struct Job: Sendable {
    let tree: CatalogTree
    let path: String
  }

  let command = "catalog lint"
  let reportsAreResults = true
  let failingLevel: CatalogFinding.Level

  func process(_ job: Job) async throws(ConversionError) -> CatalogSetReport {
    CatalogLinter(job.tree).lint(job.path)
  }

  func text(_ report: CatalogSetReport) -> String {
    guard !report.findings.isEmpty else { return "\(report.path): nothing to complain about" }
    return report.findings.map { "\($0.file): \($0.level.rawValue): \($0.message) [\($0.rule.rawValue)]" }
      .joined(separator: "\n")
  }

  func hasFindings(_ report: CatalogSetReport) -> Bool {
    report.findings.contains { $0.level >= failingLevel }
  }
}
