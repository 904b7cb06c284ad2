import P3Kit

/// Softens one image of `p3tool soften`.
struct SoftenWorker: ImageWorker {
  let command = "soften"
  let reportsAreResults = false
  let softening: ImageSoftening
  let settings: OutputSettings
  /// Whether differing or missing outputs of a dry run are findings.
  let checksOutputs: Bool
  /// Whether the report carries figures that differ from run to run.
  let withTimings: Bool

  func process(_ job: OutputNaming.Job) async throws(ImageError) -> TimedReport<SofteningReport> {
    let start = ContinuousClock.now
    let report = try await softening.soften(job.source, to: job.destination, settings: settings)
    return TimedReport(report: report, elapsed: ContinuousClock.now - start, isEncoded: withTimings)
  }

  func text(_ timed: TimedReport<SofteningReport>) -> String {
    let report = timed.report
    var parts = ["\(report.path) → \(report.output)", "\(report.width)×\(report.height)", report.summary]
    if let state = report.state { parts.append("dry run: output is \(state.rawValue)") }
    parts.append("\(ByteCount.text(report.bytesIn)) → \(ByteCount.text(report.bytesOut))")
    parts.append(timed.elapsedText)
    return parts.joined(separator: "  ")
  }

  func notes(_ timed: TimedReport<SofteningReport>) -> [String] {
    timed.report.notes.map { "\(timed.report.path): \($0)" }
  }

  func hasFindings(_ timed: TimedReport<SofteningReport>) -> Bool {
    checksOutputs && timed.report.state != .same
  }
}
