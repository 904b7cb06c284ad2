import ImageFiles

/// Rules that users name in options and pipelines: of `check`, `diff`, `palette lint` and `catalog lint`.
package protocol NamedRule: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  /// Other names of rules, in lower-case letters and digits only, each with the ids that it may mean.
  static var synonyms: [String: [String]] { get }
  /// What the rule finds, in one sentence.
  var summary: String { get }
  /// How to mend the findings, in one sentence.
  var remedy: String { get }
  /// The level of most of its findings.
  var level: FindingLevel { get }
  /// The rule's page as text, printed by `--explain`: what it finds, why that matters, and what to do.
  var explanation: String { get }
}

extension NamedRule {
  /// No other names.
  package static var synonyms: [String: [String]] { [:] }

  /// The rule called `name`.
  ///
  /// - Throws: `UnknownRule` if there is none.
  package static func named(_ name: String) throws(UnknownRule) -> Self {
    if let rule = Self(rawValue: name) { return rule }
    throw UnknownRule(name, of: Self.self)
  }

  /// Joins the parts of a rule's page.
  ///
  /// - Parameter levels: what the level depends on, if findings have different ones; also limits.
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

  /// What `--fail-on` accepts besides limits: levels, `none`, and the ids of rules.
  static var conditionWords: [String] {
    FindingLevel.allCases.map(\.rawValue) + ["none"] + allCases.map(\.rawValue)
  }
}

/// A rule as described in reports.
package struct ReportedRule: Sendable, Hashable {
  /// The stable id.
  package let id: String
  /// What the rule finds, in one sentence.
  package let summary: String
  /// How to mend the findings, in one sentence.
  package let remedy: String
  package let level: FindingLevel

  package init(id: String, summary: String, remedy: String, level: FindingLevel) {
    self.id = id
    self.summary = summary
    self.remedy = remedy
    self.level = level
  }

  package init(_ rule: any NamedRule) {
    self.init(id: rule.rawValue, summary: rule.summary, remedy: rule.remedy, level: rule.level)
  }

  /// - Parameter target: the target of a conversion in the remedy.
  package init(_ rule: Rule, target: String = "srgb") {
    self.init(
      id: rule.rawValue, summary: rule.summary, remedy: rule.remedy(target: target), level: rule.level)
  }

  /// A rule of `diff` with `preset`.
  package init(_ rule: DifferenceRule, _ preset: DifferencePreset) {
    self.init(id: rule.rawValue, summary: rule.summary, remedy: rule.remedy, level: rule.level(preset))
  }
}

/// A name that is not a rule; for `--fail-on` neither a level nor a rule.
package struct UnknownRule: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text as typed.
  package let name: String
  /// Whether a level would also have been valid.
  package let isCondition: Bool
  /// The word that was probably meant; nil if none is similar.
  package let nearest: String?
  /// The valid words.
  package let words: [String]

  /// - Parameter isCondition: whether the words of `--fail-on` are valid.
  package init<Named: NamedRule>(_ name: String, of rules: Named.Type, isCondition: Bool = false) {
    self.init(
      name, among: isCondition ? rules.conditionWords : rules.allCases.map(\.rawValue),
      synonyms: rules.synonyms, isCondition: isCondition)
  }

  /// The error for `name`, which is none of `words`.
  package init(
    _ name: String, among words: [String], synonyms: [String: [String]], isCondition: Bool = false
  ) {
    self.name = name
    self.isCondition = isCondition
    self.words = words
    nearest = NearestName.to(name, among: words, synonyms: synonyms)
  }

  /// The problem and its remedy: `no rule 'gamutclip' (did you mean 'gamut-clipping'?)`.
  package var description: String {
    let fact = isCondition ? "'\(name)' is neither a level nor a rule" : "no rule '\(name)'"
    return "\(fact) (\(nearest.map { "did you mean '\($0)'?" } ?? words.joined(separator: ", ")))"
  }
}

/// One value of `--fail-on` for rules without limits: those of `diff` and `catalog lint`.
package enum RuleCondition<Named: NamedRule>: Sendable, Hashable {
  /// Findings of this level or above.
  case level(FindingLevel)
  /// Findings of this rule.
  case rule(Named)
  /// No finding at all.
  case never

  /// Parses `LEVEL`, `RULE` or `none`.
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

  /// The condition in the notation of `--fail-on`.
  package var text: String {
    switch self {
    case .level(let level): level.rawValue
    case .rule(let rule): rule.rawValue
    case .never: "none"
    }
  }

  /// Whether a finding of `rule` at `level` meets the condition.
  package func matches(_ rule: Named, _ level: FindingLevel) -> Bool {
    switch self {
    case .level(let least): level >= least
    case .rule(let named): rule == named
    case .never: false
    }
  }
}
