import P3Kit

/// Checks one image of `p3tool check`.
struct CheckWorker: ImageWorker {
  let command = "check"
  let reportsAreResults = true
  let check: ImageCheck
  /// How text results are painted.
  let palette: ConsolePalette

  var formats: [ReportFormat] { ReportFormat.allCases }

  private var policy: FindingPolicy { check.request.policy }

  func process(_ source: ImageSource) async throws(ConversionError) -> CheckReport {
    try check.check(source)
  }

  func text(_ report: CheckReport) -> String { CheckText(policy: policy, palette: palette).text(report) }

  func notes(_ report: CheckReport) -> [String] { report.notes.map { "\(report.path): \($0)" } }

  func hasFindings(_ report: CheckReport) -> Bool { report.findings.contains { policy.fails($0) } }

  func document(_ inputs: [ReportEntry<CheckReport>], as format: ReportFormat) throws -> String {
    let document = FindingsDocument(
      command: command,
      rules: Rule.allCases.filter { check.request.rules.contains($0) }.map { ReportedRule($0) },
      files: inputs.map { file($0) })
    switch format {
    case .sarif: return try document.sarif()
    case .junit: return document.junit()
    case .github: return document.githubAnnotations()
    case .text, .json, .html: preconditionFailure("printed elsewhere")
    }
  }

  private func file(_ entry: ReportEntry<CheckReport>) -> ReportedFile {
    let place = RepositoryPath.current
    return switch entry {
    case .report(let report):
      ReportedFile(
        path: place.relative(report.path),
        findings: report.findings.map { ReportedFinding($0, policy: policy) }, failure: nil)
    case .failure(let path, let message):
      ReportedFile(path: place.relative(path), findings: [], failure: message)
    }
  }
}
