import P3Kit

// What an inspection finds to complain about, in the formats of code review and CI. It never fails a run: whoever wants
// that asks `check`.

extension InspectWorker {
  var formats: [ReportFormat] { ReportFormat.allCases }

  func document(_ inputs: [ReportEntry<TimedReport<InspectionReport>>], as format: ReportFormat) throws
    -> String
  {
    let document = FindingsDocument(
      command: command, rules: ImageInspection.rules.map { ReportedRule($0) }, files: inputs.map(file))
    switch format {
    case .sarif: return try document.sarif()
    case .junit: return document.junit()
    case .github: return document.githubAnnotations()
    case .html:
      return try document.html(
        headline: CheckHTML.counted(inputs.count, "image"),
        lead: "What the files claim about their colours, and what their pixels really use.",
        heads: ["Colours", "Size"], facts: inputs.map(facts))
    case .text, .json: preconditionFailure("ImageRun prints these itself")
    }
  }

  private func file(_ entry: ReportEntry<TimedReport<InspectionReport>>) -> ReportedFile {
    let place = RepositoryPath.current
    return switch entry {
    case .report(let timed):
      ReportedFile(
        path: place.relative(timed.report.path),
        findings: timed.report.findings.map {
          ReportedFinding($0, policy: FindingPolicy(conditions: [.never]))
        },
        failure: nil)
    case .failure(let path, let message):
      ReportedFile(path: place.relative(path), findings: [], failure: message)
    }
  }

  private func facts(_ entry: ReportEntry<TimedReport<InspectionReport>>) -> FindingsDocument.PageFacts {
    guard case .report(let timed) = entry else { return FindingsDocument.PageFacts() }
    let report = timed.report
    return FindingsDocument.PageFacts(
      state: report.profile.name, size: "\(report.width) × \(report.height)",
      notes: rows(report).map { "\($0.name) \($0.value)" } + report.notes)
  }
}
