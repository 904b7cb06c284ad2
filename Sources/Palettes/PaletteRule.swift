package import Checking
import Colors
import ImageFiles

/// The rules of `palette lint`.
package enum PaletteRule: String, Sendable, Hashable, CaseIterable, Encodable {
  case contrast
  case colorVision = "color-vision"
  case nearDuplicate = "near-duplicate"
  case sameColorTwoMeanings = "same-color-two-meanings"
  case nonAdaptive = "non-adaptive"
  case noIncreasedContrast = "no-increased-contrast"
  case literalSystemColor = "literal-system-color"
  case srgbNumbersInP3 = "srgb-numbers-in-p3"
  case textOutsideSRGB = "text-outside-srgb"
  case invalidColor = "invalid-color"
  case alias

  /// The level of its findings; for `colorVision` the highest.
  package var level: FindingLevel {
    switch self {
    case .contrast, .colorVision, .invalidColor, .alias: .error
    case .nearDuplicate, .sameColorTwoMeanings, .nonAdaptive, .literalSystemColor, .srgbNumbersInP3: .warning
    case .noIncreasedContrast, .textOutsideSRGB: .note
    }
  }

  /// What it finds, in one sentence.
  package var summary: String {
    switch self {
    case .contrast: "A colour that is read has less than 4.5:1 on a background of its group."
    case .colorVision:
      "Two colours of one role are hard to tell apart for people with a colour vision deficiency."
    case .nearDuplicate: "Two colours of one role are under ΔE2000 8 apart for everybody."
    case .sameColorTwoMeanings: "One colour stands for two roles."
    case .nonAdaptive: "A colour is the same in the light and the dark appearance, or has no dark value."
    case .noIncreasedContrast: "A colour that is read has no value for increased contrast."
    case .literalSystemColor:
      "A system colour's value is written out; Apple changes these values between releases."
    case .srgbNumbersInP3: "The numbers of an sRGB colour are tagged Display P3: it is shown more saturated."
    case .textOutsideSRGB: "A colour of text lies outside sRGB: not every display shows it."
    case .invalidColor: "A value is no colour."
    case .alias: "An alias has no target, or goes in a circle."
    }
  }

  /// What to do about it, in one sentence.
  package var remedy: String {
    switch self {
    case .contrast: "Use the suggested colour, or larger text (3:1 is enough from 18 pt on)."
    case .colorVision: "Let the colours differ in lightness, or add a shape or a word."
    case .nearDuplicate: "Use one colour for both, or move them apart."
    case .sameColorTwoMeanings: "Give one of the roles another colour."
    case .nonAdaptive: "Add a dark value."
    case .noIncreasedContrast: "Add a value for increased contrast."
    case .literalSystemColor: "Name the system colour instead of its value."
    case .srgbNumbersInP3: "Convert the numbers to Display P3, or tag them sRGB."
    case .textOutsideSRGB: "Check the contrast of the clipped colour as well, or choose one inside sRGB."
    case .invalidColor: "Write #RRGGBB, or another form that CSS has."
    case .alias: "Name a token of this file, and none that leads back."
    }
  }
}

/// One finding of `palette lint`.
package struct PaletteFinding: Sendable, Hashable, Encodable {
  package let rule: PaletteRule
  package let level: FindingLevel
  /// The colours concerned.
  package let colors: [String]
  /// The condition; empty for all conditions.
  package let condition: String
  /// The rule's measure: a ratio or a ΔE2000; nil without a measure.
  package let value: Double?
  /// One line: which colours, when, by how much, and what would pass.
  package let message: String
  /// The line of its first colour in the file; nil if unknown.
  package private(set) var line: Int?

  init(
    _ rule: PaletteRule, _ colors: [String], _ condition: PaletteCondition? = nil, level: FindingLevel? = nil,
    value: Double? = nil, saying message: String
  ) {
    self.rule = rule
    self.level = level ?? rule.level
    self.colors = colors
    self.condition = condition?.text ?? ""
    self.value = value
    // Token names come from outside.
    self.message = message.printable
  }

  /// The finding with its line number.
  package func placed(in lines: PaletteLines) -> PaletteFinding {
    var finding = self
    finding.line = colors.first.flatMap { lines[$0] }
    return finding
  }

  /// Identifies the finding among those of its palette, also in other runs.
  package var fingerprint: String { "\(rule.rawValue)/\(colors.joined(separator: "+"))/\(condition)" }

  private enum CodingKeys: String, CodingKey {
    case rule, level, colors, condition, value, message, line, fingerprint
  }

  /// Writes the properties and the fingerprint.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(level, forKey: .level)
    try container.encode(colors, forKey: .colors)
    try container.encode(condition, forKey: .condition)
    try container.encodeIfPresent(value, forKey: .value)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(line, forKey: .line)
    try container.encode(fingerprint, forKey: .fingerprint)
  }
}

extension PaletteRule: NamedRule {
  /// The rule's page as text, printed by `palette lint --explain`.
  package var explanation: String {
    page(
      level, summary, why: reason, levels: levels,
      remedy: "\(remedy) `p3tool palette lint FILE --only \(rawValue)` lists these alone.")
  }

  /// Why it matters, and what is left out.
  package var reason: String {
    switch self {
    case .contrast:
      "WCAG 2.2 asks for 4.5:1 (success criterion 1.4.3). Colours with the roles text and interactive are "
        + "judged on the backgrounds of their group, in each appearance."
    case .colorVision:
      "one in twelve men sees red and green alike: a status that only hue tells is no status to them."
    case .nearDuplicate: "two colours that nobody tells apart say one thing, or one of them is a slip."
    case .sameColorTwoMeanings: "a reader takes what looks the same for the same."
    case .nonAdaptive: "a colour that suits a light ground is mostly too dark or too bright on a dark one."
    case .noIncreasedContrast:
      "people who ask the system for more contrast get none. Black and white have no more to give."
    case .literalSystemColor: "a copy does not follow the system, nor its settings for contrast."
    case .srgbNumbersInP3:
      "the numbers were assigned instead of converted, so that the colour is another one than was chosen."
    case .textOutsideSRGB: "an sRGB display clips the colour, and its contrast changes."
    case .invalidColor: "programs pass such a value over, or show a colour of their own."
    case .alias: "a reference that leads nowhere is no colour."
    }
  }

  private var levels: String? {
    let limit = reportedBelow.map {
      "reported under \(Numbers.oneDecimal($0)); --fail-on \(rawValue)=LIMIT sets the limit under which it "
        + "fails the run"
    }
    guard self == .colorVision else { return limit }
    return "a warning where people without red or green cones tell the two apart with effort, a note where "
      + "only those without blue cones are concerned; \(limit ?? "")"
  }
}
