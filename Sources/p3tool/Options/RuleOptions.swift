import ArgumentParser
import Checking

/// Which rules run, and which findings fail.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Exit with 1 on findings of this level or above, or of this rule when they exceed the limit; repeatable.",
      discussion: "note, warning, error (the default), none, a rule, or RULE=LIMIT.", valueName: "condition"),
    completion: .conditions(Rule.allCases.map(\.rawValue)))
  var failOn: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only this rule; repeatable. color-vision runs only when named here or in --fail-on.",
      valueName: "rule"), completion: .list(Rule.allCases.map(\.rawValue)))
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Leave this rule out; repeatable.", valueName: "rule"),
    completion: .list(Rule.allCases.map(\.rawValue)))
  var skip: [String] = []

  @Option(
    help: ArgumentHelp(
      "A JSON report of an earlier run: what it has already does not fail, unless it has grown by a tenth.",
      valueName: "file"), completion: .report)
  var baseline: String?

  func validate() throws {
    _ = try conditions()
    _ = try selection()
  }

  /// - Throws: `UnusableFile` for a baseline that cannot be used.
  func apply(to request: inout CheckRequest) throws {
    request.rules = try selection()
    request.policy = FindingPolicy(conditions: try conditions(), baseline: try loadedBaseline())
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

  private func loadedBaseline() throws -> Baseline? {
    do { return try baseline.map { try Baseline(path: $0) } } catch { throw UnusableFile(error) }
  }
}
