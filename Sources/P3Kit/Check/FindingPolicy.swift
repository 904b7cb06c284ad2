/// Decides which findings fail a run.
public struct FindingPolicy: Sendable {
  /// What fails; any one is enough.
  public let conditions: [FailCondition]

  /// Findings that were there before, which do not fail.
  public let baseline: Baseline?

  /// - Parameter conditions: empty means the default, errors.
  public init(conditions: [FailCondition] = [], baseline: Baseline? = nil) {
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
    self.baseline = baseline
  }

  /// Whether `finding` makes the run exit with 1.
  public func fails(_ finding: Finding) -> Bool {
    !isKnown(finding) && conditions.contains { $0.matches(finding) }
  }

  /// Whether `finding` stands in the baseline.
  public func isKnown(_ finding: Finding) -> Bool { baseline?.contains(finding) ?? false }

  /// The measure from which on `rule` speaks: its default, or a lower limit that was asked for. Without the
  /// latter, `--fail-on banding=0.1` could never fail on a finding that was not made.
  public func reportingLimit(of rule: Rule) -> Double {
    conditions.reduce(rule.defaultLimit) { least, condition in
      if case .rule(rule, let limit) = condition { return min(least, limit) }
      return least
    }
  }
}
