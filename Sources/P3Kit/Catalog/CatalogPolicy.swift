#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides what `catalog lint` looks for, and which findings fail a run.
package struct CatalogPolicy: Sendable {
  /// The rules whose findings are reported.
  package let rules: Set<CatalogRule>
  /// What fails; any one is enough.
  package let conditions: [Condition]
  /// Findings that were there before, which do not fail.
  package let baseline: CatalogBaseline?

  /// - Parameters:
  ///   - only: these rules alone; empty means all.
  ///   - skip: rules left out of them.
  ///   - conditions: empty means the default, errors.
  package init(
    only: [CatalogRule] = [], skip: [CatalogRule] = [], conditions: [Condition] = [],
    baseline: CatalogBaseline? = nil
  ) {
    rules = Set(only.isEmpty ? CatalogRule.allCases : only).subtracting(skip)
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
    self.baseline = baseline
  }

  /// `report` with the findings of the chosen rules alone.
  package func selected(_ report: CatalogSetReport) -> CatalogSetReport {
    CatalogSetReport(
      path: report.path, kind: report.kind, findings: report.findings.filter { rules.contains($0.rule) })
  }

  /// Whether `finding` makes the run exit with 1.
  package func fails(_ finding: CatalogFinding) -> Bool {
    !isKnown(finding) && conditions.contains { $0.matches(finding) }
  }

  /// Whether `finding` stands in the baseline.
  package func isKnown(_ finding: CatalogFinding) -> Bool { baseline?.contains(finding) ?? false }

  /// One value of `--fail-on`.
  package enum Condition: Sendable, Hashable, CustomStringConvertible {
    /// Findings at this level or above.
    case level(FindingLevel)
    /// Findings of this rule.
    case rule(CatalogRule)
    /// No finding at all.
    case never

    /// Reads `LEVEL`, `RULE` or `none`.
    package init(_ text: String) throws(CatalogRule.Unknown) {
      if text == "none" {
        self = .never
      } else if let level = FindingLevel(rawValue: text) {
        self = .level(level)
      } else if let rule = CatalogRule(rawValue: text) {
        self = .rule(rule)
      } else {
        throw CatalogRule.Unknown(
          name: text, isCondition: true,
          nearest: NearestName.to(
            text,
            among: FindingLevel.allCases.map(\.rawValue) + ["none"] + CatalogRule.allCases.map(\.rawValue)))
      }
    }

    /// As it was written.
    package var description: String {
      switch self {
      case .level(let level): level.rawValue
      case .rule(let rule): rule.rawValue
      case .never: "none"
      }
    }

    /// Whether `finding` fulfils the condition.
    package func matches(_ finding: CatalogFinding) -> Bool {
      switch self {
      case .level(let level): finding.level >= level
      case .rule(let rule): finding.rule == rule
      case .never: false
      }
    }
  }
}

extension CatalogRule {
  /// A name that is no rule of catalogs.
  package struct Unknown: Error, Sendable, Hashable, CustomStringConvertible {
    let name: String
    /// Whether a level would have been right as well.
    var isCondition = false
    let nearest: String?

    /// What is wrong and what would be right.
    package var description: String {
      let fact = isCondition ? "'\(name)' is neither a level nor a rule" : "no rule '\(name)'"
      let rules = CatalogRule.allCases.map(\.rawValue).joined(separator: ", ")
      return fact + (nearest.map { " (did you mean '\($0)'?)" } ?? " (\(rules))")
    }
  }

  /// The rule called `name`.
  package static func named(_ name: String) throws(Unknown) -> CatalogRule {
    if let rule = CatalogRule(rawValue: name) { return rule }
    throw Unknown(name: name, nearest: NearestName.to(name, among: allCases.map(\.rawValue)))
  }
}

/// The findings of an earlier run of `catalog lint`, from its JSON report.
package struct CatalogBaseline: Sendable {
  private let fingerprints: Set<String>

  /// Reads the JSON report at `path`.
  package init(path: String) throws(BaselineError) {
    let bytes = try BaselineReport.bytes(path)
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
      document.tool == "p3tool", document.command == "catalog lint"
    else { throw .notACatalogReport(path: path) }
    fingerprints = Set(document.inputs.flatMap { ($0.findings ?? []).map(\.fingerprint) })
  }

  func contains(_ finding: CatalogFinding) -> Bool { fingerprints.contains(finding.fingerprint) }

  private struct Document: Decodable {
    struct Input: Decodable {
      let findings: [CatalogFinding]?
    }
    let tool, command: String
    let inputs: [Input]
  }
}
