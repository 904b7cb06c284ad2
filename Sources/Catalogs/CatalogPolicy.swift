package import Checking

/// Decides what `catalog lint` looks for, and which findings fail a run.
package struct CatalogPolicy: Sendable {
  /// One value of `--fail-on`.
  package typealias Condition = RuleCondition<CatalogRule>

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
    !isKnown(finding) && conditions.contains { $0.matches(finding.rule, finding.level) }
  }

  /// Whether `finding` stands in the baseline.
  package func isKnown(_ finding: CatalogFinding) -> Bool { baseline?.contains(finding) ?? false }
}

extension CatalogRule: NamedRule {
  /// The rule's page in words, as `catalog lint --explain` prints it.
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

  func contains(_ finding: CatalogFinding) -> Bool { fingerprints.contains(finding.fingerprint) }
}
