import Analysis
import DarkMode
import ImageFiles

/// The texts about a rule, which `check --explain` prints and reports quote.
struct RulePage {
  var level: FindingLevel = .warning
  /// When a finding has another level; nil if never.
  var otherLevels: String?
  /// What it finds, in one sentence.
  let summary: String
  /// Why it matters, and what is left out.
  let reason: String
  let unit: Rule.Unit
  /// The measure, in this unit.
  let measure: String
  /// Threshold of the measure above which the rule reports.
  var limit = 0.0
  /// Commands as a remedy, with FILE for the image's name.
  let remedy: String
}

extension Rule {
  /// The rule's page as text, printed by `check --explain`.
  package var explanation: String {
    let limit = unit == .share ? Percentage.text(defaultLimit) : Numbers.oneDecimal(defaultLimit)
    return """
      \(rawValue) (\(page.level.rawValue))
      \(summary)

      Why: \(page.reason)

      Measure: \(measure) (unit: \(unit.rawValue)). Reported above \(limit); \
      --fail-on \(rawValue)=LIMIT sets the limit above which it fails the run.
      Level: \(page.level.rawValue)\(page.otherLevels.map { "; \($0)" } ?? "").

      What to do: \(remedy)
      """
  }

  var page: RulePage {
    switch self {
    case .gamutClipping: .gamutClipping
    case .collapsedColors: .collapsedColors
    case .clippedGradient: .clippedGradient
    case .banding: .banding
    case .wideGamutUnneeded: .wideGamutUnneeded
    case .lowDepthWideGamut: .lowDepthWideGamut
    case .untagged: .untagged
    case .legacyGamma: .legacyGamma
    case .conflictingTags: .conflictingTags
    case .invalidProfile: .invalidProfile
    case .dciWhiteCICP: .dciWhiteCICP
    case .notConvertible: .notConvertible
    case .colorVision: .colorVision
    case .whiteGlow: .whiteGlow
    case .vanishesOnDark: .vanishes(on: "dark")
    case .vanishesOnLight: .vanishes(on: "light")
    }
  }
}

// Losses in the target's gamut and depth.

extension RulePage {
  fileprivate static let gamutClipping = RulePage(
    otherLevels:
      "a note where less than 1 % of the visible pixels, or fewer than 16, change by ΔE 2 or more, and none where less than "
      + "0.2 % or 8 pixels do, or what is clipped changes by less than ΔE 1.5 on average, unless --fail-on names the rule",
    summary: "Visible colours lie outside the target's gamut and will be clipped.",
    reason: "a clip changes colours and merges shades of a saturated area. From ΔE 2 (CIEDE2000) on "
      + "people notice it without comparing. Pixels that the rounding of the file's own samples explains "
      + "are not reported.",
    unit: .share, measure: "share of visible pixels outside",
    remedy: "`p3tool convert FILE --to TARGET` clips as displays do; add the `--gamut` that a finding names. "
      + "`p3tool convert FILE --to TARGET --compare pictures.html` shows all. A second image for such "
      + "displays lets this one keep its colours on others.")

  fileprivate static let collapsedColors = RulePage(
    otherLevels: "a note where no place has colours that differ by "
      + "ΔE \(Numbers.oneDecimal(LostPlaces.leastWarnedColors.any)) or more where "
      + "\(LostPlaces.leastWarnedPairs.any) pairs of pixels collapse, or "
      + "\(Numbers.oneDecimal(LostPlaces.leastWarnedColors.broad)) where \(LostPlaces.leastWarnedPairs.broad) do",
    summary: "Neighbouring colours that differ here become the same in the target.",
    reason:
      "a mark on a ground that only a wide gamut tells apart is lost elsewhere. The image is looked at in half its "
      + "size, in cells of 8 by 8 pixels; counted are places of ΔE "
      + "\(Numbers.oneDecimal(LostPlaces.colors.leastDifference)) or more where two in five edges are lost: where more of them "
      + "stay, it is texture or a fringe of anti-aliasing.",
    unit: .places, measure: "places where colours collapse",
    remedy: "Choose colours that differ in lightness too, or convert with `p3tool convert FILE --to TARGET "
      + "--gamut soft`.")

