/// Decides which findings of `diff` fail a run.
package struct DifferencePolicy: Sendable {
  /// One value of `--fail-on`.
  package typealias Condition = RuleCondition<DifferenceRule>

  /// What fails; any one is enough.
  package let conditions: [Condition]

  /// - Parameter conditions: empty means the default, errors.
  package init(conditions: [Condition] = []) {
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
  }

  /// Whether `finding` makes the run exit with 1.
  package func fails(_ finding: DifferenceFinding) -> Bool {
    conditions.contains { $0.matches(finding.rule, finding.level) }
  }
}

extension DifferenceRule: NamedRule {}
