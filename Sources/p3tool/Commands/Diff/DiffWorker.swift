import Analysis
import Checking
import CommandParts
import ImageFiles
import Reports

/// Compares one pair of `p3tool diff`.
struct DiffWorker: ImageWorker {
  let command = "diff"
  let reportsAreResults = true
  let difference: ImageDifference
  let policy: DifferencePolicy
  let overwritesHeatmaps: Bool
  let budget: StripPermits
  let withTimings: Bool
  /// The colours of text results.
  let palette: ConsolePalette
  /// Whether text results include pairs without a difference.
  let isVerbose: Bool
  /// Whether folders are compared: then pairs without a difference are left out by default.
  let isOfFolders: Bool
  /// The stream of text results; on a terminal, lines are wrapped at its width.
  let results: StandardStream
  /// The selection of new images that replace old ones; nil if no image is accepted.
  var acceptance: Acceptance?
  /// The layout of folders.
  var layout = DifferenceLayout.plain

  func process(_ job: DiffJob) async throws(ImageError) -> TimedReport<DifferenceReport> {
    try await .measured(isEncoded: withTimings) { () async throws(ImageError) in
      var report = try await compare(job)
      // Without a reference there is no decision.
      report.relativePath = job.unaccepted == nil ? job.path : nil
      if layout != .plain { report.notes.append("layout \(layout.rawValue)") }
      if let reason = job.unaccepted { report.notes.append(reason) }
      report.accepted = try acceptance?.apply(to: report, path: job.path, unlessFor: job.unaccepted)
      return report
    }
  }

  private func compare(_ job: DiffJob) async throws(ImageError) -> DifferenceReport {
    var report =
      switch job.work {
      case .report(let report): report
      case .compare(let first, let second, let always):
        try await difference.compare(
          first, second, heatmap: job.heatmap, paintsEqualImages: always, overwrite: overwritesHeatmaps,
          budget: budget)
      }
    if difference.request.makesPreviews, !report.comparable {
      report.previews = (try? await difference.previews(of: report.existingPaths, budget: budget)) ?? []
    }
    return report
  }

  func text(_ timed: TimedReport<DifferenceReport>) -> String {
    let isSilent = isOfFolders && !isVerbose && timed.report.verdict == .same
    return isSilent ? "" : words.text(timed.report)
  }

  private var words: DiffText {
    DiffText(palette: palette, isVerbose: isVerbose, width: results.lineWidth, sparkline: .of(results))
  }

  func remarks(_ timed: TimedReport<DifferenceReport>) -> [Remark] {
    isOfFolders && !isVerbose ? [] : timed.report.notes.map { Remark(text: $0) }
  }

  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] {
    guard isOfFolders else { return [] }
    let pairs = Numbers.counted(summary.inputs, "image")
    let failed = summary.failed > 0 ? ", \(Numbers.counted(summary.failed, "input")) not read" : ""
    // Pairs with an error are different, whatever makes the run fail.
    let different = summary.inputsWithErrors
    let isDefault = policy.conditions == DifferencePolicy().conditions
    let reasons = policy.conditions.map(\.text).joined(separator: ", ")
    let failing =
      isDefault ? "" : "; \(Numbers.count(summary.failingInputs)) with findings of --fail-on \(reasons)"
    return [
      "\(pairs)\(layout == .plain ? "" : " (layout \(layout.rawValue))"): \(Numbers.count(summary.succeeded - different)) the same, \(Numbers.count(different)) different"
        + (acceptance.map { ", \($0.outcome)" } ?? "") + "\(failed)\(failing)"
    ]
  }

  func tally(_ timed: TimedReport<DifferenceReport>) -> FindingTally {
    FindingTally(
      findings: FindingCounts(timed.report.findings.map(\.level)),
      failing: timed.report.accepted != true && timed.report.findings.contains(where: policy.fails) ? 1 : 0)
  }

  // MARK: Formats of code review and CI

  var rules: [ReportedRule] { DifferenceRule.allCases.map { ReportedRule($0) } }

  func findings(
    _ entry: ReportEntry<TimedReport<DifferenceReport>>, withNotes: Bool
  ) -> FindingsRecord {
    let file = entry.file { timed in
      let report = timed.report
      // The reported file is in the second folder; if it is missing there, in the first.
      let path = report.verdict == .missing ? report.path : report.other
      return ReportedFile(typed: path, findings: report.findings.map { ReportedFinding($0, policy) })
    }
    return FindingsRecord(files: [file], notes: withNotes ? DiffPage(layout: layout).notes(entry) : nil)
  }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline { DiffPage(layout: layout).outline(totals) }
}

