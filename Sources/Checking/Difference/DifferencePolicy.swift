/// Decides which findings of `diff` fail a run.
package struct DifferencePolicy: Sendable {
  /// One value of `--fail-on`.
  package typealias Condition = RuleCondition<DifferenceRule>

  /// Conditions of a failure; any one is enough.
  package let conditions: [Condition]

  /// - Parameter conditions: empty means the default, errors.
  package init(conditions: [Condition] = []) {
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
  }

  /// Whether `finding` makes the run exit with 1.
  package func fails(_ finding: DifferenceFinding) -> Bool {
    conditions.contains { $0.matches(finding.rule, finding.level) }
  }
}

extension DifferenceRule: NamedRule {
  package var level: FindingLevel { level(.visible) }

  /// The rule's page as text, printed by `diff --explain`.
  package var explanation: String {
    page(level, summary, why: reason, levels: levels, remedy: remedy)
  }

  private var reason: String {
    switch self {
    case .sizeDiffers: "pixels of images of two sizes have no counterparts, so nothing else is compared."
    case .depthDiffers: "more bits are no other colours, but an export that lost some shows it here first."
    case .tagDiffers:
      "a tag says what the numbers mean. Colours are compared as their own tags mean them, so another tag with "
        + "converted numbers is the same picture; tools that compare bytes see two files."
    case .missing: "an image that is no longer made is a change as well."
    case .added: "a new image has nothing to be compared with, so nobody has looked at it yet."
    case .pixelsDiffer:
      "a pixel counts from the preset's colour difference (CIEDE2000) or --threshold on; 1 is just noticeable "
        + "side by side."
    case .areaDiffers:
      "over a whole area even a small difference is seen: white that became a light grey. Reported where 2 % of the "
        + "pixels differ by ΔE 1 or more and by less than the threshold."
    }
  }

  private var levels: String? {
    switch self {
    case .depthDiffers, .tagDiffers: "an error with --preset exact"
    case .pixelsDiffer: "a note where no more differ than --max-pixels and --max-share allow"
    case .sizeDiffers, .missing, .added, .areaDiffers: nil
    }
  }
}
