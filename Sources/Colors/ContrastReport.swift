import Basics

/// The report of `contrast` on one pair, as in JSON.
package struct ContrastReport: Sendable, Encodable {
  /// A colour of the pair.
  package struct Side: Sendable, Encodable {
    /// The text as typed, or CSS notation.
    package let input: String
    /// Its name in the palette used.
    package let name: String?
    /// `#RRGGBB`, clipped to sRGB.
    package let srgb: String
    /// 0 to 1.
    package let alpha: Double
    /// Whether sRGB contains it.
    package let inSRGB: Bool
  }

  /// Both composited colours, opaque.
  package struct Composite: Sendable, Encodable {
    /// `#RRGGBB`, rounded; the ratio is computed from the exact value.
    package let foreground: String
    /// `#RRGGBB`, rounded.
    package let background: String
  }

  /// WCAG 2.2's verdicts on the deciding ratio.
  package struct Verdicts: Sendable, Encodable {
    /// Criterion 1.4.3: at least 4.5.
    package let aa: Bool
    /// Criterion 1.4.3, large text: at least 3.
    package let aaLarge: Bool
    /// Criterion 1.4.6: at least 7.
    package let aaa: Bool
    /// Criterion 1.4.6, large text: at least 4.5.
    package let aaaLarge: Bool
    /// Criterion 1.4.11: at least 3.
    package let nonText: Bool

    init(_ ratio: Double) {
      (aa, aaLarge, aaa, aaaLarge, nonText) = (ratio >= 4.5, ratio >= 3, ratio >= 7, ratio >= 4.5, ratio >= 3)
    }
  }

  /// The most similar colour that passes.
  package struct Suggestion: Sendable, Encodable {
    /// The colour in CSS notation.
    package let color: String
    /// The deciding ratio with it.
    package let ratio: Double
    /// The distance in OKLab from the original colour.
    package let deltaEOK: Double
  }

  /// The text or mark.
  package let foreground: Side
  /// The colour that the foreground is on.
  package let background: Side
  /// The colour under a translucent background; of several backdrops the one with the least contrast.
  package let backdrop: String?
  /// The composited colours.
  package let composite: Composite
  /// The condition for which the palette has these colours; nil without a palette.
  package let condition: PaletteCondition?
  /// The ratio of the true colours, unrounded.
  package let ratio: Double
  /// The ratio on an sRGB display, if it differs.
  package let ratioInSRGB: Double?
  /// The required ratio.
  package let required: Double
  /// Whether the deciding ratio reaches `required`.
  package let passes: Bool
  /// WCAG's verdicts.
  package let verdicts: Verdicts
  /// The search for a colour that passes; nil if none was requested.
  package let search: ContrastSuggestion?

  private enum Keys: String, CodingKey {
    case foreground, background, backdrop, composite, appearance, level, contrast, ratio, ratioInSRGB,
      required
    case passes, verdicts, suggestion, bestRatio
  }

  /// Writes the members of `pairs` in the JSON report.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(foreground, forKey: .foreground)
    try container.encode(background, forKey: .background)
    try container.encodeIfPresent(backdrop, forKey: .backdrop)
    try container.encode(composite, forKey: .composite)
    try container.encodeIfPresent(condition?.appearance.rawValue, forKey: .appearance)
    if condition?.isElevated == true { try container.encode("elevated", forKey: .level) }
    if condition?.isIncreased == true { try container.encode("increased", forKey: .contrast) }
    try container.encode(ratio, forKey: .ratio)
    try container.encodeIfPresent(ratioInSRGB, forKey: .ratioInSRGB)
    try container.encode(required, forKey: .required)
    try container.encode(passes, forKey: .passes)
    try container.encode(verdicts, forKey: .verdicts)
    guard let search else { return }
    try container.encode(suggestion, forKey: .suggestion)
    if suggestion == nil { try container.encode(search.bestRatio, forKey: .bestRatio) }
  }

  /// The suggested colour; nil if none was found.
  package var suggestion: Suggestion? {
    search?.nearest.map {
      Suggestion(color: $0.color.cssText, ratio: $0.ratio, deltaEOK: $0.deltaEOK)
    }
  }

  /// The lower of both ratios.
  package var decidingRatio: Double { min(ratio, ratioInSRGB ?? ratio) }

  /// `#8396A8 on #2F3C48`, with names, backdrop and condition if there are any.
  package var subject: String {
    let under = backdrop.map { " over \($0)" } ?? ""
    let when = condition.map { " (\($0.text))" } ?? ""
    return "\(foreground.name ?? foreground.input) on \(background.name ?? background.input)\(under)\(when)"
      .printableName
  }

  /// A ratio truncated to two decimals: 4.4999 is `4.49`.
  package static func truncated(_ ratio: Double) -> String {
    let hundredths = Int((ratio * 100).rounded(.down))
    return "\(hundredths / 100)." + String(hundredths % 100).padded(onLeftTo: 2, with: "0")
  }
}

