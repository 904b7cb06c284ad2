// The rule about bands: those in the file, and those that the target will add.

import Analysis
import ColorManagement
public import Conversion
import ImageFiles

extension Rule {
  /// Findings on annoying bands: one on the file, and one on what the target adds.
  ///
  /// - Parameters:
  ///   - depth: bits per sample that the file's values need, the unit of its regions' steps.
  static func bandingFindings(
    _ banding: CheckReport.Banding, depth: Int, _ request: CheckRequest
  ) -> [Finding] {
    let found = BandingNuisance(stepBits: depth <= 8 ? 8 : 16, viewing: request.viewing, madeAnew: false)
    // Dithering would have kept what 16 bits held and 8 bits lose.
    let added = BandingNuisance(
      stepBits: request.targetDepth.bits, viewing: request.viewing, madeAnew: depth > 8)
    return [
      finding(banding.regions, found) { place($0, "gradient") + " of the file itself" },
      finding(banding.predicted.regions, added) {
        place($0, "gradient") + " that \(request.targetDepth.bits) bits per sample will show"
      },
    ].compactMap(\.self)
  }

  /// The level of the file's worst bands with steps of single codes, which storage with more bits would avoid. Larger
  /// steps were lost before the file was written, or drawn. Nil if there are none.
  ///
  /// - Parameter depth: bits per sample that the file's values need, at most 8.
  static func ownStepLevel(
    _ banding: CheckReport.Banding, depth: Int, _ request: CheckRequest
  ) -> FindingLevel? {
    let nuisance = BandingNuisance(stepBits: 8, viewing: request.viewing, madeAnew: false)
    let code = 255 / Double((1 << depth) - 1)
    return nuisance.groups(of: banding.regions).filter { $0.step < BandingNuisance.leastManyCodes * code }
      .compactMap(nuisance.level).max()
  }

  /// The finding on a conversion's output.
  static func bandingFinding(_ report: BandingReport, _ nuisance: BandingNuisance) -> Finding? {
    finding(report.regions, nuisance) { place($0, "place") + " of the output" }
  }

  /// One finding on the annoying regions, the worst one first; nil if there are none.
  private static func finding(
    _ regions: [BandingRegion], _ nuisance: BandingNuisance, place: ([BandingRegion]) -> String
  ) -> Finding? {
    let judged = nuisance.judged(regions)
    guard let worst = judged.first else { return nil }
    let regions = judged.map(\.region)
    let step =
      worst.region.step > 0
      ? "\(Numbers.oneDecimal(worst.region.step)) code\(worst.region.step == 1 ? "" : "s") in "
        + "\(worst.region.plane.rawValue)" : "a flat plateau in \(worst.region.plane.rawValue)"
    return Finding(
      .banding, level: worst.level, value: worst.region.score, places: regions.map(\.box),
      "visible steps \(place(regions)): \(step), \(Numbers.oneDecimal(worst.region.score)) times what the eye "
        + "just sees")
  }

  /// `in one place`, `in 3 gradients`.
  private static func place(_ regions: [BandingRegion], _ name: String) -> String {
    regions.count == 1 ? "in one \(name)" : "in \(regions.count) \(name)s"
  }
}

// The scans of a conversion as findings of `check`'s rules.

extension ConversionReport {
  /// The rules for which a conversion has figures.
  package static let rules: [Rule] = [.gamutClipping, .banding]

  /// Findings on what the target clips, and on bands of the output.
  public var findings: [Finding] {
    let clipping = gamut.flatMap { gamut -> Finding? in
      guard let level = gamut.clippingLevel(isAsked: true) else { return nil }
      return Finding(
        .gamutClipping, level: level, value: gamut.fraction,
        "\(gamut.clippedText(target: destination.profile)); \(gamut.changeText)")
    }
    let bands = banding.flatMap { Rule.bandingFinding($0, nuisance(of: $0)) }
    return [clipping, bands].compactMap(\.self)
  }

  /// Keeps only annoying bands, as the rule `banding` of `check` does, so that the report lists what is judged.
  package mutating func keepBandsThatBother() {
    banding = banding.map { report in
      BandingReport(regions: nuisance(of: report).judged(report.regions).map(\.region))
    }
  }

  private func nuisance(of report: BandingReport) -> BandingNuisance {
    BandingNuisance(
      stepBits: destination.colorType == "palette" ? 8 : destination.depth, viewing: BandingOptions(),
      madeAnew: report.regions.contains { $0.cause == .depth }, clipping: .note)
  }
}

extension GamutSummary {
  /// `ΔE of the clip 3.5 at most`, `ΔE of soft 5.9 at most, of a clip 3.5`.
  fileprivate var changeText: String {
    let most = Numbers.oneDecimal(deltaE.max)
    guard let clip else { return "ΔE of the clip \(most) at most" }
    return "ΔE of \(mapping.rawValue) \(most) at most, of a clip \(Numbers.oneDecimal(clip.deltaE.max))"
  }
}
