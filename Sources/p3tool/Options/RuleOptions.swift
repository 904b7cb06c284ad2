import ArgumentParser
import Checking
import Reports

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

  /// - Throws: `Outcome.failedInputs`, said on standard error, for a baseline that cannot be used.
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
    guard let baseline else { return nil }
    do {
      return try Baseline(path: baseline)
    } catch {
      StandardStream.error.write(error: error)
      throw Outcome.failedInputs
    }
  }
}
