package import Conversion
package import ImageFiles
package import Reports

/// The properties of every report on a written image.
package protocol OutputReport: ImageReport {
  /// In a dry run, the comparison of the output with the existing file; otherwise nil.
  var state: OutputComparison? { get }
  /// The size of the input in bytes; 0 if it is not counted.
  var bytesIn: Int { get }
  /// The size of the output in bytes; 0 if it is not counted.
  var bytesOut: Int { get }
  /// The kernel that made the image; nil if there was none, or if the report does not name it.
  var kernel: String? { get }
}

extension ConversionReport: OutputReport {}
extension SimulationReport: OutputReport {}

extension SofteningReport: OutputReport {
  package var kernel: String? { nil }
}

extension AssignmentReport: OutputReport {
  package var bytesIn: Int { 0 }
  package var bytesOut: Int { 0 }
  package var kernel: String? { nil }
}

/// A worker that writes one image per input: `assign`, `convert`, `simulate` and `soften`.
package protocol OutputWorker: ImageWorker where Job == OutputNaming.Job, Report == TimedReport<Written> {
  /// The report without its duration.
  associatedtype Written: OutputReport

  /// The options that all such commands have.
  var options: OutputRun { get }

  /// Writes one image.
  func write(_ job: OutputNaming.Job) async throws(ImageError) -> Written

  /// The facts shown on a page below the image's name.
  func facts(_ report: Written) -> [String]

  /// Whether there is an output now, or would be one without a dry run.
  func isWritten(_ report: Written) -> Bool
}

/// The options of a command that writes one image per input, apart from those for its work.
package struct OutputRun: Sendable {
  /// The settings for writing outputs.
  package let settings: OutputSettings
  /// Whether differing or missing outputs are findings in a dry run.
  let checksOutputs: Bool
  /// Whether the JSON report contains values that vary between runs.
  let withTimings: Bool
  /// Whether text contains the executor and its kernel.
  package let isVerbose: Bool
  /// Compares inputs with outputs for a page; nil if there is no page.
  let comparison: OutputComparisonPage?
}

extension OutputWorker {
  package var reportsAreResults: Bool { false }

  package func process(_ job: OutputNaming.Job) async throws(ImageError) -> TimedReport<Written> {
    var timed = try await TimedReport.measured(isEncoded: options.withTimings) {
      () async throws(ImageError) in
      try await write(job)
    }
    timed.kernel = timed.report.kernel
    if let comparison = options.comparison, !options.settings.dryRun, isWritten(timed.report) {
      timed.pictures = await comparison.pictures(job, options.settings.budget)
    }
    return timed
  }

  package func isWritten(_ report: Written) -> Bool { true }

  package func facts(_ report: Written) -> [String] { [] }

  /// `24 of 25 images done, 1 failed  312 MB → 128 MB  12.1 s`; empty for one image, whose own line is enough.
  package func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] {
    guard summary.inputs > 1 else { return [] }
    let done = counts(summary)
    let dryRun = options.settings.dryRun ? "dry run: " : ""
    let failing =
      summary.failing > 0 && summary.failed == 0 ? "; exit 1: \(Numbers.count(summary.failing)) failing" : ""
    let sizes =
      summary.bytesIn > 0
      ? "  \(ByteCount.text(summary.bytesIn)) → \(ByteCount.text(summary.bytesOut))" : ""
    return ["\(dryRun)\(done)\(sizes)  \(summary.elapsed.text)\(failing)"]
  }

  /// `24 of 25 images done, 1 failed`, or `12 of 20 images written, 8 left alone`.
  private func counts(_ summary: RunSummary) -> String {
    let verb = options.settings.dryRun ? "would be written" : summary.leftAlone > 0 ? "written" : "done"
    return OutputComparisonPage.counts(
      summary.inputs, verb, leftAlone: summary.leftAlone, failed: summary.failed)
  }

  package func tally(_ timed: TimedReport<Written>) -> FindingTally {
    FindingTally(failing: isOutdated(timed) ? 1 : 0)
  }

  /// Whether the output in a checked dry run differs from the existing file. An image that is left alone has none.
  package func isOutdated(_ timed: TimedReport<Written>) -> Bool {
    options.checksOutputs && isWritten(timed.report) && timed.report.state != .same
  }

  package func bytes(_ timed: TimedReport<Written>) -> (read: Int, written: Int)? {
    isWritten(timed.report) ? (timed.report.bytesIn, timed.report.bytesOut) : nil
  }
}
