import Conversion
import ImageFiles
import PNGCodec

/// The step `soften`.
struct SoftenStep: PipelineStep {
  let softening: ImageSoftening
  let recipe: String

  init(_ softening: ImageSoftening, _ arguments: StepArguments, limits: PNGLimits) {
    var softening = softening
    softening.limits = arguments.limits(softening.limits, of: limits)
    self.softening = softening
    recipe = arguments.key
  }

  var targetName: String? { "dark" }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] {
    named.map { [$0] } ?? []
  }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    guard let output = task.output else { preconditionFailure("softening has an output") }
    let report = try await softening.soften(
      .file(task.input), to: .file(output),
      settings: task.settings(for: output))
    let remark = report.summary + (report.output == nil ? ": nothing is written" : "")
    return StepWork(
      result: StepResult(bytesIn: report.bytesIn, bytesOut: report.bytesOut, notes: [remark] + report.notes),
      written: report.output == nil ? [] : [output])
  }
}
