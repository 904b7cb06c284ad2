/// Decides which findings of `diff` fail a run.
package struct DifferencePolicy: Sendable {
  /// What fails; any one is enough.
  package let conditions: [Condition]

  /// - Parameter conditions: empty means the default, errors.
  package init(conditions: [Condition] = []) {
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
  }

  /// Whether `finding` makes the run exit with 1.
  package func fails(_ finding: DifferenceFinding) -> Bool { conditions.contains { $0.matches(finding) } }

  /// One value of `--fail-on`.
  package enum Condition: Sendable, Hashable {
    /// Findings at this level or above.
    case level(FindingLevel)
    /// Findings of this rule.
    case rule(DifferenceRule)
    /// No finding at all.
    case never

    /// Reads `LEVEL`, `RULE` or `none`.
    package init(_ text: String) throws(DifferenceConditionError) {
      if text == "none" {
        self = .never
      } else if let level = FindingLevel(rawValue: text) {
        self = .level(level)
      } else if let rule = DifferenceRule(rawValue: text) {
        self = .rule(rule)
      } else {
        let words =
          FindingLevel.allCases.map(\.rawValue) + ["none"] + DifferenceRule.allCases.map(\.rawValue)
        throw DifferenceConditionError(text: text, nearest: NearestName.to(text, among: words), words: words)
      }
    }

    /// As `--fail-on` takes it.
    package var text: String {
      switch self {
      case .level(let level): level.rawValue
      case .rule(let rule): rule.rawValue
      case .never: "none"
      }
    }

    func matches(_ finding: DifferenceFinding) -> Bool {
      switch self {
      case .level(let level): finding.level >= level
      case .rule(let rule): finding.rule == rule
      case .never: false
      }
    }
  }
}

/// A `--fail-on` value of `diff` that is neither a level nor a rule.
package struct DifferenceConditionError: Error, Sendable, Hashable, CustomStringConvertible {
  let text: String
  /// The word that is most like it.
  let nearest: String?
  /// All words.
  let words: [String]

  /// What is wrong and what would be right.
  package var description: String {
    "'\(text)' is neither a level nor a rule (\(nearest.map { "did you mean '\($0)'?" } ?? words.joined(separator: ", ")))"
  }
}
