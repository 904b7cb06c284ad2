import Checking
import ImageFiles
import PNGCodec

/// The step `diff`: compares each image with the image of the same relative path in another folder, as `p3tool diff`
/// does.
struct DiffStep: PipelineStep {
  let request: DifferenceRequest
  let policy: DifferencePolicy
  let recipe: String
  /// The folder of the earlier images, relative to the pipeline's folder.
  private let before: String

  init(
    _ request: DifferenceRequest, _ policy: DifferencePolicy, _ arguments: StepArguments, limits: PNGLimits
  ) throws(ConfigurationError) {
    let node = arguments.values["before"]
    before = FilePath.normalized(node?.text ?? "")
    if let node { try arguments.configuration.check(before, node) }
    var request = request
    request.limits = arguments.limits(request.limits, of: limits)
    request.limits.maxPixelsOption = "max-image-pixels"
    self.request = request
    self.policy = policy
    recipe = arguments.key
  }

  var targetName: String? { nil }

  var rules: [ReportedRule] {
    DifferenceRule.allCases.filter { $0 != .missing }.map { ReportedRule($0, request.preset) }
  }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] { [] }

  func comparedFile(for input: String) -> String? { FilePath.normalized(FilePath.join(before, input)) }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    guard let other = task.compared else { preconditionFailure("a comparison has two images") }
    guard FileStatus(path: other) != nil else {
      // An image that an earlier step left unchanged has no output, and needs no counterpart.
      return work(task, task.isLeftAlone ? [] : [.withoutCounterpart(other)], notes: [])
    }
    let report = try await ImageDifference(request).compare(
      .file(other), .file(task.input), budget: task.budget)
    return work(task, report.findings, notes: report.notes)
  }

  private func work(_ task: StepTask, _ findings: [DifferenceFinding], notes: [String]) -> StepWork {
    StepWork(
      result: StepResult(
        bytesIn: task.byteCount, notes: notes, findings: findings.map { StepFinding($0) },
        failures: findings.filter(policy.fails).map(\.fingerprint)),
      written: [])
  }
}
