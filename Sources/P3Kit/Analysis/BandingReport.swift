/// The bands of one image.
public struct BandingReport: Sendable, Hashable, Codable {
  /// The highest score of its regions, 0 without any.
  public var score: Double
  /// Whether there is any region.
  public var verdict: BandingVerdict
  /// The largest first.
  public var regions: [BandingRegion]

  /// The report of `regions`.
  public init(regions: [BandingRegion]) {
    self.regions = regions
    score = regions.map(\.score).max() ?? 0
    verdict = regions.isEmpty ? .clean : .banded
  }
}
