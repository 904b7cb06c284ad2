/// Decides which findings fail a run.
package struct FindingPolicy: Sendable {
  /// Conditions of a failure; any one is enough.
  package let conditions: [FailCondition]

  /// Findings of an earlier run, which do not fail.
  package let baseline: Baseline?

  /// The least level of reported findings; failing ones are always reported.
  package let leastLevel: FindingLevel

  /// - Parameters:
  ///   - conditions: empty means the default, errors.
  ///   - baseline: findings of an earlier run.
  ///   - leastLevel: the least level of reported findings; failing ones are always reported.
  package init(
    conditions: [FailCondition] = [], baseline: Baseline? = nil, leastLevel: FindingLevel = .note
  ) {
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
    self.baseline = baseline
    self.leastLevel = leastLevel
  }

  /// Whether reports contain `finding`.
  package func reports(_ finding: Finding) -> Bool { finding.level >= leastLevel || fails(finding) }

  /// Whether `finding` makes the run exit with 1.
  package func fails(_ finding: Finding) -> Bool {
    !isKnown(finding) && conditions.contains { $0.matches(finding) }
  }

  /// Whether `finding` is in the baseline.
  package func isKnown(_ finding: Finding) -> Bool { baseline?.contains(finding) ?? false }

  /// Whether a condition is of `rule`.
  package func names(_ rule: Rule) -> Bool {
    conditions.contains { if case .rule(rule, _) = $0 { true } else { false } }
  }

  /// The limit above which `rule` reports: its default, or a lower limit of a condition. Otherwise `--fail-on
  /// banding=0.1` could never fail, as no finding would be made.
  package func reportingLimit(of rule: Rule) -> Double {
    conditions.reduce(rule.defaultLimit) { least, condition in
      if case .rule(rule, let limit) = condition { return min(least, limit) }
      return least
    }
  }
}

/// One value of `--fail-on`: findings that make a run exit with 1.
package enum FailCondition: Sendable, Hashable {
  /// Findings of this level or above.
  case level(FindingLevel)
  /// Findings of this rule whose measure is above the limit.
  case rule(Rule, limit: Double)
  /// No finding at all.
  case never

  /// Parses `LEVEL`, `RULE`, `RULE=LIMIT` or `none`.
  package init(_ text: String) throws(FailConditionError) {
    if text == "none" {
      self = .never
    } else if let level = FindingLevel(rawValue: text) {
      self = .level(level)
    } else {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if FindingLevel(rawValue: String(parts[0])) != nil || parts[0] == "none" {
        throw .levelWithLimit(String(parts[0]))
      }
      guard let rule = Rule(rawValue: String(parts[0])) else {
        throw .unknown(UnknownRule(String(parts[0]), of: Rule.self, isCondition: true))
      }
      self = .rule(rule, limit: parts.count == 2 ? try Self.limit(parts[1], of: rule) : rule.defaultLimit)
    }
  }

  /// The rule that the condition names; nil for levels.
  package var rule: Rule? {
    if case .rule(let rule, _) = self { rule } else { nil }
  }

  /// Whether `finding` meets the condition.
  package func matches(_ finding: Finding) -> Bool {
    switch self {
    case .level(let level): finding.level >= level
    case .rule(let rule, let limit): finding.rule == rule && finding.value > limit
    case .never: false
    }
  }

  private static func limit(_ text: Substring, of rule: Rule) throws(FailConditionError) -> Double {
    let isPercentage = rule.unit == .share && text.hasSuffix("%")
    let number = Double(isPercentage ? text.dropLast() : text).map { isPercentage ? $0 / 100 : $0 }
    guard let number, rule.unit.limits.contains(number) else { throw .notALimit(String(text), of: rule) }
    return number
  }
}

/// An invalid `--fail-on` value.
package enum FailConditionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Neither a level nor a rule.
  case unknown(UnknownRule)
  /// A level, or `none`, with a limit.
  case levelWithLimit(String)
  /// A rule's limit that is not in the range of the rule's unit.
  case notALimit(String, of: Rule)

  /// The problem and its remedy.
  package var description: String {
    switch self {
    case .unknown(let name): name.description
    case .levelWithLimit(let name): "'\(name)' takes no limit: limits are those of rules, as in banding=2"
    case .notALimit(let text, let rule):
      "'\(text)' is no limit for \(rule.rawValue): "
        + (rule.unit == .share ? "from 0 to 1, or 0% to 100%" : "a number from 0 on") + " (\(rule.measure))"
    }
  }
}
