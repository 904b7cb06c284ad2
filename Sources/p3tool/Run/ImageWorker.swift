import Batch
import Checking
import Conversion
import ImageFiles
import Reports

/// What every report on an image has.
protocol ImageReport: Encodable, Sendable {
  /// The input as the user named it.
  var path: String { get }
  /// Remarks a careful user wants to read.
  var notes: [String] { get }
}

extension InspectionReport: ImageReport {}
extension CheckReport: ImageReport {}
extension DifferenceReport: ImageReport {}

extension TimedReport: ImageReport where Report: ImageReport {
  var path: String { report.path }
  var notes: [String] { report.notes }

  /// What `work` reports, with the time it took.
  static func measured(
    isEncoded: Bool, _ work: () async throws(ImageError) -> Report
  ) async throws(ImageError) -> TimedReport {
    let start = ContinuousClock.now
    let report = try await work()
    return TimedReport(report: report, elapsed: ContinuousClock.now - start, isEncoded: isEncoded)
  }
}

/// A rule that the end of a run names once for all files that break it.
struct RepeatedRule {
  let rule: Rule
  /// Files that break it.
  var count = 0
  /// The first of them.
  let first: String
}

/// What a subcommand does with each image; everything around it is the same for all.
protocol ImageWorker<Job>: Sendable {
  associatedtype Job: Sendable
  associatedtype Report: ImageReport

  /// The subcommand's name in JSON.
  var command: String { get }

  /// Whether the report in words is what the user asked for, or a remark on images that were written, which
  /// `--quiet` drops.
  var reportsAreResults: Bool { get }

  /// Processes one image.
  func process(_ job: Job) async throws(ImageError) -> Report

  /// Why the input counts as failed, though there is a report on it; nil where it does not.
  func failure(_ report: Report) -> String?

  /// The part of a split run that the inputs are; nil where they are all.
  var shard: BatchShard? { get }

  /// The report in words, one line or more; empty where there is nothing to say.
  func text(_ report: Report) -> String

  /// The rules whose findings in `report` are left to the end of the run.
  func rulesForTheEnd(_ report: Report) -> [Rule]

  /// Lines of text after the last input.
  ///
  /// - Parameter repeated: the rules that were left to the end, in their order.
  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String]

  /// The bytes that were read and written, for the last line of text.
  func bytes(_ report: Report) -> (read: Int, written: Int)

  /// Remarks for standard error.
  func remarks(_ report: Report) -> [Remark]

  /// What the report adds to the counts of the run: its findings, and how many of them make it exit with 1.
  func tally(_ report: Report) -> FindingTally

  /// The part of documents in the formats of code review for an input.
  ///
  /// - Parameter withNotes: whether the report is an HTML page, which shows more than findings.
  func findings(_ entry: ReportEntry<Report>, withNotes: Bool) -> FindingsRecord

  /// The rules that those documents describe.
  var rules: [ReportedRule] { get }

  /// What an HTML page shows of a run.
  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline
}

// A command that finds nothing and counts nothing.
extension ImageWorker {
  func failure(_ report: Report) -> String? { nil }
  var shard: BatchShard? { nil }
  func tally(_ report: Report) -> FindingTally { FindingTally() }
  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] { [] }
  func bytes(_ report: Report) -> (read: Int, written: Int) { (0, 0) }
  func rulesForTheEnd(_ report: Report) -> [Rule] { [] }
  var rules: [ReportedRule] { [] }

  func remarks(_ report: Report) -> [Remark] {
    report.notes.map { Remark(subject: report.path.printableName, text: $0) }
  }

  func findings(_ entry: ReportEntry<Report>, withNotes: Bool) -> FindingsRecord {
    FindingsRecord(files: [entry.file { ($0.path, []) }])
  }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    HTMLPage.Outline(headline: Numbers.counted(totals.inputs, "image"), lead: "")
  }
}
