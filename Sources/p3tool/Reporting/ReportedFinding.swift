import P3Kit

/// A finding as the formats for code review show it.
struct ReportedFinding: Sendable {
  /// The id of its rule.
  let ruleID: String
  /// How much it matters.
  let level: FindingLevel
  /// One line for people.
  let message: String
  /// Where in the image.
  let region: Finding.Region?
  /// What it is recognised by in another run.
  let fingerprint: String
  /// Whether it makes the run exit with 1.
  let fails: Bool
  /// Whether it stands in the baseline; nil without one.
  let isKnown: Bool?
}

extension ReportedFinding {
  /// `finding` as `policy` judges it.
  init(_ finding: Finding, policy: FindingPolicy) {
    self.init(
      ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: finding.region,
      fingerprint: finding.fingerprint, fails: policy.fails(finding),
      isKnown: policy.baseline == nil ? nil : policy.isKnown(finding))
  }

  /// The message with the place in the image, for formats that have no field for it.
  var messageWithPlace: String {
    guard let region else { return message }
    return "\(message) (\(region.width)×\(region.height) px at \(region.x), \(region.y))"
  }
}
