import Conversion
import ImageFiles
import PNGCodec

/// The work of one step on one image. A new kind of step is a new type with this protocol, a table of its options, and a
/// case of `StepKind`.
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

/// What a step of a pipeline does: a subcommand by its name, with the options of that subcommand (for `catalog`,
/// of `catalog build`; for `palette-lint`, of `palette lint`).
package enum StepKind: String, Sendable, Hashable, CaseIterable {
  case convert
  case soften
  case check
  case catalog
  case paletteLint = "palette-lint"
  case diff

  /// What it takes.
  var takes: SourceKind { self == .paletteLint ? .palette : .image }

  /// The subcommand that has its options.
  var subcommand: String {
    switch self {
    case .convert, .soften, .check, .diff: rawValue
    case .catalog: "catalog build"
    case .paletteLint: "palette lint"
    }
  }

  /// Whether other steps can take what it makes: one image.
  var makesImage: Bool {
    switch self {
    case .convert, .soften: true
    case .check, .catalog, .paletteLint, .diff: false
    }
  }

  /// The options of the step, as the file spells them.
  var options: SchemaObject {
    switch self {
    case .convert: ConvertStep.table.schema
    case .soften: SoftenStep.table.schema
    case .check: CheckStep.table.schema
    case .catalog: CatalogStep.table.schema
    case .paletteLint: PaletteLintStep.table.schema
    case .diff: DiffStep.table.schema
    }
  }

  /// The defaults of the options that have one, as the file spells them.
  var defaults: [String: String] {
    switch self {
    case .convert: ConvertStep.table.defaults
    case .soften: SoftenStep.table.defaults
    case .check: CheckStep.table.defaults
    case .catalog: CatalogStep.table.defaults
    case .paletteLint: PaletteLintStep.table.defaults
    case .diff: DiffStep.table.defaults
    }
  }

  /// The options of the step as lines of a starter file.
  func starterLines(setting required: Set<String> = []) -> [String] {
    switch self {
    case .convert: ConvertStep.table.starterLines(setting: required)
    case .soften: SoftenStep.table.starterLines(setting: required)
    case .check: CheckStep.table.starterLines(setting: required)
    case .catalog: CatalogStep.table.starterLines(setting: required)
    case .paletteLint: PaletteLintStep.table.starterLines(setting: required)
    case .diff: DiffStep.table.starterLines(setting: required)
    }
  }

  /// The step's work with `values`, in a run with `limits`.
  ///
  /// - Throws: `ConfigurationError` for options that contradict each other or name what does not exist.
  func step(
    _ values: StepValues, in configuration: BatchConfiguration, limits: PNGLimits
  ) throws(ConfigurationError) -> any PipelineStep {
    switch self {
    case .convert: try ConvertStep(values, in: configuration, limits: limits)
    case .soften: try SoftenStep(values, in: configuration, limits: limits)
    case .check: try CheckStep(values, in: configuration, limits: limits)
    case .catalog: try CatalogStep(values, in: configuration, limits: limits)
    case .paletteLint: try PaletteLintStep(values, in: configuration, limits: limits)
    case .diff: try DiffStep(values, in: configuration, limits: limits)
    }
  }
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
