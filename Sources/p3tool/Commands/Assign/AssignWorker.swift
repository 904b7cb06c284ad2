import P3Kit

/// Assigns a profile to one image of `p3tool assign`.
struct AssignWorker: ImageWorker {
  let command = "assign"
  let reportsAreResults = false
  let assignment: TagAssignment
  let settings: OutputSettings
  /// Whether differing or missing outputs of a dry run are findings.
  let checksOutputs: Bool
  /// Whether the report carries figures that differ from run to run.
  let withTimings: Bool

  func process(_ job: OutputNaming.Job) async throws(ImageError) -> TimedReport<AssignmentReport> {
    let start = ContinuousClock.now
    let report = try assignment.assign(job.source, to: job.destination, settings: settings)
    return TimedReport(
      report: report, elapsed: ContinuousClock.now - start, kernel: nil, isEncoded: withTimings)
  }

  func text(_ timed: TimedReport<AssignmentReport>) -> String {
    let report = timed.report
    let state = report.state.map { "  dry run: output is \($0.rawValue)" } ?? ""
    return "\(report.path) → \(report.output)  now \(report.profile) (\(report.tag))\(state)"
  }

  func notes(_ timed: TimedReport<AssignmentReport>) -> [String] {
    timed.report.notes.map { "\(timed.report.path): \($0)" }
  }

  func hasFindings(_ timed: TimedReport<AssignmentReport>) -> Bool {
    checksOutputs && timed.report.state != .same
  }
}
