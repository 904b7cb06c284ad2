import P3Kit

/// The findings of a batch's checks, and its failures, for the formats of code review and CI.
struct BatchFindings {
  let reports: [BatchFileReport]
  let summary: BatchSummary
  /// What the pipeline's checks look at.
  let rules: [Rule]
  let isDryRun: Bool

  /// The document in `format`, one of sarif, junit, github and html.
  func document(as format: ReportFormat) throws -> String {
    let document = FindingsDocument(
      command: "batch", rules: rules.map { ReportedRule($0) }, files: reports.map(file))
    return try document.text(as: format) {
      try HTMLPage(document, outline, notes: reports.map(notes)).text()
    }
  }

  private func file(_ report: BatchFileReport) -> ReportedFile {
    ReportedFile(
      path: RepositoryPath.current.relative(report.path), findings: report.steps.flatMap(findings),
      failure: report.error, steps: report.steps.filter { $0.isComplete && !$0.outputs.isEmpty }.map(\.step))
  }

  private func findings(_ step: BatchStepReport) -> [ReportedFinding] {
    step.findings.map { finding in
      ReportedFinding(
        ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: finding.region,
        fingerprint: finding.fingerprint, fails: step.failures.contains(finding.fingerprint), isKnown: nil)
    }
  }

  // MARK: The page

  private var outline: HTMLPage.Outline {
    HTMLPage.Outline(
      headline: headline, lead: summary.total(isDryRun: isDryRun),
      columns: [.text("File"), .text("Steps"), .number("Size")], summary: summary.table(isDryRun: isDryRun),
      saysClean: !rules.isEmpty, hasDifferences: rules.contains(.gamutClipping))
  }

  private var headline: String {
    let found = reports.reduce(0) { $0 + $1.steps.reduce(0) { $0 + $1.findings.count } }
    let images = Numbers.counted(reports.count, "image")
    var parts: [String] = []
    if summary.failed > 0 { parts.append("\(summary.failed) failed") }
    if found > 0 { parts.append(Numbers.counted(found, "finding")) }
    return parts.isEmpty
      ? "\(images), nothing to complain about" : "\(parts.joined(separator: ", ")) in \(images)"
  }

  private func notes(_ report: BatchFileReport) -> HTMLPage.FileNotes {
    let size =
      report.bytesOut > 0 ? "\(ByteCount.text(report.bytesIn)) → \(ByteCount.text(report.bytesOut))" : ""
    return HTMLPage.FileNotes(
      facts: report.steps.flatMap(\.notes),
      columnValues: [
        .text(report.steps.map { "\($0.step) \($0.status.text)" }.joined(separator: ", ")), .number(size),
      ])
  }
}

extension BatchStepReport {
  /// Whether it was done, now or before.
  fileprivate var isComplete: Bool { status == .done || status == .upToDate }
}

extension BatchStepReport.Status {
  /// For people.
  fileprivate var text: String {
    switch self {
    case .upToDate: "up to date"
    case .planned: "to do"
    case .done, .failed, .skipped: rawValue
    }
  }
}
