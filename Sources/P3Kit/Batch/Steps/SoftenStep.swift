import PNGCodec

/// The step `soften`.
struct SoftenStep: PipelineStep {
  /// What the options of the step decide.
  struct Settings: LimitedSettings {
    var softening = ImageSoftening(SofteningOptions())
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
    StepOption("depth", \.softening.depth, .choice, "Bits per sample")
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
    return StepWork(
      result: StepResult(
        bytesIn: report.bytesIn, bytesOut: report.bytesOut, notes: [report.summary] + report.notes),
      written: [output])
  }
}