  fileprivate static let clippedGradient = RulePage(
    otherLevels: "a note where no gradient loses ΔE "
      + "\(Numbers.oneDecimal(LostPlaces.leastWarnedGradient.any)) or more, chroma alone at 0.4, or "
      + "\(Numbers.oneDecimal(LostPlaces.leastWarnedGradient.broad)) on 2,048 pixels or more; and on those that lose ΔE "
      + "\(Numbers.oneDecimal(GamutCollapseReport.plainRampDifference)) or more on fewer than 256 pixels (128 where "
      + "they have 2,048 or more)",
    summary: "A gradient becomes a flat plateau in the target.",
    reason: "where a gradient runs into the wall of the gamut it stops, and the edge of the plateau is "
      + "seen. Counted are places of 256 pixels or more that lose ΔE "
      + "\(Numbers.oneDecimal(LostPlaces.gradients.leastDifference)) or more, in cells of 8 by 8 pixels, and into which a "
      + "square of 16 pixels fits.",
    unit: .places, measure: "gradients that clip",
    remedy: "Convert with `p3tool convert FILE --to TARGET --gamut soft`, which keeps the steps of gradients."
  )

  fileprivate static let banding = RulePage(
    otherLevels: "a note for steps that the file has of under 2.5 8-bit codes, or "
      + "that are chosen shades: whose colour channels step together, or whose sizes differ, as among "
      + "facets, palettes and flat tones; for steps on under 2 square degrees (11,858 pixels), under 4 where "
      + "they were blurred or compressed or the ground has a hard outline; and for steps of a score under 3 that "
      + "the target's bits will add",
    summary: "A smooth gradient shows visible steps.",
    reason: "the eye sees the edges of plateaus on broad, smooth and empty ground. Steps of one 8-bit "
      + "code are what every export without dithering makes, those of two are seen when looked for. Left out are places under half a degree "
      + "across (38 pixels at the default viewing distance), steps of one code of a score under 2.3 on under "
      + "10 square degrees (59,290 pixels), places with fewer than five shades, those "
      + "with texture in or around them, the upright tiles of maps of data, and steps of alpha.",
    unit: .score, measure: "score; 1 is just visible",
    remedy:
      "Export the gradient again at 16 bits: no conversion takes steps out of a file. Of 16 bits `p3tool convert FILE "
      + "--to TARGET --depth 8` makes 8 with dither; where the gamut cuts the gradient off, add `--gamut soft`."
  )

  fileprivate static let wideGamutUnneeded = RulePage(
    level: .note,
    summary: "The file is tagged with a wide gamut, but every visible colour fits sRGB.",
    reason: "the wide gamut makes steps coarser and buys nothing.",
    unit: .tags, measure: "tags concerned",
    remedy: "Convert with `p3tool convert FILE --to srgb`: nothing is lost.")

  fileprivate static let lowDepthWideGamut = RulePage(
    otherLevels: "a note where the banding is one",
    summary: "A wide gamut is stored with only 8 bits per sample, and its gradients show it.",
    reason: "the same codes are stretched over more colours, so each step is larger. Reported only where "
      + "the rule banding finds steps of single codes, which more bits avoid, and where the wide gamut is needed.",
    unit: .tags, measure: "tags concerned", remedy: "Export at 16 bits per channel.")
}

// The file's colour tags.

extension RulePage {
  fileprivate static let untagged = RulePage(
    level: .note,
    summary: "The file does not say what its colours mean.",
    reason: "most programs guess sRGB, some show the display's own colours.",
    unit: .tags, measure: "tags concerned",
    remedy: "Say what they are: `p3tool assign FILE --profile srgb`, or export with the colour profile "
      + "embedded.")

  fileprivate static let legacyGamma = RulePage(
    level: .note,
    summary: "The file has gAMA instead of a profile, which browsers honour and others do not.",
    reason: "programs that write gAMA 0.45455 mean sRGB, but its curve is another one: browsers show the "
      + "shadows of such a file darker than those of its untagged or sRGB copy.",
    unit: .tags, measure: "tags concerned",
    remedy: "If sRGB was meant, `p3tool assign FILE --profile srgb`; to keep what browsers show, `p3tool "
      + "convert FILE --to srgb`.")

  fileprivate static let conflictingTags = RulePage(
    otherLevels: "a note for sRGB, gAMA and cHRM beside a profile or cICP, which programs pass over",
    summary: "The file's colour tags contradict each other.",
    reason: "programs that read another tag show other colours.",
    unit: .tags, measure: "tags concerned",
    remedy: "Keep one statement: `p3tool assign FILE --profile srgb` (or the space you mean) replaces "
      + "them all.")

  fileprivate static let invalidProfile = RulePage(
    level: .error,
    otherLevels:
      "a warning for cICP, gAMA and cHRM, a note for cHRM without gAMA, which programs pass over, and for "
      + "irregularities of a profile that works",
    summary: "A colour tag of the file is damaged or does not fit the image.",
    reason: "programs pass it over and show other colours.",
    unit: .tags, measure: "tags concerned",
    remedy: "Export the image again with a working profile, or use `p3tool assign FILE --profile srgb` "
      + "(or the space you mean).")

