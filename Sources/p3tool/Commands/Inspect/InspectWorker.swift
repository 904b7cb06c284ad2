import Checking
import ColorManagement
import CommandParts
import ImageFiles
import Reports

/// Inspects one image of `p3tool inspect`.
struct InspectWorker: ImageWorker {
  let command = "inspect"
  let reportsAreResults = true
  let inspection: ImageInspection
  /// The destination of the profile, or nil.
  let extractedProfile: ImageDestination?
  let overwrite: Bool
  /// The permits for memory that large images share.
  let budget: StripPermits
  let withTimings: Bool
  /// Makes text results.
  let words: InspectText

  func process(_ source: ImageSource) async throws(ImageError) -> TimedReport<InspectionReport> {
    try await .measured(isEncoded: withTimings) { () async throws(ImageError) in
      let (report, profile) = try await inspection.inspect(source, budget: budget)
      if let extractedProfile {
        try OutputFile.write(profile.get().bytes, to: extractedProfile, overwrite: overwrite)
      }
      return report
    }
  }

  func tally(_ timed: TimedReport<InspectionReport>) -> FindingTally {
    FindingTally(findings: FindingCounts(timed.report.findings.map(\.level)))
  }

  func failure(_ timed: TimedReport<InspectionReport>) -> String? { timed.report.error }

  func text(_ timed: TimedReport<InspectionReport>) -> String { words.text(timed.report) }
}

// The findings of an inspection, in the formats for code review and CI. They never fail the run; `check` is for that.

extension InspectWorker {

  func findings(
    _ entry: ReportEntry<TimedReport<InspectionReport>>, withNotes: Bool
  ) -> FindingsRecord {
    let policy = FindingPolicy(conditions: [.never])
    let file = entry.file { timed in
      // A failure must not be repeated as a finding.
      let others = timed.report.findings.filter { timed.report.error == nil || $0.rule != .notConvertible }
      return ReportedFile(
        typed: timed.report.path, findings: others.map { ReportedFinding($0, policy: policy) },
        failure: timed.report.error)
    }
    return FindingsRecord(files: [file], notes: withNotes ? pageNotes(entry) : nil)
  }

  var rules: [ReportedRule] { ImageInspection.rules.map { ReportedRule($0) } }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    HTMLPage.Outline(
      headline: Numbers.counted(totals.inputs, "image"),
      lead: "What the files claim about their colours, and what their pixels really use.",
      columns: [.text("File"), .text("Colours"), .number("Size")])
  }

  private func pageNotes(_ entry: ReportEntry<TimedReport<InspectionReport>>) -> HTMLPage.FileNotes {
    guard case .report(let timed) = entry else {
      return HTMLPage.FileNotes(columnValues: [.text(""), .number("")])
    }
    let report = timed.report
    var notes = HTMLPage.FileNotes(
      facts: words.rows(report).map { "\($0.name) \($0.value)" } + report.notes,
      columnValues: [
        .text(report.profile?.name ?? ""),
        .number([report.width, report.height].compactMap { $0.map(String.init) }.joined(separator: " × ")),
      ])
    if report.path != "-" { notes.names = ["FILE": report.path] }
    return notes
  }
}
