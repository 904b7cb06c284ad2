import Conversion
import DarkMode
import ImageFiles
import PNGCodec

/// The step `soften`.
struct SoftenStep: PipelineStep {
  /// What the options of the step decide.
  struct Settings: LimitedSettings {
    /// What an image needs that is left alone is the image itself: later steps take that.
    var softening = ImageSoftening(SofteningOptions())
    /// The opposite of `copy-unchanged`, by an earlier name.
    var skipsUnchanged: Bool {
      get { !softening.copiesUnchanged }
      set { softening.copiesUnchanged = !newValue }
    }
    var stepLimits = StepLimits()
  }

  /// The options of `p3tool soften`.
  static let table = StepTable(.soften, Settings()) {
    StepOption("mode", \.softening.options.mode, .choice, "How; auto leaves photographs alone")
    StepOption(
      "white", \.softening.options.whiteLuminance,
      .number(NumberRange(lower: 0, upper: 1, excludesLower: true)),
      "The relative luminance that white ends at")
    StepOption(
      "on", \.softening.options.background, .color, "The dark background the image will sit on")
    StepOption(
      "copy-unchanged", \.softening.copiesUnchanged, .flag, "Copy an image that is left alone")
    StepOption(
      "skip-unchanged", \.skipsUnchanged, .flag, "The opposite of copy-unchanged")
    StepOption("depth", \.softening.depth, .choice, "Bits per sample")
    StepOption(
      "dither", \.softening.dither, OptionValue.choice.optional, "How 16 bits become 8",
      absence: "default: blue-noise where an image needs more than 8 bits, else none", example: "blue-noise")
    StepOption("metadata", \.softening.metadata, .metadata, "Other chunks kept")
    StepOption("compression", \.softening.compression, .choice, "Trade of time and size")
    Settings.limitOptions
  }

  let softening: ImageSoftening
  let recipe: String

  init(
    _ values: StepValues, in configuration: BatchConfiguration, limits: PNGLimits
  ) throws(ConfigurationError) {
    let settings = try Self.table.settings(values, in: configuration)
    var softening = settings.softening
    softening.limits = settings.stepLimits.applied(to: limits)
    self.softening = softening
    recipe = Self.table.key(settings)
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
