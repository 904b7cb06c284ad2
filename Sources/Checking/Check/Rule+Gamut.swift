// The rules about losses in the target's gamut, and whether a wide gamut is needed.

import Analysis
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels

extension Rule {
  /// The finding on clipped pixels, at its largest region; none where the clip is not seen, or rounding of the file's
  /// samples explains all of them.
  ///
  /// - Parameters:
  ///   - isAsked: whether a condition of failure names the rule: then an unseen clip is a note, too.
  ///   - comparison: a comparison of gamut mappings; nil to name none.
  ///   - target: the target's display name.
  static func clippingFindings(
    _ gamut: GamutReport, isAsked: Bool, _ comparison: MappingComparison?, target: String
  ) -> [Finding] {
    guard let level = gamut.summary.clippingLevel(isAsked: isAsked) else { return [] }
    let nearest = comparison?.nearest.mapping ?? .clip
    let advice = nearest == .clip ? "" : "; `\(Wording.current.mapping)\(nearest.rawValue)` is nearest here"
    return [
      Finding(
        .gamutClipping, level: level, value: gamut.fraction,
        places: gamut.regions.prefix(Finding.mostPlaces).map(\.box),
        "\(gamut.summary.clippedText(target: target)), by ΔE \(Numbers.oneDecimal(gamut.deltaE.mean)) on average and "
          + "\(Numbers.oneDecimal(gamut.deltaE.max)) at most\(advice)")
    ]
  }

  /// The finding on a wide gamut that no colour needs.
  ///
  /// - Parameter gamut: the scan against sRGB.
  static func unneededGamutFindings(_ gamut: GamutReport, _ color: SourceColor) -> [Finding] {
    guard color.profile.isWideGamut == true, color.tag != .none, color.tag != .override,
      gamut.visiblePixels > 0, !gamut.needsWiderGamut
    else { return [] }
    return [
      Finding(
        .wideGamutUnneeded,
        "tagged \(color.profile.reportName), but every visible pixel fits sRGB: the wide gamut costs "
          + "precision and buys nothing")
    ]
  }
}

extension GamutSummary {
  /// For a warning: the least share of the visible pixels, 0 to 1, that a clip changes noticeably (`noticed`), and the least
  /// number of these pixels. A change of fewer pixels, as in a small icon, is not visible.
  private static let warned = (share: 0.01, pixels: 16)
  /// For a note: the same two limits, and the least mean CIEDE2000 of the clipped pixels. Fringes of letters and a few pixels
  /// of an icon are below these limits.
  private static let noted = (share: 0.002, pixels: 8, mean: 1.5)

  /// The level of the finding on clipped pixels, or nil if the rule has no finding. A clip below the limits `noted` is a note
  /// only if `isAsked` is true, because `--fail-on` names the rule.
  func clippingLevel(isAsked: Bool) -> FindingLevel? {
    guard needsWiderGamut else { return nil }
    let share = Double(noticed) / Double(max(visiblePixels, 1))
    if share >= Self.warned.share && noticed >= Self.warned.pixels { return .warning }
    let isSeen = share >= Self.noted.share && noticed >= Self.noted.pixels && deltaE.mean >= Self.noted.mean
    return isSeen || isAsked ? .note : nil
  }

  /// `48 % of the visible pixels are clipped to sRGB`.
  func clippedText(target: String) -> String {
    "\(Percentage.text(fraction)) of the visible pixels are clipped to \(target)"
  }
}

// The rules about what collapses in the target: distinguishable colours, and gradients.

extension Rule {
  /// Findings on collapsed colours and on clipped gradients, one each, with their places, largest first.
  ///
  /// - Parameter target: the target's display name.
  static func collapseFindings(_ collapse: GamutCollapseReport, target: String) -> [Finding] {
    let borders = LostPlaces.colors.worthTelling(collapse.collapsedColors)
    let isPlain = borders.contains(where: LostPlaces.isPlain)
    let colors = finding(.collapsedColors, level: isPlain ? .warning : .note, borders) { count, most in
      "colours that differ by up to ΔE \(most) become the same in \(target) and merge with their surroundings in "
        + count
    }
    let plateaus = LostPlaces.gradients.worthTelling(collapse.clippedGradients)
    let isLong = plateaus.contains(where: LostPlaces.isLongGradient)
    let gradients = finding(.clippedGradient, level: isLong ? .warning : .note, plateaus) { count, most in
      "gradients of up to ΔE \(most) become flat colours in \(target) in \(count)"
    }
    return [colors, gradients].compactMap(\.self)
  }

