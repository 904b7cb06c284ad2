import Batch
import Checking
import CommandParts
import ImageFiles
import Reports

// The findings and failures of a batch, for the formats for code review and CI.

extension BatchReporter {
  /// The parts of a page that concern the whole run.
  ///
  /// - Parameter rules: the rules of the pipeline's steps.
  func outline(_ totals: FindingsTotals, rules: [ReportedRule], summary: BatchSummary) -> HTMLPage.Outline {
    HTMLPage.Outline(
      headline: headline(totals, summary), lead: summary.total(isDryRun: settings.dryRun),
      columns: [.text("File"), .text("Steps"), .number("Size")],
      summary: summary.table(isDryRun: settings.dryRun), saysClean: !rules.isEmpty, hasPictures: true)
  }

  /// The contents of documents about `report`.
  func record(
    _ report: BatchFileReport, withNotes: Bool, pictures: [HTMLPage.Pictures] = []
  ) -> FindingsRecord {
    FindingsRecord(files: [file(report)], notes: withNotes ? notes(report, pictures) : nil)
  }

  /// The pictures of a source with the output of each step, if it has the same size.
  func pictures(
    of report: BatchFileReport, with difference: ImageDifference, _ budget: StripPermits
  ) async -> [HTMLPage.Pictures] {
    var pictures: [HTMLPage.Pictures] = []
    for step in report.steps where step.isComplete && step.outputs.count == 1 {
      guard let output = step.outputs.first, output.lowercased().hasSuffix(".png") else { continue }
      // Softened images are for dark grounds.
      let ground: HTMLPage.Pictures.Ground = step.step.hasPrefix("soften") ? .dark() : .plain
      for var found in await OutputComparisonPage.pictures(
        difference, .file(report.path), output, title: step.step.printable, ground: ground, budget)
      {
        found.group = pictures.count + 1
        pictures.append(found)
      }
    }
    return pictures
  }

  private func file(_ report: BatchFileReport) -> ReportedFile {
    ReportedFile(
      typed: report.path, findings: report.steps.flatMap(findings),
      failure: report.error, steps: report.steps.filter { $0.isComplete && !$0.outputs.isEmpty }.map(\.step))
  }

  private func findings(_ step: BatchStepReport) -> [ReportedFinding] {
    step.findings.map { finding in
      ReportedFinding(
        ruleID: finding.rule, level: finding.level, message: finding.message, region: finding.region,
        fingerprint: finding.fingerprint, fails: step.failures.contains(finding.fingerprint),
        isKnown: step.isKnown(finding))
    }
  }

  // MARK: The page

  private func headline(_ totals: FindingsTotals, _ summary: BatchSummary) -> String {
    let found = totals.findings
    let images = summary.inputsText
    var parts: [String] = []
    if summary.failed > 0 { parts.append("\(Numbers.count(summary.failed)) failed") }
    if found > 0 { parts.append(Numbers.counted(found, "finding")) }
    return parts.isEmpty
      ? "\(images), nothing to complain about" : "\(parts.joined(separator: ", ")) in \(images)"
  }

  private func notes(_ report: BatchFileReport, _ pictures: [HTMLPage.Pictures]) -> HTMLPage.FileNotes {
    let size =
      report.bytesOut > 0 ? "\(ByteCount.text(report.bytesIn)) → \(ByteCount.text(report.bytesOut))" : ""
    return HTMLPage.FileNotes(
      facts: report.steps.flatMap(\.notes),
      columnValues: [
        .text(report.steps.map { "\($0.step.printable) \($0.status.text)" }.joined(separator: ", ")),
        .number(size),
      ], pictures: pictures)
  }
}

extension BatchStepReport {
  /// Whether this run or an earlier one did the work.
  fileprivate var isComplete: Bool { status == .done || status == .upToDate }
}

extension BatchStepReport.Status {
  /// The status as text on the page.
  fileprivate var text: String {
    switch self {
    case .upToDate: "up to date"
    case .planned: "to do"
    case .done, .failed, .skipped: rawValue
    }
  }
}
