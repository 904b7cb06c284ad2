package import Checking
package import ImageFiles
import Palettes

/// One thing that a step of a pipeline found, with the members that the JSON of its subcommand gives it.
///
/// Image, palette and comparison have rules of their own; here they are told by their ids, which some share.
package struct StepFinding: Sendable, Hashable, Codable {
  /// The id of the rule.
  package let rule: String
  /// How much it matters.
  package let level: FindingLevel
  /// What was found, how much and where, in one line for people; without the file's name.
  package let message: String
  /// Where in the image, the worst place first; empty for findings that have no place.
  package let places: [ImageRegion]
  /// The colours of a palette that it is about.
  package let colors: [String]
  /// When that holds, in a palette; nil where it holds always.
  package let condition: String?
  /// The rule's measure; nil where there is none.
  package let value: Double?
  /// What it is recognised by in another run.
  package let fingerprint: String

  /// What `check` or `convert` found.
  init(_ finding: Finding) {
    self.init(
      rule: finding.rule.rawValue, level: finding.level, message: finding.message, places: finding.places,
      value: finding.value, fingerprint: finding.fingerprint)
  }

  /// What `palette lint` found.
  init(_ finding: PaletteFinding) {
    self.init(
      rule: finding.rule.rawValue, level: finding.level, message: finding.message, colors: finding.colors,
      condition: finding.condition.isEmpty ? nil : finding.condition, value: finding.value,
      fingerprint: finding.fingerprint)
  }

  /// What `diff` found.
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

  /// Reads a finding of an earlier run; one of no rule that any step has is damaged.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let rule = try container.decode(String.self, forKey: .rule)
    guard StepRule.all.contains(where: { $0.id == rule }) else {
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

  /// Writes what there is; `region` is the first place, and all `places` stand there where there are more.
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

/// What a step may find: a rule of images, palettes or comparisons, as reports describe it.
package struct StepRule: Sendable, Hashable {
  /// The stable id.
  package let id: String
  /// What it finds, in one sentence.
  package let summary: String
  /// What to do about it, in one sentence.
  package let remedy: String
  /// The level of its findings.
  package let level: FindingLevel

  /// A rule of `check` and `convert`.
  init(_ rule: Rule) {
    (id, summary, remedy, level) = (rule.rawValue, rule.summary, rule.remedy, rule.level)
  }

  /// A rule of `palette lint`.
  init(_ rule: PaletteRule) {
    (id, summary, remedy, level) = (rule.rawValue, rule.summary, rule.remedy, rule.level)
  }

  /// A rule of `diff` with `preset`.
  init(_ rule: DifferenceRule, _ preset: DifferencePreset) {
    (id, summary, remedy) = (rule.rawValue, rule.summary, rule.remedy)
    level = rule.level(preset)
  }

  /// Those of all steps, in the order of reports.
  package static let all =
    Rule.allCases.map { StepRule($0) } + PaletteRule.allCases.map { StepRule($0) }
    + DifferencePreset.allCases.reversed().flatMap { preset in
      DifferenceRule.allCases.map { StepRule($0, preset) }
    }

  /// Those of `rules` in the order of reports, each id once: of rules that share one, the first describes both.
  static func ordered(_ rules: Set<StepRule>) -> [StepRule] {
    var ids: Set<String> = []
    return all.filter { rules.contains($0) && ids.insert($0.id).inserted }
  }
}