  fileprivate static let dciWhiteCICP = RulePage(
    summary: "cICP names the DCI white (primaries 11), which no display uses.",
    reason: "its white is greenish; Display P3 is number 12.",
    unit: .tags, measure: "tags concerned",
    remedy: "Write cICP 12/13/0/1 for Display P3: `p3tool assign FILE --profile display-p3`.")
}

// Obstacles to a conversion.

extension RulePage {
  fileprivate static let notConvertible = RulePage(
    level: .error,
    otherLevels: "a note for animations (APNG) and for high dynamic range (PQ, HLG), which are sound",
    summary: "The file is damaged, or of a kind that p3tool describes and does not convert.",
    reason:
      "`p3tool inspect` says what is known of such a file; all other commands refuse it with exit code 2.",
    unit: .tags, measure: "reasons; inspect alone",
    remedy: "See the reason with `p3tool inspect FILE`. A damaged file: get it again from its source. An "
      + "animation: extract its frames. PQ or HLG: export an SDR version.")
}

// The view of people who lack one kind of cone.

extension RulePage {
  fileprivate static let colorVision = RulePage(
    otherLevels: "a note where only people with tritanopia are concerned",
    summary: "Neighbouring areas differ in hue alone and merge for people who lack one kind of cones.",
    reason: "one in twelve men and one in two hundred women see red and green alike; "
      + "tritanopia is rare. Shorter edges than the limit are specks. Off unless asked for: --only color-vision.",
    unit: .pixels, measure: "pixels along which two such colours meet",
    limit: Double(ColorVisionReport.leastPixels),
    remedy: "Let neighbours differ in lightness, or draw a line between them; "
      + "`p3tool simulate FILE --vision deuteranopia` shows what is seen.")
}

// Problems on a background that the image's maker did not see.

extension RulePage {
  fileprivate static let whiteGlow = RulePage(
    level: .note,
    summary: "A large white area, which soften would lower, will glow on a dark background.",
    reason: "beside dark surfaces a bright area dazzles. Images of under 24 pixels a side are left out.",
    unit: .share, measure: "share of the area that is bright", limit: WhiteGlowAnalyzer.reportedShare,
    remedy: "Make a dark variant with `p3tool soften FILE`.")

  fileprivate static func vanishes(on ground: String) -> RulePage {
    let sight = LegibilitySight(backgroundLuminance: ground == "dark" ? 0 : 1)
    let colors =
      ground == "dark"
      ? "no strong colour (red or green 0.35, blue 0.55 above the least channel, encoded; 0.2 of any from "
        + "\(Numbers.ratio(sight.broadContrast)) on)"
      : "no strong colour (a channel 0.125 above the least one, encoded)"
    let words = DrawnGround.words(excusingDark: ground == "dark").sorted().joined(separator: ", ")
    let broad = Numbers.count(ArtworkPart.broadPixels)
    let faint = Numbers.twoDecimals(sight.broadContrast)
    return RulePage(
      otherLevels: "a note for pictures of up to \(TemplateArtwork.largestSide) pixels across and down that "
        + "are pure black or pure white wherever they are not transparent, and whose names end with -symbolic or "
        + "Template: toolkits recolour them; for artwork of which other parts vanish on the other ground, as in "
        + "sheets of sprites; where the last word of the file's name, or of one of the three folders above it, says that "
        + "it is drawn for the other ground (\(words)); and for parts of widget and window themes, and of boot and login screens (folders such as gtk-3.0, "
        + "metacity-1, xfwm4, and share/themes), which paint the ground as well",
      summary: "Parts of the artwork cannot be made out on a \(ground) background.",
      reason:
        "a part vanishes when 95 % of its outline and 97 % of its inside (of glyphs 60 and 80 %) have under "
        + "\(Numbers.ratio(sight.contrast)) and \(colors). Parts of \(broad) pixels and more, and those with "
        + "something drawn on 3 to 50 % of their inside, are made out from \(faint):1 on. Left out are shadows and "
        + "glows, plates whose content is seen, pictures that end at the image's edge, and those of up to "
        + "\(DarkModeScans.hairline) pixels across or down.",
      unit: .share, measure: "share of the artwork that vanishes",
      limit: LegibilityAnalyzer.reportedShare,
      remedy: "Ship a variant for this background, or add a contour with `p3tool soften FILE --mode outline"
        + (ground == "light" ? " --on white`." : "`."))
  }
}
