import Checking
import ImageFiles
import Reports

/// Checks one image of `p3tool check`.
struct CheckWorker: ImageWorker {
  let command = "check"
  let reportsAreResults = true
  let check: ImageCheck
  /// The value of `--target`, for commands that put findings right.
  let target: String
  let overwritesHeatmaps: Bool
  let budget: StripPermits
  let withTimings: Bool
  /// How text results are painted.
  let palette: ConsolePalette
  /// Whether text results say for each file what is otherwise said once per run.
  let isVerbose: Bool
  /// Where text results go: on a terminal they are broken at its width.
  let results: StandardStream

  private var policy: FindingPolicy { check.request.policy }

  func process(_ job: CheckJob) async throws(ImageError) -> TimedReport<CheckReport> {
    try await .measured(isEncoded: withTimings) { () async throws(ImageError) in
      try await check.check(
        job.source, heatmap: job.heatmap, overwrite: overwritesHeatmaps, budget: budget)
    }
  }

  func text(_ timed: TimedReport<CheckReport>) -> String {
    words.text(timed.report)
  }

  private var words: CheckText {
    CheckText(
      policy: policy, palette: palette, isVerbose: isVerbose, target: target, width: results.lineWidth,
      sparkline: .of(results))
  }

  func rulesForTheEnd(_ timed: TimedReport<CheckReport>) -> [Rule] {
    timed.report.findings.map(\.rule).filter { words.leavesToTheEnd($0) }
  }

  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] {
    repeated.map { words.closing($0.rule, count: $0.count, total: summary.inputs, first: $0.first) }
      + [words.closing(summary)]
  }

  func tally(_ timed: TimedReport<CheckReport>) -> FindingTally {
    let findings = timed.report.findings
    return FindingTally(
      findings: FindingCounts(findings.map(\.level)), failing: findings.count { policy.fails($0) })
  }

  func findings(_ entry: ReportEntry<TimedReport<CheckReport>>, withNotes: Bool) -> FindingsRecord {
    let file = entry.file { ($0.report.path, $0.report.findings.map { ReportedFinding($0, policy: policy) }) }
    return FindingsRecord(
      files: [file], notes: withNotes ? CheckPage(request: check.request).notes(entry) : nil)
  }

  var rules: [ReportedRule] {
    Rule.allCases.filter { check.request.rules.contains($0) }.map { ReportedRule($0, target: target) }
  }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    CheckPage(request: check.request).outline(totals)
  }
}

/// One input of `p3tool check`.
struct CheckJob: Sendable {
  /// The image.
  let source: ImageSource
  /// Where its heat map goes, or nil.
  let heatmap: ImageDestination?
}
