public import ColorManagement
public import Pixels

/// Counts what an image loses in a target gamut, streaming: strips in from top to bottom, one report out.
///
///     var scanner = try GamutScanner(plan, target: "srgb")
///     scanner.add(strip)
///     let report = scanner.finish(sampleDepth: 8)
public struct GamutScanner: Sendable {
  /// The target's name in the report.
  public let target: String

  private let scan: GamutScan
  private let findsRegions: Bool
  private var total = GamutStripTally()
  private var regions = GamutRegionBuilder()
  /// Distinct visible colours, where they are counted.
  private var colors: GamutColorSet?

  /// A scanner of pixels tagged with the plan's source for the gamut of its destination.
  ///
  /// - Parameters:
  ///   - plan: whatever its executor, both profiles need a matrix/TRC model for its intent.
  ///   - target: the name for the report.
  ///   - countsColors: whether distinct colours are counted, which costs a hash per change of colour.
  ///   - findsRegions: whether the report lists regions.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile`: what `ConversionPlan.gamutObstacle` tells beforehand.
  public init(
    _ plan: ConversionPlan, target: String, countsColors: Bool = true, findsRegions: Bool = true
  ) throws(ColorError) {
    self.init(
      try GamutScan(plan), target: target, countsColors: countsColors, findsRegions: findsRegions)
  }

  /// The same with a scan that is there already.
  package init(_ scan: GamutScan, target: String, countsColors: Bool, findsRegions: Bool) {
    self.target = target
    self.scan = scan
    self.findsRegions = findsRegions
    if countsColors { colors = GamutColorSet() }
  }

  /// Takes the next rows.
  public mutating func add(_ strip: borrowing PixelBuffer) {
    colors?.add(strip)
    add(scan.tally(strip, findsRegions: findsRegions))
  }

  /// The same, for others that want to see what `GamutScan.tally` shows them.
  package mutating func add(
    _ strip: borrowing PixelBuffer, onRows: (Span<UInt16>, Int, [UInt8]) -> Void,
    onColors: (Int, Span<UInt16>, OutOfGamutColors) -> Void
  ) {
    colors?.add(strip)
    add(scan.tally(strip, findsRegions: findsRegions, onRows: onRows, onColors: onColors))
  }

  /// Takes the tally of the next rows, found on any thread; their colours are not counted.
  package mutating func add(_ tally: GamutStripTally) {
    total.addSums(tally)
    for runs in tally.runs { regions.addRow(runs) }
  }

  /// The report on everything that came in.
  ///
  /// - Parameter sampleDepth: the bits that the samples really hold, 8 or less for an 8-bit file and for a 16-bit
  ///   file of widened 8-bit values: what counts as rounding.
  public mutating func finish(sampleDepth: Int) -> GamutReport {
    let counts = total.counts
    let channels = [counts.red, counts.green, counts.blue].map { GamutReport.Excess($0) }
    return GamutReport(
      target: target, visiblePixels: counts.visiblePixels, outOfGamut: counts.outOfGamut,
      withinRounding: sampleDepth <= 8 ? total.sums.withinRounding8 : total.sums.withinRounding16,
      noticed: total.sums.noticed,
      fraction: Double(counts.outOfGamut) / Double(max(counts.visiblePixels, 1)),
      channels: GamutReport.Channels(
        red: channels[0], green: channels[1], blue: channels[2]),
      maxExcess: channels.map { max($0.maxBelow, $0.maxAbove) }.max() ?? 0,
      deltaE: GamutReport.Difference(
        mean: total.sums.totalDifference / Double(max(counts.outOfGamut, 1)),
        max: Double(total.sums.maxDifference)), spread: total.spread,
      regions: regions.finish(), distinctColors: distinctColors())
  }

  /// The figures of a conversion with `mapping`, whose strips' tallies came in.
  package mutating func finish(sampleDepth: Int, mapping: GamutMapping) -> GamutSummary {
    let moved = mapping == .clip ? nil : total.moved
    return GamutSummary(finish(sampleDepth: sampleDepth), mapping, moved: moved)
  }

  /// Taken, not copied: the set is up to 11 MB, and is converted in place.
  private mutating func distinctColors() -> GamutReport.DistinctColors? {
    guard var set = colors.take() else { return nil }
    return scan.distinctColors(&set)
  }
}

extension GamutReport.Excess {
  /// What the arithmetic itself leaves of colours that lie on the gamut's surface is no distance: a conversion between
  /// equal spaces ends up to some 1e-16 beside 0 and 1, far under the steps of 16 bits, 1.5e-5.
  private static let arithmeticError = 1e-12

  fileprivate init(_ channel: GamutTally.Channel) {
    func distance(_ most: Double) -> Double { most < Self.arithmeticError ? 0 : most }
    self.init(
      below: channel.below, above: channel.above, maxBelow: distance(channel.maxBelow),
      maxAbove: distance(channel.maxAbove))
  }
}
