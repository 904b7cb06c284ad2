import Checking
import Conversion
import ImageFiles
import Reports

/// What a subcommand does with each image; everything around it is the same for all.
protocol ImageWorker<Job>: Sendable {
  associatedtype Job: Sendable
  associatedtype Report: Sendable, Encodable

  /// The subcommand's name in JSON.
  var command: String { get }

  /// Whether the report in words is what the user asked for, or a remark on images that were written, which
  /// `--quiet` drops.
  var reportsAreResults: Bool { get }

  /// Processes one image.
  func process(_ job: Job) async throws(ImageError) -> Report

  /// Why the input counts as failed, though there is a report on it; nil where it does not.
  func failure(_ report: Report) -> String?

  /// The report in words, one line or more; empty where there is nothing to say.
  func text(_ report: Report) -> String

  /// Lines of text after the last input.
  func closing(_ summary: RunSummary) -> [String]

  /// The bytes that were read and written, for the last line of text.
  func bytes(_ report: Report) -> (read: Int, written: Int)

  /// The rules whose findings in `report` the end of the run says for all files.
  func rulesForTheEnd(_ report: Report) -> [Rule]

  /// What the end of a run over `total` files says of a rule that `count` of them break, `first` among them.
  func closing(_ rule: Rule, count: Int, total: Int, first: String) -> String

  /// Remarks for standard error.
  func remarks(_ report: Report) -> [Remark]

  /// What the report adds to the counts of the run: its findings, and how many of them make it exit with 1.
  func tally(_ report: Report) -> FindingTally

  /// What documents in the formats of code review say of an input.
  ///
  /// - Parameter withNotes: whether an HTML page asks for more than findings.
  func findings(_ entry: ReportEntry<Report>, withNotes: Bool) -> FindingsRecord

  /// The rules that those documents describe.
  var rules: [ReportedRule] { get }

  /// What an HTML page says of a run.
  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline
}

extension ImageWorker {
  func failure(_ report: Report) -> String? { nil }
  func tally(_ report: Report) -> FindingTally { FindingTally() }
  func remarks(_ report: Report) -> [Remark] { [] }
  func closing(_ summary: RunSummary) -> [String] { [] }
  func bytes(_ report: Report) -> (read: Int, written: Int) { (0, 0) }
  func rulesForTheEnd(_ report: Report) -> [Rule] { [] }
  func closing(_ rule: Rule, count: Int, total: Int, first: String) -> String {
    preconditionFailure("\(command) says nothing at the end")
  }
  var rules: [ReportedRule] { preconditionFailure("\(command) has no findings") }
  func findings(_ entry: ReportEntry<Report>, withNotes: Bool) -> FindingsRecord {
    preconditionFailure("\(command) has no findings")
  }
  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    preconditionFailure("\(command) has no findings")
  }
}

// Workers whose reports say how long they took.

/// What every report on an image says.
protocol ImageReport: Encodable, Sendable {
  /// The input as the user named it.
  var path: String { get }
  /// Remarks a careful user wants to read.
  var notes: [String] { get }
}

/// What every report on an image that was written says.
protocol OutputReport: ImageReport {
  /// In a dry run: how the output compares with the file that exists.
  var state: OutputComparison? { get }
}

/// What every report on an image whose pixels were written says.
protocol SizedReport: OutputReport {
  /// The bytes of the input.
  var bytesIn: Int { get }
  /// The bytes of the output.
  var bytesOut: Int { get }
}

extension InspectionReport: ImageReport {}
extension CheckReport: ImageReport {}
extension DifferenceReport: ImageReport {}
extension AssignmentReport: OutputReport {}
extension SofteningReport: SizedReport {}
extension ConversionReport: SizedReport {}
extension SimulationReport: SizedReport {}

/// A worker whose reports on an image say how long it took.
protocol TimedWorker<Untimed>: ImageWorker where Report == TimedReport<Untimed> {
  /// The report without the time.
  associatedtype Untimed: ImageReport

