/// Which rules a check runs: `--only` and `--skip`.
public struct RuleSelection: Sendable, Hashable {
  /// The rules that run.
  public let rules: Set<Rule>

  /// Every rule.
  public static let all = RuleSelection()

  /// - Parameters:
  ///   - only: these rules alone; empty means all.
  ///   - skip: rules left out of them.
  public init(only: [Rule] = [], skip: [Rule] = []) {
    rules = Set(only.isEmpty ? Rule.allCases : only).subtracting(skip)
  }

  /// Whether `rule` runs.
  public func contains(_ rule: Rule) -> Bool { rules.contains(rule) }
}
