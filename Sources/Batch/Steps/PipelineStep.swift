import Checking
import Conversion
import ImageFiles
import PNGCodec

/// One step, which works on one image at a time. A new kind of step needs a new type that conforms to this protocol, a
/// case of `StepKind`, and a case of `StepRequest`.
protocol PipelineStep: Sendable {
  /// The value of `{target}`; nil if the step writes no image of its own (a check).
  var targetName: String? { get }

  /// A text of everything beside the inputs' contents that decides the output: equal texts give equal results. A stored
  /// property, since it is read for every source.
  var recipe: String { get }

  /// The rules that the step applies; empty if it has no findings.
  var rules: [ReportedRule] { get }

  /// The files that the step writes. `named` is the path from its template.
  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String]

  /// Files that belong to no source: the first source's work writes them, and all need them. Relative to the pipeline's
  /// folder.
  var sharedOutputs: [String] { get }

  /// The files that the step reads beside the image itself, relative to the pipeline's folder.
  func otherInputs(for source: PipelineSource) throws(OutputConflict) -> [String]

  /// The file to compare the image with, relative to the pipeline's folder; it need not exist. Nil if the step compares
  /// nothing.
  ///
  /// - Parameter input: the image's path below the folder in which it was found or to which it was written.
  func comparedFile(for input: String) -> String?

  /// Performs the step. Outputs appear atomically.
  func perform(_ task: StepTask) async throws(ImageError) -> StepWork
}

extension PipelineStep {
  var rules: [ReportedRule] { [] }
  var sharedOutputs: [String] { [] }
  func otherInputs(for source: PipelineSource) throws(OutputConflict) -> [String] { [] }
  func comparedFile(for input: String) -> String? { nil }
}

/// The result of one step on one image.
struct StepWork: Sendable {
  /// The result for the report.
  let result: StepResult
  /// Full paths of the outputs that the step wrote. The image does not need the others.
  let written: [String]
}

/// The task of one step on one image, with full paths.
struct StepTask: Sendable {
  /// The path of the image or palette to read, also for messages.
  let input: String
  /// The size of the input in bytes.
  let byteCount: Int
  /// Whether the input is the source itself because the step before left it unchanged.
  let isLeftAlone: Bool
  /// The file to compare the image with, which need not exist; nil for steps that compare nothing.
  let compared: String?
  /// The path of the output; nil for steps that write no image of their own.
  let output: String?
  /// The source from which the input comes.
  let source: PipelineSource
  /// All outputs in the plan.
  let outputs: [String]
  /// Outputs of earlier runs, which may be replaced. Any other existing file is an error, unless it already has exactly
  /// the bytes to write.
  let replaceable: Set<String>
  /// The permits for strips in work, shared by the whole run.
  let budget: StripPermits

  /// The settings for writing `output`.
  func settings(for output: String) -> OutputSettings {
    var settings = OutputSettings(overwrite: replaceable.contains(output), budget: budget)
    settings.keepsSame = true
    return settings
  }
}
