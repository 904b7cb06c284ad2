// The bands of an image as the JSON of `check` has them.

extension CheckReport {
  /// The bands that the file has, and those that the target will add.
  public struct Banding: Sendable, Encodable {
    /// The highest score of the file's regions, 0 without any.
    public let score: Double
    /// Whether there is any region.
    public let verdict: BandingVerdict
    /// The largest first.
    public let regions: [BandingRegion]
    /// What the target depth and gamut will add.
    public let predicted: BandingReport

    /// - Parameters:
    ///   - result: with steps of the file in codes of `bitDepth` bits.
    ///   - effectiveDepth: what the samples turned out to hold; the unit of the steps here.
    init(_ result: BandingPredictor.Result, bitDepth: Int, effectiveDepth: Int) {
      score = result.found.score
      verdict = result.found.verdict
      let unit = bitDepth == 16 && effectiveDepth <= 8 ? 257.0 : 1
      regions = result.found.regions.map { region in
        var region = region
        region.step /= unit
        return region
      }
      predicted = result.predicted
    }
  }
}
