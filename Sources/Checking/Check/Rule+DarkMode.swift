import Analysis
import Colors
import DarkMode
import ImageFiles

// The rules about images on a background that their makers did not see.

extension Rule {
  /// The finding on a large white area that softening would lower.
  static func glowFindings(_ glow: WhiteGlowReport) -> [Finding] {
    guard glow.softenedMode != nil, let luminance = glow.luminance, let contrast = glow.contrast else {
      return []
    }
    return [
      Finding(
        .whiteGlow, value: glow.glowingShare,
        "\(Percentage.text(glow.glowingShare)) of the image is bright (relative luminance "
          + "\(Numbers.twoDecimals(luminance))) and will glow in dark mode: \(Numbers.oneDecimal(contrast)):1 "
          + "against #1C1C1E")
    ]
  }

  /// The findings on vanishing parts of artwork: at most one for dark and one for light backgrounds, on the worst
  /// background. They are only notes for templates, which toolkits recolour; for artwork with other parts that vanish
  /// on the other kind of background; and if the path shows a ground of its own, as for sprite sheets and parts of
  /// themes.
  ///
  /// - Parameters:
  ///   - backgrounds: the backgrounds of the reports, in their order.
  ///   - path: the file's path from the root of the repository, which shows whether it may be a template, and for which
  ///     ground it was drawn.
  ///   - use: the use in its catalog, which overrides all else.
  static func legibilityFindings(
    _ reports: [LegibilityReport], on backgrounds: [BackgroundColor], path: String, use: AssetUse = AssetUse()
  ) -> [Finding] {
    let pairs = Array(zip(reports, backgrounds))
    let isTemplate = reports.contains { $0.isTemplate } && TemplateArtwork.isNamed(path)
    let dark = pairs.filter { $0.1.isDark }
    let light = pairs.filter { !$0.1.isDark }
    let reason =
      isTemplate
      ? "as a template, which toolkits recolour, it is seen"
      : vanishes(.vanishesOnDark, dark) && vanishes(.vanishesOnLight, light)
        ? "parts vanish on dark and others on light ground, as in sheets that are drawn for a ground of their own"
        : nil
    return [(Rule.vanishesOnDark, dark), (.vanishesOnLight, light)].flatMap { rule, pairs in
      finding(
        rule, pairs,
        noteReason: use.noteReason(vanishesOnDark: rule == .vanishesOnDark) ?? reason
          ?? DrawnGround.reason(path, vanishesOnDark: rule == .vanishesOnDark))
    }
  }

  /// Whether enough of the artwork vanishes on one of the backgrounds for a finding.
  private static func vanishes(
    _ rule: Rule, _ pairs: [(report: LegibilityReport, background: BackgroundColor)]
  ) -> Bool {
    pairs.contains { $0.report.vanishingShare > rule.defaultLimit }
  }

  /// - Parameter noteReason: why the finding is only a note; nil for a warning.
  private static func finding(
    _ rule: Rule, _ pairs: [(report: LegibilityReport, background: BackgroundColor)], noteReason: String?
  ) -> [Finding] {
    guard let worst = pairs.max(by: { $0.report.vanishingShare < $1.report.vanishingShare }),
      worst.report.vanishingPixels > 0
    else { return [] }
    let others = pairs.filter {
      $0.background != worst.background && $0.report.vanishingShare > rule.defaultLimit
    }
    let also = others.map { "\($0.background.name) \(Percentage.text($0.report.vanishingShare))" }
    return [
      Finding(
        rule, level: noteReason == nil ? .warning : .note, value: worst.report.vanishingShare,
        places: worst.report.regions.map(\.box),
        "\(Percentage.text(worst.report.vanishingShare)) of the artwork has less than "
          + "\(Numbers.ratio(worst.report.leastContrast)) on \(worst.background.name), outline and inside"
          + (also.isEmpty ? "" : "; also on \(also.joined(separator: ", "))")
          + (noteReason.map { "; \($0)" } ?? ""))
    ]
  }
}