/// A colour of a pair, with its texts.
package struct ContrastColor: Sendable, Hashable {
  /// The colour.
  package let color: CSSColor
  /// The text as typed.
  package let input: String
  /// Its name in a palette.
  package let name: String?

  /// A colour with its texts.
  package init(_ color: CSSColor, input: String, name: String? = nil) {
    self.color = color
    self.input = input
    self.name = name
  }

  var side: ContrastReport.Side {
    ContrastReport.Side(
      input: input, name: name, srgb: color.hexText, alpha: color.alpha, inSRGB: color.isInSRGB)
  }
}

/// Judges pairs by a requirement, and searches better colours for those that fail.
package struct ContrastJudge: Sendable {
  /// The requirement that pairs must meet.
  package let requirement: ContrastRequirement
  /// Colours that may lie under a translucent background.
  package let backdrops: [CSSColor]
  /// Which colour suggestions replace, and the gamut of suggestions; nil for no suggestions.
  package let suggests: (change: ContrastSuggestion.Change, gamut: ContrastSuggestion.Gamut)?

  /// A judge with these settings.
  package init(
    requirement: ContrastRequirement, backdrops: [CSSColor] = [],
    suggests: (change: ContrastSuggestion.Change, gamut: ContrastSuggestion.Gamut)? = nil
  ) {
    self.requirement = requirement
    self.backdrops = backdrops
    self.suggests = suggests
  }

  /// The report on one pair, with the backdrop of least contrast.
  ///
  /// - Throws: `ContrastError` for a translucent background without an opaque backdrop.
  package func report(
    _ foreground: ContrastColor, on background: ContrastColor, condition: PaletteCondition? = nil
  ) throws(ContrastError) -> ContrastReport {
    let pair = try worstPair(foreground.color, on: background.color)
    let passes = pair.decidingRatio >= requirement.ratio
    let search =
      passes
      ? nil
      : suggests.map {
        ContrastSuggestion(for: pair, reaching: requirement.ratio, change: $0.change, gamut: $0.gamut)
      }
    return ContrastReport(
      foreground: foreground.side, background: background.side, backdrop: pair.backdrop?.cssText,
      composite: .init(foreground: pair.seenForeground.hexText, background: pair.seenBackground.hexText),
      condition: condition, ratio: pair.ratio, ratioInSRGB: pair.ratioInSRGB, required: requirement.ratio,
      passes: passes, verdicts: .init(pair.decidingRatio), search: search)
  }

  private func worstPair(_ foreground: CSSColor, on background: CSSColor) throws(ContrastError)
    -> ContrastPair
  {
    var worst = try ContrastPair(
      foreground, on: background, over: background.alpha < 1 ? backdrops.first : nil)
    guard background.alpha < 1 else { return worst }
    for backdrop in backdrops.dropFirst() {
      let pair = try ContrastPair(foreground, on: background, over: backdrop)
      if pair.decidingRatio < worst.decidingRatio { worst = pair }
    }
    return worst
  }
}
