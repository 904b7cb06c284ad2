package import ArgumentParser
package import Checking

/// The rules to apply, and the findings that fail the run.
package struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Exit with 1 on findings of this level or above, or of this rule when they exceed the limit; repeatable.",
      discussion: "note, warning, error (the default), none, a rule, or RULE=LIMIT.", valueName: "condition"),
    completion: .conditions(Rule.allCases.map(\.rawValue)))
  package var failOn: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only this rule; repeatable. color-vision runs only when named here or in --fail-on.",
      valueName: "rule"), completion: .list(Rule.allCases.map(\.rawValue)))
  package var only: [String] = []

  @Option(
    help: ArgumentHelp("Leave this rule out; repeatable.", valueName: "rule"),
    completion: .list(Rule.allCases.map(\.rawValue)))
  package var skip: [String] = []

  @Option(
    help: ArgumentHelp(
      "A JSON report of an earlier run, or a file of --write-baseline: what it has already does not fail, unless it has grown by a tenth.",
      valueName: "file"), completion: .report)
  package var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write what is found to this file, a line for each finding, and exit with 0 for it.", valueName: "file"),
    completion: .file())
  package var writeBaseline: String?

  @Flag(
    help:
      "Take out of the file of --baseline what images that are looked at no longer have, and images gone from the repository."
  )
  package var pruneBaseline = false

  @Option(
    help: ArgumentHelp(
      "Leave findings below this level out of the report, unless they fail: note, warning or error.",
      valueName: "level"))
  package var minLevel: FindingLevel = .note

  package func validate() throws {
    _ = try conditions()
    _ = try selection()
    if pruneBaseline, baseline == nil { throw ValidationError("--prune-baseline needs --baseline") }
  }

  /// - Throws: `BaselineError` for a baseline that cannot be used.
  package func apply(to request: inout CheckRequest) throws {
    request.rules = try selection()
    request.policy = FindingPolicy(
      conditions: try conditions(), baseline: try baseline.map { try Baseline(path: $0) },
      leastLevel: minLevel)
  }

  private func conditions() throws -> [FailCondition] {
    try failOn.map { text in
      do { return try FailCondition(text) } catch { throw ValidationError("--fail-on: \(error)") }
    }
  }

  private func selection() throws -> RuleSelection {
    RuleSelection(
      only: try Rule.named(only, option: "--only"), also: try conditions().compactMap(\.rule),
      skip: try Rule.named(skip, option: "--skip"))
  }

  package init() {}
}
