import Catalogs
import Checking
import ImageFiles
import PNGCodec
import Palettes

/// The step `palette-lint`: checks palettes as `p3tool palette lint` does. Its findings can fail the run.
struct PaletteLintStep: PipelineStep {
  /// The rules to apply.
  let selected: Set<PaletteRule>
  let policy: PalettePolicy
  let roles: PaletteRoleGlobs
  let platform: String?
  let recipe: String

  var targetName: String? { nil }

  var rules: [ReportedRule] { selected.map { ReportedRule($0) } }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] { [] }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    let (palette, problems) = try ColorSetPalette.readPalette(task.input)
    let lint = PaletteLint(palette, platform: platform, problems: problems, roles: roles, rules: selected)
    let findings = lint.findings
    return StepWork(
      result: StepResult(
        bytesIn: task.byteCount, notes: lint.notes, findings: findings.map { StepFinding($0) },
        failures: findings.filter { policy.fails($0, of: task.input) }.map(\.fingerprint),
        known: policy.baseline.map { baseline in
          findings.filter { baseline.contains($0, of: task.input) }.map(\.fingerprint)
        }),
      written: [])
  }
}
