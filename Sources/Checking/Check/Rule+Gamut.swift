// The rules about losses in the target's gamut, and whether a wide gamut is needed.

import Analysis
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels

extension Rule {
  /// The finding on clipped pixels: one per image, at its largest region; none if rounding of the file's samples
  /// explains all of them.
  ///
  /// - Parameters:
  ///   - comparison: a comparison of gamut mappings.
  ///   - target: the target's display name.
  ///   - mayHaveVariant: whether a variant for wide gamuts may exist beside the target's.
  static func clippingFindings(
    _ gamut: GamutReport, _ comparison: MappingComparison?, target: String, mayHaveVariant: Bool
  ) -> [Finding] {
    guard gamut.needsWiderGamut else { return [] }
    let level = gamut.summary.clippingLevel
    let advice = comparison.map { "; \($0.advice)" } ?? ""
    let variant =
      mayHaveVariant && level == .warning
      ? "; an image of its own for \(target) beside this one keeps these colours where displays have them"
      : ""
    let count = gamut.regions.count
    let places = count == 1 ? "in one place" : "in \(Numbers.count(count)) places, this is the largest"
    return [
      Finding(
        .gamutClipping, level: level, value: gamut.fraction,
        places: gamut.regions.prefix(Finding.mostPlaces).map(\.box),
        "\(Percentage.text(gamut.fraction)) of the visible pixels (\(Numbers.count(gamut.outOfGamut))) lie "
          + "outside \(target) and are clipped \(places); the colours change by ΔE "
          + "\(Numbers.oneDecimal(gamut.deltaE.mean)) on average and \(Numbers.oneDecimal(gamut.deltaE.max)) at "
          + "most (\(verdict(gamut.deltaE.max)))\(advice)\(variant)")
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

  /// The visibility of a colour difference in words.
  private static func verdict(_ deltaE: Double) -> String {
    switch deltaE {
    case ..<1: "nobody will see it"
    case ..<2.3: "visible side by side"
    case ..<5: "visible"
    default: "obvious"
    }
  }
}

extension MappingComparison {
  /// `nothing is clearly nearer than clip: ΔE 2.6 in the mean and 6.2 for 99 %, chroma 2.7 and 6.3, soft 2.8 and 7.3`.
  fileprivate var advice: String {
    let nearest = nearest
    let verdict =
      nearest.mapping == .clip
      ? "nothing is clearly nearer than clip"
      : "`\(Wording.current.mapping)\(nearest.mapping.rawValue)` is nearest here"
    let others = changes.filter { $0.mapping != nearest.mapping }.map { ", \($0.text)" }.joined()
    return "\(verdict): ΔE \(Numbers.oneDecimal(nearest.mean)) in the mean and "
      + "\(Numbers.oneDecimal(nearest.most)) for 99 %\(others)"
  }
}

extension GamutSummary {
  /// The least share of noticeably changed visible pixels for a warning.
  private static let warnedShare = 0.01

  /// The level of a finding on clipped pixels.
  var clippingLevel: FindingLevel {
    Double(noticed) >= Self.warnedShare * Double(max(visiblePixels, 1)) ? .warning : .note
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
