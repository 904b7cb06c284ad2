import ColorManagement

/// The step `check`: writes nothing, and its findings can fail the run.
struct CheckOperation: BatchOperation {
  /// The options of `p3tool check`, as a pipeline file spells them.
  static let options = SchemaObject(
    "check step",
    [
      .init("target", .text, "Where the image will be shown: a space as in convert (default srgb)."),
      .init("target-depth", .choice(TargetDepth.self), "Bits per sample there (default 8)."),
      .init("background", .oneOrMore(.text), "Further backgrounds of transparent artwork, as #rrggbb."),
      .init("from", .text, "Use this profile whatever the file says."),
      .init("assume", .text, "The profile of untagged images (default srgb)."),
      .init("only", .oneOrMore(.choice(Rule.self)), "Run these rules alone."),
      .init("skip", .oneOrMore(.choice(Rule.self)), "Leave these rules out."),
      .init("fail-on", .oneOrMore(.text), "Levels, rules or rule=limit that make the run exit with 1."),
      .init("rules", levels, "Other levels for rules, before those of the whole pipeline."),
    ])

  /// Levels by rule.
  static let levels = SchemaType.keyed(
    Rule.allCases.map(\.rawValue), .choice(FindingLevel.allCases.map(\.rawValue) + ["off"]))

  private let check: ImageCheck
  /// Levels that differ from the rules' own.
  private let levels: [Rule: FindingLevel]
  let recipe: String

  init(_ options: BatchOptions, context: BatchContext) throws(ConfigurationError) {
    var request = CheckRequest()
    if let node = options["target"] {
      request.target = try context.target(node)
      do {
        try request.validateTarget()
      } catch {
        throw context.error(at: node.place, "\(error)")
      }
    }
    request.targetDepth = options.choice("target-depth") ?? request.targetDepth
    if let node = options["from"] { request.sourceOverride = try context.target(node).profile }
    if let node = options["assume"] { request.assumedProfile = try context.target(node).profile }
    for node in options["background"]?.elements ?? [] {
      do {
        request.backgrounds += try BackgroundColor.named(node.text)
      } catch {
        throw context.error(at: node.place, "'background': \(error)")
      }
    }
    let changes = context.rules.merging(Self.changes(options["rules"])) { _, own in own }
    let disabled = changes.filter { $0.value == nil }.keys
    request.rules = RuleSelection(
      only: Self.rules(options["only"]), skip: Self.rules(options["skip"]) + disabled)
    let failOn = options["fail-on"]?.elements.map(\.text) ?? []
    var conditions: [FailCondition] = []
    for node in options["fail-on"]?.elements ?? [] {
      do {
        conditions.append(try FailCondition(node.text))
      } catch {
        throw context.error(at: node.place, "'fail-on': \(error)")
      }
    }
    request.policy = FindingPolicy(conditions: conditions)
    request.limits = context.limits
    levels = changes.compactMapValues { $0 }
    check = ImageCheck(request)
    recipe = Self.recipe(request, failOn: failOn, levels: levels)
  }

  /// The levels that a mapping says; nil for rules that are off.
  static func changes(_ node: ConfigurationNode?) -> [Rule: FindingLevel?] {
    var changes: [Rule: FindingLevel?] = [:]
    for entry in node?.entries ?? [] {
      if let rule = Rule(rawValue: entry.key) {
        changes[rule] = .some(FindingLevel(rawValue: entry.value.text))
      }
    }
    return changes
  }

  private static func rules(_ node: ConfigurationNode?) -> [Rule] {
    (node?.elements ?? []).compactMap { Rule(rawValue: $0.text) }
  }

  var targetName: String? { nil }

  var rules: Set<Rule> { check.request.rules.rules }

  private static func recipe(
    _ request: CheckRequest, failOn: [String], levels: [Rule: FindingLevel]
  ) -> String {
    [
      "target \(SHA256.hash(request.target.profile.bytes)) at \(request.targetDepth.rawValue)",
      "from \(request.sourceOverride.map { "\(SHA256.hash($0.bytes))" } ?? "the file")",
      "assume \(SHA256.hash(request.assumedProfile.bytes))", "on \(request.backgrounds.map(\.name))",
      "rules \(request.rules.rules.map(\.rawValue).sorted())", "fail on \(failOn)",
      "levels \(levels.map { "\($0.key.rawValue)=\($0.value.rawValue)" }.sorted())",
    ].joined(separator: "\n")
  }

  func outputs(for source: BatchSource, named: String?) throws(BatchOutputConflict) -> [String] { [] }

  func perform(_ task: BatchTask) async throws(ImageError) -> BatchResult {
    let report = try await check.check(.file(task.input), budget: task.budget)
    let findings = report.findings.map(leveled)
    return BatchResult(
      bytesIn: FileStatus(path: task.input)?.size ?? 0, notes: report.notes, findings: findings,
      failures: findings.filter { check.request.policy.fails($0) }.map(\.fingerprint))
  }

  /// The finding at the level that the pipeline gives its rule.
  private func leveled(_ finding: Finding) -> Finding {
    guard let level = levels[finding.rule] else { return finding }
    var changed = Finding(
      finding.rule, level: level, value: finding.value, subject: finding.subject, region: finding.region,
      finding.message)
    changed.fingerprint = finding.fingerprint
    return changed
  }
}
