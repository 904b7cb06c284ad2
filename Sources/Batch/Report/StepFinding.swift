package import Checking
package import ImageFiles
import Palettes

/// One finding of a pipeline step, with the members that it has in the JSON of the step's subcommand.
///
/// Images, palettes and comparisons have rules of their own. Here, a rule is an id, and some ids occur in several
/// groups.
package struct StepFinding: Sendable, Hashable, Codable {
  /// The id of the rule.
  package let rule: String
  package let level: FindingLevel
  /// What was found, how much and where, in one line of text, without the file's name.
  package let message: String
  /// The places in the image, the worst first; empty for findings without a place.
  package let places: [ImageRegion]
  /// The colours of a palette that are concerned.
  package let colors: [String]
  /// The condition under which the finding holds, in a palette; nil if it always holds.
  package let condition: String?
  /// The rule's measured value; nil for rules without one.
  package let value: Double?
  /// Identifies the same finding in another run.
  package let fingerprint: String

  /// A finding of `check` or `convert`.
  init(_ finding: Finding) {
    self.init(
      rule: finding.rule.rawValue, level: finding.level, message: finding.message, places: finding.places,
      value: finding.value, fingerprint: finding.fingerprint)
  }

  /// A finding of `palette lint`.
  init(_ finding: PaletteFinding) {
    self.init(
      rule: finding.rule.rawValue, level: finding.level, message: finding.message, colors: finding.colors,
      condition: finding.condition.isEmpty ? nil : finding.condition, value: finding.value,
      fingerprint: finding.fingerprint)
  }

  /// A finding of `diff`.
  init(_ finding: DifferenceFinding) {
    self.init(
      rule: finding.rule.rawValue, level: finding.level, message: finding.message,
      places: [finding.region].compactMap(\.self), fingerprint: finding.fingerprint)
  }

  private init(
    rule: String, level: FindingLevel, message: String, places: [ImageRegion] = [], colors: [String] = [],
    condition: String? = nil, value: Double? = nil, fingerprint: String
  ) {
    self.rule = rule
    self.level = level
    self.message = message
    self.places = places
    self.colors = colors
    self.condition = condition
    self.value = value
    self.fingerprint = fingerprint
  }

  /// The first place.
  package var region: ImageRegion? { places.first }

  private enum CodingKeys: String, CodingKey {
    case rule, level, message, region, places, colors, condition, value, fingerprint
  }

  /// Decodes a finding of an earlier run. Throws if its rule is unknown to all steps.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let rule = try container.decode(String.self, forKey: .rule)
    guard ReportedRule.ofSteps.contains(where: { $0.id == rule }) else {
      throw DecodingError.dataCorruptedError(forKey: .rule, in: container, debugDescription: "no such rule")
    }
    let region = try container.decodeIfPresent(ImageRegion.self, forKey: .region)
    self.init(
      rule: rule, level: try container.decode(FindingLevel.self, forKey: .level),
      message: try container.decode(String.self, forKey: .message),
      places: try container.decodeIfPresent([ImageRegion].self, forKey: .places)
        ?? [region].compactMap(\.self),
      colors: try container.decodeIfPresent([String].self, forKey: .colors) ?? [],
      condition: try container.decodeIfPresent(String.self, forKey: .condition),
      value: try container.decodeIfPresent(Double.self, forKey: .value),
      fingerprint: try container.decode(String.self, forKey: .fingerprint))
  }

  /// Encodes the present members. `region` is the first place; `places` is present if there are several.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(level, forKey: .level)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(region, forKey: .region)
    if places.count > 1 { try container.encode(places, forKey: .places) }
    if !colors.isEmpty { try container.encode(colors, forKey: .colors) }
    try container.encodeIfPresent(condition, forKey: .condition)
    try container.encodeIfPresent(value, forKey: .value)
    try container.encode(fingerprint, forKey: .fingerprint)
  }
}

extension ReportedRule {
  /// The rules of all steps, in the order of reports.
  package static let ofSteps =
    Rule.allCases.map { ReportedRule($0) } + PaletteRule.allCases.map { ReportedRule($0) }
    + DifferencePreset.allCases.reversed().flatMap { preset in
      DifferenceRule.allCases.map { ReportedRule($0, preset) }
    }

  /// The rules of all steps that `isWanted` selects, each id once: of two rules with one id, the first describes both.
  package static func ofSteps(where isWanted: (ReportedRule) -> Bool = { _ in true }) -> [ReportedRule] {
    var ids: Set<String> = []
    return ofSteps.filter { isWanted($0) && ids.insert($0.id).inserted }
  }
}
