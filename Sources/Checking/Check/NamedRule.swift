import ImageFiles

/// Rules that users name in options and pipelines: those of `check`, `diff`, `palette lint` and `catalog lint`.
package protocol NamedRule: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  /// Other words for rules, in small letters and digits alone, each with the ids that it may mean.
  static var synonyms: [String: [String]] { get }
  /// The rule's page in words, as `--explain` prints it: what it finds, why that matters, and what to do.
  var explanation: String { get }
}

extension NamedRule {
  /// No other words.
  package static var synonyms: [String: [String]] { [:] }

  /// The rule called `name`.
  ///
  /// - Throws: `UnknownRule` where there is none.
  package static func named(_ name: String) throws(UnknownRule) -> Self {
    if let rule = Self(rawValue: name) { return rule }
    throw UnknownRule(name, of: Self.self)
  }

  /// The page of a rule, of its parts.
  ///
  /// - Parameter levels: what it depends on where findings have different ones; also limits.
  package func page(
    _ level: FindingLevel, _ summary: String, why reason: String, levels: String? = nil, remedy: String
  ) -> String {
    """
    \(rawValue) (\(level.rawValue))
    \(summary)

    Why: \(reason)

    Level: \(level.rawValue)\(levels.map { "; \($0)" } ?? "").

    What to do: \(remedy)
    """
  }

  /// What `--fail-on` takes beside limits: levels, `none`, and the ids of rules.
  static var conditionWords: [String] {
    FindingLevel.allCases.map(\.rawValue) + ["none"] + allCases.map(\.rawValue)
  }
}

/// A name that is no rule, or, where a condition of `--fail-on` is wanted, neither a level nor a rule.
package struct UnknownRule: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was typed.
  package let name: String
  /// Whether a level would have been right as well.
  package let isCondition: Bool
  /// The word that was probably meant; nil where none is near.
  package let nearest: String?
  /// The words that would have been right.
  package let words: [String]

  /// - Parameter isCondition: whether the words of `--fail-on` would have been right.
  package init<Named: NamedRule>(_ name: String, of rules: Named.Type, isCondition: Bool = false) {
    self.init(
      name, among: isCondition ? rules.conditionWords : rules.allCases.map(\.rawValue),
      synonyms: rules.synonyms, isCondition: isCondition)
  }

  /// The error for `name`, which is not one of `words`.
  package init(
    _ name: String, among words: [String], synonyms: [String: [String]], isCondition: Bool = false
  ) {
    self.name = name
    self.isCondition = isCondition
    self.words = words
    nearest = NearestName.to(name, among: words, synonyms: synonyms)
  }

  /// What is wrong and what would be right: `no rule 'gamutclip' (did you mean 'gamut-clipping'?)`.
  package var description: String {
    let fact = isCondition ? "'\(name)' is neither a level nor a rule" : "no rule '\(name)'"
    return "\(fact) (\(nearest.map { "did you mean '\($0)'?" } ?? words.joined(separator: ", ")))"
  }
}

/// One value of `--fail-on` for rules that have no limits: those of `diff` and `catalog lint`.
package enum RuleCondition<Named: NamedRule>: Sendable, Hashable {
  /// Findings at this level or above.
  case level(FindingLevel)
  /// Findings of this rule.
  case rule(Named)
  /// No finding at all.
  case never

  /// Reads `LEVEL`, `RULE` or `none`.
  package init(_ text: String) throws(UnknownRule) {
    if text == "none" {
      self = .never
    } else if let level = FindingLevel(rawValue: text) {
      self = .level(level)
    } else if let rule = Named(rawValue: text) {
      self = .rule(rule)
    } else {
      throw UnknownRule(text, of: Named.self, isCondition: true)
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

  /// Whether a finding of `rule` at `level` fulfils the condition.
  package func matches(_ rule: Named, _ level: FindingLevel) -> Bool {
    switch self {
    case .level(let least): level >= least
    case .rule(let named): rule == named
    case .never: false
    }
  }
}
