package import Batch
package import Checking
import Conversion
package import ImageFiles
package import Reports

/// The properties of every report on an image.
package protocol ImageReport: Encodable, Sendable {
  /// The path of the input, as the user typed it.
  var path: String { get }
  /// Remarks for a careful user.
  var notes: [String] { get }
}

extension InspectionReport: ImageReport {}
extension CheckReport: ImageReport {}
extension DifferenceReport: ImageReport {}

extension TimedReport: ImageReport where Report: ImageReport {
  package var path: String { report.path }
  package var notes: [String] { report.notes }

  /// The report of `work` with its duration.
  package static func measured(
    isEncoded: Bool, _ work: () async throws(ImageError) -> Report
  ) async throws(ImageError) -> TimedReport {
    let start = ContinuousClock.now
    let report = try await work()
    return TimedReport(report: report, elapsed: ContinuousClock.now - start, isEncoded: isEncoded)
  }
}

/// A rule whose findings are listed once, at the end of the run, for all files.
package struct RepeatedRule {
  package let rule: Rule
  /// The number of files with findings of the rule.
  package var count = 0
  /// The first of these files.
  package let first: String
}

/// The part of a subcommand that differs from others: its work on each image.
package protocol ImageWorker<Job>: Sendable {
  associatedtype Job: Sendable
  associatedtype Report: ImageReport

  /// The subcommand's name in JSON.
  var command: String { get }

  /// Whether text reports are results. Otherwise they are remarks on written images, which `--quiet` suppresses.
  var reportsAreResults: Bool { get }

  /// Processes one image.
  func process(_ job: Job) async throws(ImageError) -> Report

  /// Why the input counts as failed although there is a report; nil if it does not.
  func failure(_ report: Report) -> String?

  /// The shard of a split run; nil for a whole run.
  var shard: BatchShard? { get }

  /// Whether JSON has the number of inputs that succeeded.
  var countsSuccesses: Bool { get }

  /// The report as one or more lines of text; empty if there is nothing to report.
  func text(_ report: Report) -> String

  /// The rules whose findings in `report` are listed at the end of the run.
  func rulesForTheEnd(_ report: Report) -> [Rule]

  /// The last lines of text, after all inputs.
  ///
  /// - Parameter repeated: the rules to list at the end, in their order.
  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String]

  /// The bytes read and written, for the last line of text; nil if the image was left alone.
  func bytes(_ report: Report) -> (read: Int, written: Int)?

  /// Remarks for standard error.
  func remarks(_ report: Report) -> [Remark]

  /// The report's contribution to the run's counts: its findings, and the number that make the run exit with 1.
  func tally(_ report: Report) -> FindingTally

  /// The part for an input in documents for code review.
  ///
  /// - Parameter withNotes: whether the document is an HTML page, which shows more than findings.
  func findings(_ entry: ReportEntry<Report>, withNotes: Bool) -> FindingsRecord

  /// The rules that these documents describe.
  var rules: [ReportedRule] { get }

  /// The contents of an HTML page for the run.
  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline
}

// Defaults for a command without findings and byte counts.
extension ImageWorker {
  package func failure(_ report: Report) -> String? { nil }
  package var shard: BatchShard? { nil }
  package var countsSuccesses: Bool { true }
  package func tally(_ report: Report) -> FindingTally { FindingTally() }
  package func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] { [] }
  package func bytes(_ report: Report) -> (read: Int, written: Int)? { (0, 0) }
  package func rulesForTheEnd(_ report: Report) -> [Rule] { [] }
  package var rules: [ReportedRule] { [] }

  package func remarks(_ report: Report) -> [Remark] {
    report.notes.map { Remark(subject: report.path.printableName, text: $0) }
  }

  package func findings(_ entry: ReportEntry<Report>, withNotes: Bool) -> FindingsRecord {
    FindingsRecord(files: [entry.file { ReportedFile(typed: $0.path) }])
  }

  package func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    HTMLPage.Outline(headline: Numbers.counted(totals.inputs, "image"), lead: "")
  }
}
