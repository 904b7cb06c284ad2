import Checking
import ColorManagement
import Colors
import ImageFiles
import PNGCodec

/// The step `check`: writes nothing, and its findings can fail the run.
struct CheckStep: PipelineStep {
  /// What the options of the step decide.
  struct Settings: LimitedSettings {
    var request = CheckRequest()
    var source: ConversionTarget?
    var assumed = ConversionTarget.space(.sRGB)
    var viewing = ViewingConditions()
    /// Beside the standard ones.
    var backgrounds: [BackgroundColor] = []
    var only: [Rule] = []
    var skipped: [Rule] = []
    var failOn: [FailCondition] = [.level(.error)]
    var baseline: BaselineFile?
    /// Levels that differ from the rules' own; nil for rules that are off.
    var levels: [Rule: FindingLevel?] = [:]
    var stepLimits = StepLimits()
  }

  /// The options of `p3tool check`, and levels.
  static let table = StepTable(.check, Settings()) {
    StepOption("target", \.request.target, .space, "Where the image will be shown: a space as in convert")
    StepOption("target-depth", \.request.targetDepth, .choice, "Bits per sample there")
    StepOption(
      "pixels-per-degree", \.viewing.pixelsPerDegree, OptionValue.number(viewingRange).optional,
      "Image pixels per degree of vision, for banding", absence: "default 77", example: "77",
      without: ["viewing-distance", "ppi"])
    StepOption(
      "viewing-distance", \.viewing.distance, OptionValue.distance.optional,
      "Distance of the eye: 50 and 50cm, or 20in", with: ["ppi"])
    StepOption(
      "ppi", \.viewing.pixelsPerInch, OptionValue.number(viewingRange).optional,
      "Image pixels per inch on the display", example: "220", with: ["viewing-distance"])
    StepOption(
      "background", \.backgrounds, .backgrounds,
      "Further backgrounds of transparent artwork: CSS colours, or systemBackground")
    StepOption(
      "from", \.source, OptionValue.space.optional, "Use this profile whatever the file says",
      example: "display-p3")
    StepOption("assume", \.assumed, .space, "The profile of untagged images")
    StepOption("only", \.only, OptionValue.choice.list, "Run these rules alone")
    StepOption("skip", \.skipped, OptionValue.choice.list, "Leave these rules out")
    StepOption(
      "fail-on", \.failOn, OptionValue.condition(answeredBy: Rule.allCases).list,
      "Levels, rules or rule=limit that make the run exit with 1")
    StepOption(
      "baseline", \.baseline, OptionValue.baseline.optional,
      "A JSON report of an earlier run: what it has fails only where it has grown by a tenth")
    StepOption("rules", \.levels, .levels, "Other levels for rules, before those of the whole pipeline")
    Settings.limitOptions
  }

  private static let viewingRange = NumberRange(
    lower: ViewingConditions.range.lowerBound, upper: ViewingConditions.range.upperBound)

  let check: ImageCheck
  /// Levels that differ from the rules' own.
  let levels: [Rule: FindingLevel]
  let recipe: String

  init(
    _ values: StepValues, in configuration: BatchConfiguration, limits: PNGLimits
  ) throws(ConfigurationError) {
    var values = values
    if let rules = configuration.rules { values.addDefaults(rules, for: "rules") }
    let settings = try Self.table.settings(values, in: configuration)
    var request = settings.request
    if let node = values["target"] {
      do {
        try request.validateTarget()
      } catch {
        throw configuration.error(at: node.place, "\(error)")
      }
    }
    request.sourceOverride = settings.source?.profile
    request.assumedProfile = settings.assumed.profile
    request.viewing = settings.viewing.options
    request.backgrounds += settings.backgrounds
    let disabled = settings.levels.filter { $0.value == nil }.keys
    request.rules = RuleSelection(
      only: settings.only, also: settings.failOn.compactMap(\.rule) + settings.levels.keys,
      skip: settings.skipped + disabled)
    request.policy = FindingPolicy(conditions: settings.failOn, baseline: settings.baseline?.baseline)
    request.limits = settings.stepLimits.applied(to: limits)
    check = ImageCheck(request)
    levels = settings.levels.compactMapValues { $0 }
    recipe = Self.table.key(settings)
  }

  var targetName: String? { nil }

  var rules: [StepRule] { check.request.rules.rules.map { StepRule($0) } }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] { [] }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    let report = try await check.check(.file(task.input), budget: task.budget)
    let findings = report.findings.map(leveled)
    return StepWork(
      result: StepResult(
        bytesIn: task.byteCount, notes: report.notes, findings: findings.map { StepFinding($0) },
        failures: findings.filter { check.request.policy.fails($0) }.map(\.fingerprint)),
      written: [])
  }

  /// The finding at the level that the pipeline gives its rule.
  private func leveled(_ finding: Finding) -> Finding {
    guard let level = levels[finding.rule] else { return finding }
    var changed = Finding(
      finding.rule, level: level, value: finding.value, subject: finding.subject, places: finding.places,
      finding.message)
    changed.fingerprint = finding.fingerprint
    return changed
  }
}
