import P3Kit

/// A rule as the formats for code review describe it.
struct ReportedRule: Sendable {
  /// The stable id.
  let id: String
  /// What it finds, in one sentence.
  let summary: String
  /// What to do about it, in one sentence.
  let remedy: String
  /// The level of its findings.
  let level: FindingLevel
}

extension ReportedRule {
  init(_ rule: Rule) {
    self.init(id: rule.rawValue, summary: rule.summary, remedy: rule.remedy, level: rule.level)
  }
}
