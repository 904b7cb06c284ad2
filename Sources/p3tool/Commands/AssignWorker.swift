import P3Kit

/// Assigns a profile to one image of `p3tool assign`.
struct AssignWorker: ImageWorker {
  let command = "assign"
  let reportsAreResults = false
  let assignment: TagAssignment
  let settings: ImageConversion.Settings
  /// Whether differing or missing outputs of a dry run are findings.
  let checksOutputs: Bool

  func process(_ job: OutputNaming.Job) async throws(ConversionError) -> AssignmentReport {
    try assignment.assign(job.source, to: job.destination, settings: settings)
  }

  func text(_ report: AssignmentReport) -> String {
    let state = report.state.map { "  dry run: output is \($0.rawValue)" } ?? ""
    return "\(report.path) → \(report.output)  now \(report.profile) (\(report.tag))\(state)"
  }

  func notes(_ report: AssignmentReport) -> [String] { report.notes.map { "\(report.path): \($0)" } }

  func hasFindings(_ report: AssignmentReport) -> Bool { checksOutputs && report.state != .same }
}
