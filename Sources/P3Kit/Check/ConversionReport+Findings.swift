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
          "\(Numbers.share(gamut.fraction)) of the visible pixels (\(Numbers.count(gamut.outOfGamut))) lie "
            + "outside \(destination.profile); ΔE of the clip \(Numbers.oneDecimal(gamut.deltaE.max)) at most"
        ))
    }
    if let banding, let worst = banding.regions.max(by: { $0.score < $1.score }) {
      let count = banding.regions.count
      findings.append(
        Finding(
          .banding, value: banding.score,
          region: Finding.Region(x: worst.x, y: worst.y, width: worst.width, height: worst.height),
          "the output shows bands in \(count == 1 ? "one place" : "\(count) places"), "
            + "\(Numbers.oneDecimal(banding.score)) times what the eye just sees"))
    }
    return findings
  }
}
