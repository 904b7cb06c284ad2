import P3Kit

/// The findings of a batch's checks, and its failures, for the formats of code review and CI.
struct BatchFindings {
  private let files: [ReportedFile]

  init(_ reports: [BatchFileReport]) {
    let place = RepositoryPath.current
    files = reports.map { report in
      ReportedFile(
        path: place.relative(report.path), findings: report.steps.flatMap(Self.findings),
        failure: report.error)
    }
  }

  private static func findings(_ step: BatchStepReport) -> [ReportedFinding] {
    step.findings.map { finding in
      ReportedFinding(
        ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: finding.region,
        fingerprint: finding.fingerprint, fails: step.failures.contains(finding.fingerprint), isKnown: nil)
    }
  }

  /// The document in `format`, one of sarif, junit and github.
  func document(as format: ReportFormat) throws -> String {
    let document = FindingsDocument(
      command: "batch", rules: Rule.allCases.map { ReportedRule($0) }, files: files)
    switch format {
    case .sarif: return try document.sarif()
    case .junit: return document.junit()
    case .github: return document.githubAnnotations()
    case .text, .json, .html: preconditionFailure("the batch reporter prints these itself, or refuses them")
    }
  }
}
