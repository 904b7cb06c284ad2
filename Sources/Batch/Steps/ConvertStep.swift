import Checking
import Conversion
import ImageFiles
import PNGCodec

/// The step `convert`.
struct ConvertStep: PipelineStep {
  let conversion: ImageConversion
  /// The findings that fail the run; nil if the step looks for none.
  let policy: FindingPolicy?
  let recipe: String

  init(
    _ request: ConversionRequest, _ policy: FindingPolicy, _ arguments: StepArguments, limits: PNGLimits
  ) throws(ConfigurationError) {
    var request = request
    // A name in the pipeline's `profiles` is a valid value here.
    if let node = arguments.values["to"] { request.target = try arguments.configuration.colorSpace(node) }
    request.limits = arguments.limits(request.limits, of: limits)
    // Without `fail-on` no scanner runs: then only check steps have findings.
    self.policy = policy.conditions.contains { $0 != .never } ? policy : nil
    request.scansGamut = self.policy != nil
    request.scansBanding = self.policy != nil
    conversion = ImageConversion(request)
    recipe = arguments.key
  }

  var targetName: String? { conversion.request.target.outputSuffix }

  var rules: [ReportedRule] { policy == nil ? [] : ConversionReport.rules.map { ReportedRule($0) } }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] {
    named.map { [$0] } ?? []
  }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    guard let output = task.output else { preconditionFailure("a conversion has an output") }
    let report = try await conversion.convert(
      .file(task.input), to: .file(output),
      settings: task.settings(for: output))
    let findings = failing(report)
    return StepWork(
      result: StepResult(
        bytesIn: report.bytesIn, bytesOut: report.bytesOut, notes: report.notes,
        findings: findings.map { StepFinding($0) }, failures: findings.map(\.fingerprint)),
      written: [output])
  }

  /// The output's findings that fail the run. The output is written nevertheless.
  private func failing(_ report: ConversionReport) -> [Finding] {
    guard let policy else { return [] }
    return Finding.fingerprinted(report.findings.filter(policy.fails), path: report.path)
  }
}
