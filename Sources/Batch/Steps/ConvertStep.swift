import Checking
import ColorManagement
import Conversion
import DarkMode
import ImageFiles
import PNGCodec

/// The step `convert`.
struct ConvertStep: PipelineStep {
  /// What the options of the step decide.
  struct Settings: LimitedSettings {
    var request: ConversionRequest
    var source: ConversionTarget?
    var assumed = ConversionTarget.space(.sRGB)
    var softens = false
    var failOn: [FailCondition] = [.never]
    var stepLimits = StepLimits()
  }

  /// The options of `p3tool convert`.
  static let table = StepTable(.convert, Settings(request: ConversionRequest(target: .space(.sRGB)))) {
    StepOption(
      "to", \.request.target, .space, "Target: a built-in space, a name of 'profiles', or an ICC file",
      isRequired: true)
    StepOption(
      "from", \.source, OptionValue.space.optional, "Use this profile whatever the file says",
      example: "display-p3")
    StepOption("assume", \.assumed, .space, "The profile of untagged images")
    StepOption("intent", \.request.intent, .choice, "ICC rendering intent")
    StepOption(
      "black-point-compensation", \.request.blackPointCompensation, .flag,
      "Map the darkest colours of both profiles onto each other")
    StepOption("gamut", \.request.gamutMapping, .choice, "Colours that the target cannot hold")
    StepOption(
      "knee", \.request.knee, OptionValue.number(NumberRange(lower: 0, upper: 1)).optional,
      "Share of the target's boundary from which gamut: soft compresses",
      absence: "default: each image decides", example: "0.8")
    StepOption("soften", \.softens, .flag, "Also soften white backgrounds for dark mode")
    StepOption(
      "fail-on", \.failOn, OptionValue.condition(answeredBy: ConversionReport.rules).list,
      "Levels, gamut-clipping, banding or rule=limit that make the run exit with 1")
    StepOption("depth", \.request.depth, .choice, "Bits per sample")
    StepOption(
      "dither", \.request.dither, OptionValue.choice.optional, "How the depth is reduced",
      absence: "default: blue-noise where the values need more than 8 bits, else none", example: "none")
    StepOption(
      "reduce", \.request.reduces, .flag,
      "Leave out opaque alpha, and write a palette where 256 colours suffice")
    StepOption("tag", \.request.tagging, .choice, "Colour chunks of the output")
    StepOption("metadata", \.request.metadata, .metadata, "Other chunks kept")
    StepOption("compression", \.request.compression, .choice, "Trade of time and size")
    Settings.limitOptions
  }

  let conversion: ImageConversion
  /// Which findings fail the run; nil where none is looked for.
  let policy: FindingPolicy?
  let recipe: String

  init(
    _ values: StepValues, in configuration: BatchConfiguration, limits: PNGLimits
  ) throws(ConfigurationError) {
    let settings = try Self.table.settings(values, in: configuration)
    var request = settings.request
    request.sourceOverride = settings.source?.profile
    request.assumedProfile = settings.assumed.profile
    request.softening = settings.softens ? SofteningOptions() : nil
    request.limits = settings.stepLimits.applied(to: limits)
    if request.knee != nil, request.gamutMapping != .soft {
      throw configuration.error(at: values["knee"]?.place ?? values.place, "'knee' is for gamut: soft")
    }
    // Without `fail-on` no scanner runs: the findings of a run are those of its check steps.
    policy =
      settings.failOn.contains { $0 != .never } ? FindingPolicy(conditions: settings.failOn) : nil
    request.scansGamut = policy != nil
    request.scansBanding = policy != nil
    do {
      try request.validate()
    } catch {
      let place = (values["tag"] ?? values["to"])?.place ?? values.place
      throw configuration.error(at: place, "\(error)")
    }
    conversion = ImageConversion(request)
    recipe = Self.table.key(settings)
  }

  var targetName: String? { conversion.request.target.outputSuffix }

  var rules: [StepRule] { policy == nil ? [] : ConversionReport.rules.map { StepRule($0) } }

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

  /// What the output has of what the step fails on; the output is written all the same.
  private func failing(_ report: ConversionReport) -> [Finding] {
    guard let policy else { return [] }
    return Finding.fingerprinted(report.findings.filter(policy.fails), path: report.path)
  }
}
