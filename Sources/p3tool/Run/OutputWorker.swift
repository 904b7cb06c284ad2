import Conversion
import ImageFiles
import Reports

/// What every report on an image that was written has.
protocol OutputReport: ImageReport {
  /// In a dry run: how the output compares with the file that exists.
  var state: OutputComparison? { get }
  /// The bytes of the input; 0 where they are not counted.
  var bytesIn: Int { get }
  /// The bytes of the output; 0 where they are not counted.
  var bytesOut: Int { get }
  /// The kernel that made the image, if one did and the report names it.
  var kernel: String? { get }
}

extension ConversionReport: OutputReport {}
extension SimulationReport: OutputReport {}

extension SofteningReport: OutputReport {
  var kernel: String? { nil }
}

extension AssignmentReport: OutputReport {
  var bytesIn: Int { 0 }
  var bytesOut: Int { 0 }
  var kernel: String? { nil }
}

/// A worker that writes one image for each: `assign`, `convert`, `simulate` and `soften`.
protocol OutputWorker: ImageWorker where Job == OutputNaming.Job, Report == TimedReport<Written> {
  /// The report without the time.
  associatedtype Written: OutputReport

  /// How outputs are written.
  var settings: OutputSettings { get }
  /// Whether differing or missing outputs of a dry run are findings.
  var checksOutputs: Bool { get }
  /// Whether the JSON report carries figures that differ from run to run.
  var withTimings: Bool { get }

  /// Writes one image.
  func write(_ job: OutputNaming.Job) async throws(ImageError) -> Written

  /// What a page shows below the image's name.
  func facts(_ report: Written) -> [String]

  /// Whether there is an output now.
  func isWritten(_ report: Written) -> Bool

  /// Compares inputs with outputs for a page; nil where there is none.
  var comparison: OutputComparisonPage? { get }
}

extension OutputWorker {
  var reportsAreResults: Bool { false }

  func process(_ job: OutputNaming.Job) async throws(ImageError) -> TimedReport<Written> {
    var timed = try await TimedReport.measured(isEncoded: withTimings) { () async throws(ImageError) in
      try await write(job)
    }
    timed.kernel = timed.report.kernel
    if let comparison, !settings.dryRun, isWritten(timed.report) {
      timed.pictures = await comparison.pictures(job, settings.budget)
    }
    return timed
  }

  var comparison: OutputComparisonPage? { nil }

  func isWritten(_ report: Written) -> Bool { true }

  func facts(_ report: Written) -> [String] { [] }

  /// `24 of 25 images done, 1 failed  312 MB → 128 MB  12.1 s`; one image has said all in its own line.
  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] {
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

  func tally(_ timed: TimedReport<Written>) -> FindingTally {
    FindingTally(failing: isOutdated(timed) ? 1 : 0)
  }

  /// Whether a checked dry run found another output than it would write.
  func isOutdated(_ timed: TimedReport<Written>) -> Bool {
    checksOutputs && timed.report.state != .same
  }

  func bytes(_ timed: TimedReport<Written>) -> (read: Int, written: Int) {
    (timed.report.bytesIn, timed.report.bytesOut)
  }
}
