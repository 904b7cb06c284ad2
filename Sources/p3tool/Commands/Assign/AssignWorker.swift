import CommandParts
import Conversion
import ImageFiles
import Reports

/// Assigns a profile to one image of `p3tool assign`.
struct AssignWorker: OutputWorker {
  typealias Written = AssignmentReport

  let command = "assign"
  let assignment: TagAssignment
  let options: OutputRun

  func write(_ job: OutputNaming.Job) async throws(ImageError) -> AssignmentReport {
    try await assignment.assign(job.source, to: job.destination, settings: options.settings)
  }

  func text(_ timed: TimedReport<AssignmentReport>) -> String {
    let report = timed.report
    let state = report.state.map { "  dry run: output is \($0.rawValue)" } ?? ""
    let tag = report.tag == "none" ? "without a colour tag" : "now \(report.profile) (\(report.tag))"
    return "\(report.path.printableName) → \(report.output.printableName)  \(tag)\(state)"
  }
}
