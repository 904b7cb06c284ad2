import Batch
import Checking
import CommandParts
import ImageFiles
import Reports

/// Checks one image of `p3tool check`.
struct CheckWorker: ImageWorker {
  let command = "check"
  let reportsAreResults = true
  /// The options of images without an entry in `choices`.
  let standard: CheckChoices.Choice
  /// The options of other images, by the images' names.
  let choices: [String: CheckChoices.Choice]
  /// The value of `--target`, for commands in remedies.
  let target: String
  let overwritesHeatmaps: Bool
  let budget: StripPermits
  let withTimings: Bool
  /// The colours of text results.
  let palette: ConsolePalette
  /// The selection of findings in text results.
  let detail: CheckText.Detail
  /// The stream of text results; on a terminal, lines are wrapped at its width.
  let results: StandardStream
  /// Collects the findings of the run, for baselines.
  let found: FoundFindings
  let shard: BatchShard?
  let cache: CheckCache?
  /// Whether findings are written to a baseline, so that they do not fail the run.
  let keepsBaseline: Bool

  private func choice(_ path: String) -> CheckChoices.Choice { choices[path] ?? standard }

  func process(_ job: CheckJob) async throws(ImageError) -> TimedReport<CheckReport> {
    try await .measured(isEncoded: withTimings) { () async throws(ImageError) in
      let choice = choice(job.source.name)
      var report = try await checked(job, choice)
      if let section = choice.section { report = section.leveled(report) }
      let reported = report.findings.filter(choice.policy.reports)
      found.add(report, reported: reported)
      report.findings = reported
      return report
    }
  }

  private func checked(_ job: CheckJob, _ choice: CheckChoices.Choice) async throws(ImageError) -> CheckReport
  {
    func anew() async throws(ImageError) -> CheckReport {
      try await choice.check.check(
        job.source, heatmap: job.heatmap, overwrite: overwritesHeatmaps, budget: budget)
    }
    guard let cache, case .file(let path) = job.source else { return try await anew() }
    return try await cache.report(path, recipe: choice.recipe, check: anew)
  }

  func text(_ timed: TimedReport<CheckReport>) -> String {
    words(timed.report.path).text(timed.report)
  }

  private func words(_ path: String? = nil) -> CheckText {
    CheckText(
      policy: path.map(choice)?.policy ?? standard.policy, palette: palette, detail: detail, target: target,
      width: results.lineWidth,
      sparkline: .of(results))
  }

  func rulesForTheEnd(_ timed: TimedReport<CheckReport>) -> [Rule] {
    let words = words(timed.report.path)
    return timed.report.findings.filter { words.lists($0) && words.leavesToTheEnd($0) }.map(\.rule)
  }

  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] {
    var summary = summary
    if keepsBaseline { summary.failing = 0 }
    var words = words()
    words.hasFiles = !choices.isEmpty
    return repeated.map { words.closing($0.rule, count: $0.count, total: summary.inputs, first: $0.first) }
      + [words.closing(summary)]
  }

  func tally(_ timed: TimedReport<CheckReport>) -> FindingTally {
    let findings = timed.report.findings
    let policy = choice(timed.report.path).policy
    return FindingTally(
      findings: FindingCounts(findings.map(\.level)), failing: findings.count { policy.fails($0) },
      known: findings.count { policy.isKnown($0) })
  }

  func findings(_ entry: ReportEntry<TimedReport<CheckReport>>, withNotes: Bool) -> FindingsRecord {
    let file = entry.file { timed in
      let policy = choice(timed.report.path).policy
      return ReportedFile(
        typed: timed.report.path, findings: timed.report.findings.map { ReportedFinding($0, policy: policy) })
    }
    return FindingsRecord(
      files: [file], notes: withNotes ? CheckPage(request: standard.check.request).notes(entry) : nil)
  }

  var rules: [ReportedRule] {
    let asked = ([standard] + choices.values).reduce(into: Set<Rule>()) {
      $0.formUnion($1.check.request.rules.rules)
    }
    return Rule.allCases.filter(asked.contains).map { ReportedRule($0, target: target) }
  }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    CheckPage(request: standard.check.request).outline(totals)
  }
}

/// One input of `p3tool check`.
struct CheckJob: Sendable {
  let source: ImageSource
  /// The destination of its heat map, or nil.
  let heatmap: ImageDestination?
}
