/// What left the target gamut during a conversion, in figures: a `GamutReport` without its regions and distinct
/// colours, which `check` looks for.
public struct GamutSummary: Sendable, Encodable {
  /// The target's name.
  public let target: String
  /// Pixels with alpha above 0.
  public let visiblePixels: Int
  /// Of those, how many are outside by more than `GamutReport.tolerance`.
  public let outOfGamut: Int
  /// Of those, how many the file's own rounding explains.
  public let withinRounding: Int
  /// `outOfGamut` over `visiblePixels`, 0 to 1.
  public let fraction: Double
  /// Per channel how many lie below 0 and above 1, and by how much at most, in linear light.
  public let channels: GamutReport.Channels
  /// The largest excess of any channel in linear light.
  public let maxExcess: Double
  /// CIEDE2000 of clipping, over the pixels out of gamut.
  public let deltaE: GamutReport.Difference

  /// The figures of `report`.
  init(_ report: GamutReport) {
    target = report.target
    visiblePixels = report.visiblePixels
    outOfGamut = report.outOfGamut
    withinRounding = report.withinRounding
    fraction = report.fraction
    channels = report.channels
    maxExcess = report.maxExcess
    deltaE = report.deltaE
  }

  /// Whether a visible pixel needs a wider gamut than the target's.
  public var needsWiderGamut: Bool { outOfGamut > withinRounding }
}

extension GamutReport {
  /// The report without its lists.
  public var summary: GamutSummary { GamutSummary(self) }
}
