// Which findings a report has.

extension Finding {
  /// Those of `findings` that were asked for and are over their limits, in the order of the rules, with the fingerprints
  /// of the image at `path`.
  static func selected(
    _ findings: [Finding], _ rules: RuleSelection, _ policy: FindingPolicy, path: String
  ) -> [Finding] {
    let kept = findings.filter {
      rules.contains($0.rule) && $0.value > policy.reportingLimit(of: $0.rule)
    }
    let ordered = Rule.allCases.flatMap { rule in kept.filter { $0.rule == rule } }
    return fingerprinted(ordered, path: RepositoryPath.current.relative(path))
  }
}