  /// Whether the JSON report carries figures that differ from run to run.
  var withTimings: Bool { get }
}

extension TimedWorker {
  func remarks(_ timed: TimedReport<Untimed>) -> [Remark] {
    timed.report.notes.map { Remark(subject: timed.report.path.printableName, text: $0) }
  }
}

extension TimedReport {
  /// What `work` reports, with the time it took.
  static func measured(
    isEncoded: Bool, _ work: () async throws(ImageError) -> Report
  ) async throws(ImageError) -> TimedReport {
    let start = ContinuousClock.now
    let report = try await work()
    return TimedReport(report: report, elapsed: ContinuousClock.now - start, isEncoded: isEncoded)
  }
}

/// A worker that writes one image for each: `assign`, `convert`, `simulate` and `soften`.
protocol OutputWorker: TimedWorker where Job == OutputNaming.Job, Untimed: OutputReport {
  /// How outputs are written.
  var settings: OutputSettings { get }
  /// Whether differing or missing outputs of a dry run are findings.
  var checksOutputs: Bool { get }

  /// Writes one image.
  func write(_ job: OutputNaming.Job) async throws(ImageError) -> Untimed

  /// The kernel that made the image, where one did and the report tells.
  func kernel(_ report: Untimed) -> String?

  /// What a page says of the image below its name.
  func facts(_ report: Untimed) -> [String]

  /// Whether there is an output now.
  func isWritten(_ report: Untimed) -> Bool

  /// Compares inputs with outputs for a page; nil where there is none.
  var comparison: OutputComparisonPage? { get }
}

extension OutputWorker {
  var reportsAreResults: Bool { false }

  func process(_ job: OutputNaming.Job) async throws(ImageError) -> TimedReport<Untimed> {
    var timed = try await TimedReport.measured(isEncoded: withTimings) { () async throws(ImageError) in
      try await write(job)
    }
    timed.kernel = kernel(timed.report)
    if let comparison, !settings.dryRun, isWritten(timed.report) {
      timed.pictures = await comparison.pictures(job, settings.budget)
    }
    return timed
  }

  var comparison: OutputComparisonPage? { nil }

  func isWritten(_ report: Untimed) -> Bool { true }

  func facts(_ report: Untimed) -> [String] { [] }

  func kernel(_ report: Untimed) -> String? { nil }

  /// `24 of 25 images done, 1 failed  312 MB → 128 MB  12.1 s`; one image has said all in its own line.
  func closing(_ summary: RunSummary) -> [String] {
    guard summary.inputs > 1 else { return [] }
    let images = Numbers.counted(summary.inputs, "image")
    let verb = settings.dryRun ? "would be written" : "done"
    let done =
      summary.failed > 0
      ? "\(Numbers.count(summary.succeeded)) of \(images) \(verb), \(Numbers.count(summary.failed)) failed"
      : "\(images) \(verb)"
    let dryRun = settings.dryRun ? "dry run: " : ""
    let failing =
      summary.failing > 0 && summary.failed == 0 ? "; exit 1: \(Numbers.count(summary.failing)) failing" : ""
    let sizes =
      summary.bytesIn > 0
      ? "  \(ByteCount.text(summary.bytesIn)) → \(ByteCount.text(summary.bytesOut))" : ""
    return ["\(dryRun)\(done)\(sizes)  \(summary.elapsed.text)\(failing)"]
  }

  func tally(_ timed: TimedReport<Untimed>) -> FindingTally {
    FindingTally(failing: isOutdated(timed) ? 1 : 0)
  }

  /// Whether a checked dry run found another output than it would write.
  func isOutdated(_ timed: TimedReport<Untimed>) -> Bool {
    checksOutputs && timed.report.state != .same
  }
}

extension OutputWorker where Untimed: SizedReport {
  func bytes(_ timed: TimedReport<Untimed>) -> (read: Int, written: Int) {
    (timed.report.bytesIn, timed.report.bytesOut)
  }
}
