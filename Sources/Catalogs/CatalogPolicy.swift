package import Checking

/// Decides which rules `catalog lint` runs, and which findings fail a run.
package struct CatalogPolicy: Sendable {
  /// One value of `--fail-on`.
  package typealias Condition = RuleCondition<CatalogRule>

  /// The rules whose findings are reported.
  package let rules: Set<CatalogRule>
  /// Conditions of a failure; any one is enough.
  package let conditions: [Condition]
  /// Findings of an earlier run, which do not fail.
  package let baseline: CatalogBaseline?

  /// - Parameters:
  ///   - only: runs only these rules; empty means all.
  ///   - skip: rules to leave out.
  ///   - conditions: empty means the default, errors.
  package init(
    only: [CatalogRule] = [], skip: [CatalogRule] = [], conditions: [Condition] = [],
    baseline: CatalogBaseline? = nil
  ) {
    rules = Set(only.isEmpty ? CatalogRule.allCases : only).subtracting(skip)
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
    self.baseline = baseline
  }

  /// `report` with the findings of the selected rules only.
  package func selected(_ report: CatalogSetReport) -> CatalogSetReport {
    CatalogSetReport(
      path: report.path, kind: report.kind, findings: report.findings.filter { rules.contains($0.rule) })
  }

  /// Whether `finding` makes the run exit with 1.
  package func fails(_ finding: CatalogFinding) -> Bool {
    !isKnown(finding) && conditions.contains { $0.matches(finding.rule, finding.level) }
  }

  /// Whether `finding` is in the baseline.
  package func isKnown(_ finding: CatalogFinding) -> Bool { baseline?.contains(finding) ?? false }
}

extension CatalogRule: NamedRule {
  /// The rule's page as text, printed by `catalog lint --explain`.
  package var explanation: String {
    page(
      level, summary, why: reason,
      remedy: "\(remedy) `p3tool catalog lint Assets.xcassets --only \(rawValue)` lists these alone.")
  }
}

/// The findings of an earlier run of `catalog lint`, from its JSON report.
package struct CatalogBaseline: Sendable {
  private let fingerprints: Set<String>

  /// Reads the JSON report at `path`.
  package init(path: String) throws(BaselineError) {
    let report = try BaselineReport<CatalogFinding>(
      json: try BaselineReport<CatalogFinding>.bytes(path), commands: ["catalog lint"],
      otherwise: .notACatalogReport(path: path))
    fingerprints = Set(report.inputs.flatMap(\.known).map(\.fingerprint))
  }

  /// Whether the baseline has `finding`.
  package func contains(_ finding: CatalogFinding) -> Bool { fingerprints.contains(finding.fingerprint) }
}
