// The rules about what the target's gamut takes away, and whether a wide one is needed at all.

import ColorManagement
import PNGCodec
import Pixels

extension Rule {
  /// The finding on clipped pixels: one per image, at its largest region; none where the rounding of the file's
  /// own samples explains all of them.
  ///
  /// - Parameter target: the name for people.
  static func clippingFindings(_ gamut: GamutReport, target: String) -> [Finding] {
    guard gamut.needsWiderGamut else { return [] }
    let count = gamut.regions.count
    let places = count == 1 ? "in one place" : "in \(Numbers.count(count)) places, this is the largest"
    return [
      Finding(
        .gamutClipping, value: gamut.fraction, region: gamut.regions.first?.box,
        "\(Percentage.significant(gamut.fraction)) of the visible pixels (\(Numbers.count(gamut.outOfGamut))) lie "
          + "outside \(target) and are clipped \(places); the colours change by ΔE "
          + "\(Numbers.oneDecimal(gamut.deltaE.mean)) on average and \(Numbers.oneDecimal(gamut.deltaE.max)) at "
          + "most (\(verdict(gamut.deltaE.max)))")
    ]
  }

  /// The finding on a wide gamut that nothing in the image needs.
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

  /// What a colour difference means to a person.
  private static func verdict(_ deltaE: Double) -> String {
    switch deltaE {
    case ..<1: "nobody will see it"
    case ..<2.3: "visible side by side"
    case ..<5: "visible"
    default: "obvious"
    }
  }
}

// The rules about what collapses in the target: colours that could be told apart, and gradients.

extension Rule {
  /// So many places are listed per rule; the count says how many there are.
  private static let listedPlaces = 12

  /// Findings on collapsed colours and clipped gradients, one per place, largest first.
  ///
  /// - Parameter target: the name for people.
  static func collapseFindings(_ collapse: GamutCollapseReport, target: String) -> [Finding] {
    places(.collapsedColors, collapse.collapsedColors) { region in
      "colours that differ by up to ΔE \(Numbers.oneDecimal(region.maxDeltaE)) become the same in \(target) "
        + "and merge with their surroundings"
    }
      + places(.clippedGradient, collapse.clippedGradients) { region in
        "a gradient of ΔE \(Numbers.oneDecimal(region.maxDeltaE)) becomes one flat colour in \(target)"
      }
  }

  private static func places(
    _ rule: Rule, _ regions: [GamutRegion], message: (GamutRegion) -> String
  ) -> [Finding] {
    let listed = regions.prefix(listedPlaces)
    return listed.enumerated().map { index, region in
      let rest = regions.count - listed.count
      let isLast = index == listed.count - 1
      return Finding(
        rule, value: Double(regions.count), region: region.box,
        message(region) + (isLast && rest > 0 ? "; \(Numbers.count(rest)) smaller places are like it" : ""))
    }
  }
}

// The rules about whether a wide gamut is stored well, and needed.

extension Rule {
  /// A finding where a wide gamut has 8 bits per sample or fewer.
  ///
  /// - Parameters:
  ///   - effectiveDepth: bits per sample that the values need.
  ///   - visiblePixels: with alpha above 0; nil where they were not counted.
  static func lowDepthFindings(
    _ profile: ICCProfile, bitDepth: Int, effectiveDepth: Int, visiblePixels: Int?
  ) -> [Finding] {
    // Where no pixel is visible, no step is.
    guard profile.isWideGamut == true, effectiveDepth <= 8, visiblePixels != 0 else { return [] }
    let how =
      bitDepth == 16
      ? "16 bits per sample that hold only \(effectiveDepth)-bit values" : "\(bitDepth) bits per sample"
    return [
      Finding(
        .lowDepthWideGamut,
        "\(profile.reportName) at \(how): its steps are coarser than those of sRGB, and gradients show it")
    ]
  }
}
