import Conversion
import ImageFiles
import PNGCodec

/// The work of one step on one image. A new kind of step is a new type with this protocol, a
/// case of `StepKind`, and one of `StepRequest`.
protocol PipelineStep: Sendable {
  /// What `{target}` stands for; nil where the step writes no image of its own (a check).
  var targetName: String? { get }

  /// Everything beside the contents of the inputs that decides the output, as text: equal text, equal result. Asked
  /// for every source: worked out once.
  var recipe: String { get }

  /// The rules that it looks at; none where it finds nothing.
  var rules: [StepRule] { get }

  /// The files that the step writes, where `named` is the one its template names.
  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String]

  /// Files beside the outputs that the work on every source needs and that whichever comes first writes, relative to the
  /// pipeline's folder: they belong to no source.
  var sharedOutputs: [String] { get }

  /// The files that the step reads beside the image itself, relative to the pipeline's folder.
  func otherInputs(for source: PipelineSource) throws(OutputConflict) -> [String]

  /// The file, relative to the pipeline's folder, that the image is compared with; it need not be there. Nil where the step
  /// compares nothing.
  ///
  /// - Parameter input: the path of the image below the folder that it was found in or written to.
  func comparedFile(for input: String) -> String?

  /// Does the work. Outputs appear atomically.
  func perform(_ task: StepTask) async throws(ImageError) -> StepWork
}

extension PipelineStep {
  var rules: [StepRule] { [] }
  var sharedOutputs: [String] { [] }
  func otherInputs(for source: PipelineSource) throws(OutputConflict) -> [String] { [] }
  func comparedFile(for input: String) -> String? { nil }
}

/// What a step has done to one image.
struct StepWork: Sendable {
  /// What it reports.
  let result: StepResult
  /// Those of its outputs that it made, with full paths; others the image does not need.
  let written: [String]
}

/// One step on one image, with full paths.
struct StepTask: Sendable {
  /// The image or palette to read, as messages name it.
  let input: String
  /// Its bytes.
  let byteCount: Int
  /// Whether the input is the source itself because the step that it should come from has left that as it is.
  let isLeftAlone: Bool
  /// The file that the image is compared with, whether it is there or not; nil for steps that compare nothing.
  let compared: String?
  /// Where the output goes; nil for steps that write no image of their own.
  let output: String?
  /// The source that it comes from.
  let source: PipelineSource
  /// Everything the plan says that is written.
  let outputs: [String]
  /// Outputs that may be replaced: those that earlier runs made. Another one that exists is an error, unless it holds
  /// the very bytes that would be written.
  let replaceable: Set<String>
  /// Strips in work at once, shared by the whole run.
  let budget: StripPermits

  /// How `output` is written.
  func settings(for output: String) -> OutputSettings {
    var settings = OutputSettings(overwrite: replaceable.contains(output), budget: budget)
    settings.keepsSame = true
    return settings
  }
}
