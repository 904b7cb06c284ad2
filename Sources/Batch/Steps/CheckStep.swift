import Checking
import ImageFiles
import PNGCodec

/// The step `check`: writes no output. Its findings can fail the run.
struct CheckStep: PipelineStep {
  /// The type of the levels of rules in a pipeline file.
  static var levels: SchemaType {
    .keyed(Rule.allCases.map(\.rawValue), .choice(FindingLevel.allCases.map(\.rawValue) + ["off"]))
  }

  let check: ImageCheck
  /// Levels that the pipeline sets instead of the rules' own.
  let levels: [Rule: FindingLevel]
  let recipe: String

  init(_ request: CheckRequest, _ arguments: StepArguments, limits: PNGLimits) {
    let values = arguments.values
    var leveled: [Rule: FindingLevel?] = [:]
    for entries in [arguments.configuration.rules?.entries, values["rules"]?.entries] {
      for entry in entries ?? [] {
        if let rule = Rule(rawValue: entry.key) {
          leveled[rule] = .some(FindingLevel(rawValue: entry.value.text))
        }
      }
    }
    var request = request
    request.rules = Self.selection(request.rules, leveled: leveled, values)
    request.limits = arguments.limits(request.limits, of: limits)
    check = ImageCheck(request)
    levels = leveled.compactMapValues { $0 }
    let lines = leveled.map { "\n\($0.key.rawValue): \($0.value?.rawValue ?? "off")" }.sorted()
    recipe = arguments.key + "rules" + lines.joined()
  }

  /// The rules of the step, without those that are off, and with the opt-in rules that have a level.
  private static func selection(
    _ selection: RuleSelection, leveled: [Rule: FindingLevel?], _ values: StepValues
  ) -> RuleSelection {
    let skipped = values["skip"]?.elements.flatMap { $0.text.split(separator: ",") } ?? []
    let also = leveled.keys.filter {
      $0.isOffByDefault && values["only"] == nil && !skipped.contains($0.rawValue[...])
    }
    let rules = selection.rules.union(also).filter { leveled[$0] != .some(nil) }
    return RuleSelection(also: also, skip: Rule.allCases.filter { !rules.contains($0) })
  }

  var targetName: String? { nil }

  var rules: [ReportedRule] { check.request.rules.rules.map { ReportedRule($0) } }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] { [] }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    let report = try await check.check(.file(task.input), budget: task.budget)
    let findings = report.findings.map(leveled)
    let policy = check.request.policy
    return StepWork(
      result: StepResult(
        bytesIn: task.byteCount, notes: report.notes, findings: findings.map { StepFinding($0) },
        failures: findings.filter { policy.fails($0) }.map(\.fingerprint),
        known: policy.baseline.map { findings.filter($0.contains).map(\.fingerprint) }),
      written: [])
  }

  /// The finding with the level that the pipeline sets for its rule.
  func leveled(_ finding: Finding) -> Finding {
    guard let level = levels[finding.rule] else { return finding }
    var changed = Finding(
      finding.rule, level: level, value: finding.value, subject: finding.subject, places: finding.places,
      finding.message)
    changed.fingerprint = finding.fingerprint
    return changed
  }
}