extension ReportedFinding {
  /// `finding`, judged by `policy`.
  init(_ finding: DifferenceFinding, _ policy: DifferencePolicy) {
    self.init(
      ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: finding.region,
      fingerprint: finding.fingerprint, fails: policy.fails(finding), isKnown: nil)
  }
}

/// A comparison as text: differences with their places and amounts, and remedies.
struct DiffText {
  let palette: ConsolePalette
  /// Whether all regions are listed.
  let isVerbose: Bool
  /// The width of lines in columns; nil if lines are not wrapped.
  let width: Int?
  /// The bars of histograms.
  let sparkline: Sparkline

  /// The most regions listed with --verbose.
  private static let listedRegions = 50

  /// The report in one line, a histogram of the differences if the images differ, and more lines for each finding.
  func text(_ report: DifferenceReport) -> String {
    if report.accepted == true {
      return "\(report.other.printableName) → \(report.path.printableName)  \(palette.green("accepted"))"
    }
    return
      ([heading(report)] + spread(report) + report.findings.flatMap { lines($0, of: report) }
      + (isVerbose ? regions(report) : []))
      .joined(separator: "\n")
  }

  private func heading(_ report: DifferenceReport) -> String {
    let isWithinLimits = report.verdict == .same && (report.pixels?.different ?? 0) > 0
    let words = report.verdict.rawValue + (isWithinLimits ? " within the limits" : "")
    let verdict = report.verdict == .same ? palette.green(words) : palette.red(words)
    let names = "\(report.path.printableName) → \(report.other.printableName)"
    var parts = [palette.bold(names)]
    if report.comparable, let width = report.width, let height = report.height {
      parts.append("\(width)×\(height)")
    }
    parts.append(verdict)
    if let pixels = report.pixels, let deltaE = report.deltaE { parts.append(figures(pixels, deltaE)) }
    return parts.joined(separator: "  ")
  }

  private func figures(_ pixels: DifferencePixels, _ deltaE: DifferenceStatistics) -> String {
    var words = ["\(Numbers.count(pixels.different)) of \(Numbers.count(pixels.compared)) pixels differ"]
    if pixels.antialiased > 0 { words.append("\(Numbers.count(pixels.antialiased)) at moved edges") }
    if pixels.ignored > 0 { words.append("\(Numbers.count(pixels.ignored)) ignored") }
    if let place = deltaE.maxAt {
      words.append(
        "ΔE mean \(Numbers.threeDecimals(deltaE.mean)), 95 % \(Numbers.twoDecimals(deltaE.p95)), "
          + "max \(Numbers.twoDecimals(deltaE.max)) at \(place.x), \(place.y)")
    }
    return words.joined(separator: "; ")
  }

  private func spread(_ report: DifferenceReport) -> [String] {
    guard let spread = report.spread, report.verdict == .different else { return [] }
    return ["  pixels   \(palette.dim(sparkline.text(spread)))"]
  }

  private func lines(_ finding: DifferenceFinding, of report: DifferenceReport) -> [String] {
    let name = finding.level.rawValue.padded(to: 9)
    let painted = finding.level == .error ? palette.red(name) : palette.dim(name)
    let place = finding.region.map { " [\($0.width)×\($0.height) px at \($0.x), \($0.y)]" } ?? ""
    let line = "  \(painted)" + broken("\(finding.rule.rawValue): \(finding.message)\(palette.dim(place))", 0)
    let remedy =
      String(repeating: " ", count: 11)
      + palette.dim(
        "→ " + broken(finding.rule.remedy(before: report.path, after: report.other), 2))
    return finding.level == .error ? [line, remedy] : [line]
  }

  /// `text`, wrapped, with `more` columns of indentation in addition to a finding's text.
  private func broken(_ text: String, _ more: Int) -> String {
    width.map { text.wrapped(to: $0, indent: 11 + more) } ?? text
  }

  private func regions(_ report: DifferenceReport) -> [String] {
    let listed = report.regions.prefix(Self.listedRegions)
    let lines = listed.map { region in
      "           \(region.box.width)×\(region.box.height) px at \(region.box.x), \(region.box.y): "
        + "\(Numbers.counted(region.pixels, "pixel")), ΔE up to \(Numbers.twoDecimals(region.maxDeltaE))"
    }
    let rest = report.regions.count - listed.count
    return rest > 0
      ? lines + ["           and \(Numbers.count(rest)) more (--format json lists them)"] : lines
  }
}