  private static func finding(
    _ rule: Rule, level: FindingLevel, _ regions: [GamutRegion], message: (String, String) -> String
  ) -> Finding? {
    guard let most = regions.map(\.maxDeltaE).max() else { return nil }
    let count = regions.count == 1 ? "one place" : "\(Numbers.count(regions.count)) places"
    return Finding(
      rule, level: level, value: Double(regions.count), places: regions.prefix(Finding.mostPlaces).map(\.box),
      message(count, Numbers.oneDecimal(most)))
  }
}

/// Which flattened places a person would miss, and which are obvious without comparing.
struct LostPlaces {
  static let colors = LostPlaces(leastCells: 2, leastSide: 9, leastSquares: 0, leastDifference: 3)
  static let gradients = LostPlaces(leastCells: 4, leastSide: 16, leastSquares: 1, leastDifference: 2)
  /// The least CIEDE2000 in the file of collapsed colours that are missed: in a broad place, and in any place.
  static let leastWarnedColors = (broad: 4.0, any: 6.0)
  /// The least collapsing pairs of pixels in such places.
  static let leastWarnedPairs = (broad: 40, any: 16)
  /// The least CIEDE2000 along a gradient (chroma alone at 0.4) whose plateau is seen without comparing: on a broad
  /// ground, and on any ground.
  static let leastWarnedGradient = (broad: GamutCollapseReport.plainRampDifference, any: 4.0)
  /// The least cells of a broad ground.
  static let broadGradient = 32
  /// The least cells of a plateau, for a warning, that lose `GamutCollapseReport.plainRampDifference` or more: on a
  /// broad ground, and on any ground.
  static let leastPlainCells = (broad: 2, any: 4)

  /// The least cells of 8 × 8 pixels.
  let leastCells: Int
  /// The least width and height of the box around them, in pixels.
  let leastSide: Int
  /// The least squares of 16 × 16 pixels (0.2 degrees at 77 pixels per degree): lines, letters, bars of spectra and
  /// shaded icons are narrower, and nobody misses a gradient in them.
  let leastSquares: Int
  /// The least CIEDE2000 in the file.
  let leastDifference: Double

  /// Whether the lost colours of a place are missed.
  static func isPlain(_ region: GamutRegion) -> Bool {
    let isBroad = region.lost.gone >= leastWarnedPairs.broad
    return region.maxDeltaE >= (isBroad ? leastWarnedColors.broad : leastWarnedColors.any)
      && region.lost.gone >= leastWarnedPairs.any
  }

  /// Whether a plateau's loss is seen without comparing.
  static func isLongGradient(_ region: GamutRegion) -> Bool {
    let isBroad = region.lost.cells >= broadGradient
    return region.maxDeltaE >= (isBroad ? leastWarnedGradient.broad : leastWarnedGradient.any)
      && region.lost.plain >= (isBroad ? leastPlainCells.broad : leastPlainCells.any)
  }

  /// The `regions` that a person would miss.
  func worthTelling(_ regions: [GamutRegion]) -> [GamutRegion] {
    regions.filter {
      $0.lost.cells >= leastCells && min($0.box.width, $0.box.height) >= leastSide
        && $0.lost.squares >= leastSquares && $0.maxDeltaE >= leastDifference
    }
  }
}

// The rules about whether a wide gamut has enough bits, and is needed.

extension Rule {
  /// The finding on a wide gamut with at most 8 bits per sample, and gradients that show it.
  ///
  /// - Parameters:
  ///   - effectiveDepth: bits per sample that the values need.
  ///   - banding: the level of bands with steps of `effectiveDepth`, from `ownStepLevel`; nil for none.
  ///   - isNeeded: whether a visible pixel is outside sRGB.
  static func lowDepthFindings(
    _ profile: ICCProfile, bitDepth: Int, effectiveDepth: Int, banding: FindingLevel?, isNeeded: Bool
  ) -> [Finding] {
    guard profile.isWideGamut == true, effectiveDepth <= 8, isNeeded, let banding else { return [] }
    let how =
      bitDepth == 16
      ? "16 bits per sample that hold only \(effectiveDepth)-bit values" : "\(bitDepth) bits per sample"
    return [
      Finding(
        .lowDepthWideGamut, level: banding,
        "\(profile.reportName) at \(how): its steps are coarser than those of sRGB, and gradients show it")
    ]
  }
}
