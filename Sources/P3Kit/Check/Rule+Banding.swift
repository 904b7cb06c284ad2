// The rule about bands: those that are there, and those that the target will add.

extension Rule {
  /// So many places are listed; the largest come first.
  private static let listedBands = 12

  /// Findings on visible bands, one per region.
  static func bandingFindings(_ banding: CheckReport.Banding, _ request: CheckRequest) -> [Finding] {
    findings(banding.regions) { _ in "visible steps in a gradient of the file itself" }
      + findings(banding.predicted.regions) { region in
        region.cause == .clipping
          ? "\(request.target.profile.reportName) will cut a gradient off"
          : "\(request.targetDepth.bits) bits per sample will show steps in a gradient"
      }
  }

  private static func findings(
    _ regions: [BandingRegion], what: (BandingRegion) -> String
  ) -> [Finding] {
    regions.prefix(listedBands).map { region in
      let steps =
        region.step > 0
        ? "steps of \(Numbers.oneDecimal(region.step)) code\(region.step == 1 ? "" : "s") in "
          + "\(region.plane.rawValue)" : "a flat plateau in \(region.plane.rawValue)"
      return Finding(
        .banding, value: region.score, subject: "\(region.cause.rawValue) \(region.plane.rawValue)",
        region: region.box,
        "\(what(region)): \(steps), \(Numbers.oneDecimal(region.score)) times what the eye just sees")
    }
  }
}

// What a conversion saw, as the rules of `check` say it.

extension ConversionReport {
  /// The rules that a conversion can answer.
  public static let rules: [Rule] = [.gamutClipping, .banding]

  /// What the target cut off, and the bands of the output.
  public var findings: [Finding] {
    var findings: [Finding] = []
    if let gamut, gamut.needsWiderGamut {
      findings.append(
        Finding(
          .gamutClipping, value: gamut.fraction,
          "\(Percentage.significant(gamut.fraction)) of the visible pixels (\(Numbers.count(gamut.outOfGamut))) lie "
            + "outside \(destination.profile); ΔE of the clip \(Numbers.oneDecimal(gamut.deltaE.max)) at most"
        ))
    }
    if let banding, let worst = banding.regions.max(by: { $0.score < $1.score }) {
      let count = banding.regions.count
      findings.append(
        Finding(
          .banding, value: banding.score, region: worst.box,
          "the output shows bands in \(count == 1 ? "one place" : "\(count) places"), "
            + "\(Numbers.oneDecimal(banding.score)) times what the eye just sees"))
    }
    return findings
  }
}
