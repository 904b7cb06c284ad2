import Analysis
import Checking
import ImageFiles
import Reports

/// The tables of one image on the HTML page of a check.
enum CheckTables {
  /// The most places in a table.
  private static let listedPlaces = 10

  /// Tables of bands, then of channels, places and colours outside the target's gamut, without empty tables.
  static func tables(of report: CheckReport) -> [ReportTable] {
    let bands = report.banding.regions + report.banding.predicted.regions
    var tables = bands.isEmpty ? [] : [self.bands(bands)]
    guard let gamut = report.gamut, gamut.outOfGamut > 0 else { return tables }
    tables += [channels(gamut), places(gamut)]
    if let colors = gamut.distinctColors { tables.append(distinctColors(colors)) }
    return tables
  }

  private static func bands(_ bands: [BandingRegion]) -> ReportTable {
    let listed = bands.prefix(listedPlaces)
    return ReportTable(
      caption: "Bands: " + (listed.count < bands.count ? "\(listed.count) of " : "")
        + Numbers.counted(bands.count, "place") + " (score 1 is just visible)",
      heads: ["Place", "Cause", "What steps", "Step, codes", "Score"],
      rows: listed.map { region in
        [
          place(region.box), region.cause.rawValue, region.plane.rawValue,
          Numbers.oneDecimal(region.step), Numbers.oneDecimal(region.score),
        ]
      })
  }

  private static func channels(_ gamut: GamutReport) -> ReportTable {
    let rows = [("Red", gamut.channels.red), ("Green", gamut.channels.green), ("Blue", gamut.channels.blue)]
    return ReportTable(
      caption: "Channels of the target: how far outside 0 to 1, in linear light",
      heads: ["Channel", "Pixels below", "Least", "Pixels above", "Most"],
      rows: rows.map { name, excess in
        [
          name, Numbers.count(excess.below), Numbers.threeDecimals(-excess.maxBelow),
          Numbers.count(excess.above),
          Numbers.threeDecimals(1 + excess.maxAbove),
        ]
      })
  }

  private static func places(_ gamut: GamutReport) -> ReportTable {
    let listed = gamut.regions.prefix(listedPlaces)
    let count =
      listed.count < gamut.regions.count
      ? "the \(listed.count) largest of \(Numbers.count(gamut.regions.count)) places"
      : Numbers.counted(listed.count, "place")
    return ReportTable(
      caption: "Where colours are clipped: \(count)", heads: ["Place", "Pixels", "Largest ΔE"],
      rows: listed.map { region in
        [place(region.box), Numbers.count(region.pixels), Numbers.oneDecimal(region.maxDeltaE)]
      })
  }

  /// The size and the top left corner, in pixels.
  private static func place(_ box: ImageRegion) -> String {
    "\(box.width) × \(box.height) at \(box.x), \(box.y)"
  }

  private static func distinctColors(_ colors: GamutReport.DistinctColors) -> ReportTable {
    let prefix = colors.atLeast == true ? "at least " : ""
    return ReportTable(
      caption: "Distinct colours", heads: ["", "Colours"],
      rows: [
        ["In the file", prefix + Numbers.count(colors.before)],
        ["After clipping, at 16 bits", prefix + Numbers.count(colors.after16)],
        ["After clipping, at 8 bits", prefix + Numbers.count(colors.after8)],
        ["Lost to a neighbour by clipping", prefix + Numbers.count(colors.collapsed)],
      ])
  }
}
