import Catalogs
import Checking
import ImageFiles
import PNGCodec
import Palettes

/// The step `palette-lint`: judges palettes as `p3tool palette lint` does, and its findings can fail the run.
struct PaletteLintStep: PipelineStep {
  /// What the options of the step decide.
  struct Settings: Sendable {
    var failOn: [PalettePolicy.Condition] = [.level(.error)]
    var only: [PaletteRule] = []
    var skipped: [PaletteRule] = []
    var baseline: PaletteBaselineFile?
    var roles: RolesFile?
    var platform: String?
  }

  /// The options of `p3tool palette lint`.
  static let table = StepTable(.paletteLint, Settings()) {
    StepOption(
      "fail-on", \.failOn, OptionValue.paletteCondition.list,
      "Levels, rules or rule=limit (a ratio or ΔE2000) that make the run exit with 1")
    StepOption("only", \.only, OptionValue.choice.list, "Run these rules alone")
    StepOption("skip", \.skipped, OptionValue.choice.list, "Leave these rules out")
    StepOption(
      "baseline", \.baseline, OptionValue.paletteBaseline.optional,
      "A JSON report of an earlier run: what it has fails only where it is worse by a tenth")
    StepOption(
      "roles", \.roles, OptionValue.roles.optional,
      "A YAML file that says what colours are for, by their names"
    )
    StepOption(
      "platform", \.platform, OptionValue.word(examples: ["macOS", "watchOS"]).optional,
      "Values on this platform")
  }

  /// What runs.
  let selected: Set<PaletteRule>
  let policy: PalettePolicy
  let roles: PaletteRoleGlobs
  let platform: String?
  let recipe: String

  init(
    _ values: StepValues, in configuration: BatchConfiguration, limits: PNGLimits
  ) throws(ConfigurationError) {
    let settings = try Self.table.settings(values, in: configuration)
    selected = Set(settings.only.isEmpty ? PaletteRule.allCases : settings.only).subtracting(settings.skipped)
    policy = PalettePolicy(conditions: settings.failOn, baseline: settings.baseline?.baseline)
    roles = settings.roles?.globs ?? PaletteRoleGlobs()
    platform = settings.platform
    recipe = Self.table.key(settings)
  }

  var targetName: String? { nil }

  var rules: [StepRule] { selected.map { StepRule($0) } }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] { [] }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    let (palette, problems) = try ColorSetPalette.readPalette(task.input)
    let lint = PaletteLint(palette, platform: platform, problems: problems, roles: roles, rules: selected)
    let findings = lint.findings
    return StepWork(
      result: StepResult(
        bytesIn: task.byteCount, notes: lint.notes, findings: findings.map { StepFinding($0) },
        failures: findings.filter { policy.fails($0, of: task.input) }.map(\.fingerprint)),
      written: [])
  }
}

// Values of palettes.

/// The findings of an earlier run, with what tells one such file from another.
struct PaletteBaselineFile: Sendable {
  let baseline: PaletteBaseline
  /// Of the file's bytes.
  let hash: ContentHash
}

/// What colours are for, with what tells one such file from another.
struct RolesFile: Sendable {
  let globs: PaletteRoleGlobs
  /// Of the file's bytes.
  let hash: ContentHash
}

extension OptionValue<PalettePolicy.Condition> {
  /// A level, a rule, `rule=limit`, or `none`.
  fileprivate static var paletteCondition: OptionValue {
    OptionValue(
      .text(
        examples: FindingLevel.allCases.map(\.rawValue) + ["none", "near-duplicate", "contrast=3"]),
      key: { $0.text },
      read: { (text) throws(ConfigurationError) in
        do {
          return try PalettePolicy.Condition(text.text)
        } catch {
          throw text.error("'\(text.name)': \(error)")
        }
      })
  }
}

extension OptionValue<PaletteBaselineFile> {
  /// A JSON report, relative to the pipeline's folder.
  fileprivate static var paletteBaseline: OptionValue {
    file(example: "palettes.json", key: { "\($0.hash)" }) { path in
      PaletteBaselineFile(baseline: try PaletteBaseline(path: path), hash: try ContentHash(file: path))
    }
  }
}

extension OptionValue<RolesFile> {
  /// A file of roles, relative to the pipeline's folder.
  fileprivate static var roles: OptionValue {
    file(example: "roles.yml", key: { "\($0.hash)" }) { path in
      RolesFile(globs: try PaletteRolesFile.read(path), hash: try ContentHash(file: path))
    }
  }
}
