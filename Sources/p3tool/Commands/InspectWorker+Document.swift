import P3Kit

// What an inspection finds to complain about, in the formats of code review and CI. It never fails a run: whoever wants
// that asks `check`.

extension InspectWorker {
  var formats: [ReportFormat] { ReportFormat.allCases }

  func document(_ inputs: [ReportEntry<TimedReport<InspectionReport>>], as format: ReportFormat) throws
    -> String
  {
    let policy = FindingPolicy(conditions: [.never])
    let files = inputs.map { entry in
      entry.file { ($0.report.path, $0.report.findings.map { ReportedFinding($0, policy: policy) }) }
    }
    let document = FindingsDocument(
      command: command, rules: ImageInspection.rules.map { ReportedRule($0) }, files: files)
    return try document.text(as: format) {
      try document.html(
        headline: CheckHTML.counted(inputs.count, "image"),
        lead: "What the files claim about their colours, and what their pixels really use.",
        heads: (state: "Colours", size: "Size"), facts: inputs.map(facts))
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
