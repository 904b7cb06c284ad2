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

  let scan: GamutScan
  private var total = GamutStripTally()
  private var regions = GamutRegionBuilder()

  /// A scanner of pixels tagged with the plan's source for the gamut of its destination.
  ///
  /// - Parameters:
  ///   - plan: whatever its executor, both profiles need a matrix/TRC model for its intent.
  ///   - target: the name for the report.
  ///   - countsColors: whether distinct colours are counted, which costs a hash per change of colour.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile`.
  public init(_ plan: ConversionPlan, target: String, countsColors: Bool = true) throws(ColorError) {
    self.target = target
    scan = try GamutScanCache.scan(plan, countsColors: countsColors)
    if countsColors { total.colors = GamutColorSet() }
  }

  /// Takes the next rows.
  public mutating func add(_ strip: borrowing PixelBuffer) {
    var colors = total.colors.take()
    let tally = scan.scan(strip, into: &colors)
    total.colors = colors
    add(tally)
  }

  /// Takes the tally of the next rows, found on any thread.
  mutating func add(_ tally: GamutStripTally) {
    total.counts.add(tally.counts)
    total.withinRounding16 += tally.withinRounding16
    total.withinRounding8 += tally.withinRounding8
    total.deltaESum += tally.deltaESum
    total.maxDeltaE = max(total.maxDeltaE, tally.maxDeltaE)
    for runs in tally.runs { regions.addRow(runs) }
    guard let colors = tally.colors, total.colors?.isOverfull == false else { return }
    for color in colors.colors { total.colors?.insert(color) }
  }

  /// The report on everything that came in.
  ///
  /// - Parameter sampleDepth: the bits that the samples really hold, 8 or less for an 8-bit file and for a 16-bit
  ///   file of widened 8-bit values: what counts as rounding.
  public mutating func finish(sampleDepth: Int) -> GamutReport {
    let counts = total.counts
    func excess(_ channel: Int) -> GamutReport.Excess {
      GamutReport.Excess(
        below: counts.below[channel], above: counts.above[channel], maxBelow: 0 - counts.least[channel],
        maxAbove: counts.largest[channel] - 1)
    }
    let deltaESum = Double(total.deltaESum) * GamutStripTally.deltaEUnit
    return GamutReport(
      target: target, visiblePixels: counts.visible, outOfGamut: counts.outOfGamut,
      withinRounding: sampleDepth <= 8 ? total.withinRounding8 : total.withinRounding16,
      fraction: Double(counts.outOfGamut) / Double(max(counts.visible, 1)),
      channels: GamutReport.Channels(red: excess(0), green: excess(1), blue: excess(2)),
      maxExcess: max(0 - counts.least.min(), counts.largest.max() - 1),
      deltaE: GamutReport.Difference(
        mean: deltaESum / Double(max(counts.outOfGamut, 1)), max: total.maxDeltaE),
      regions: regions.finish(), distinctColors: total.colors.map { scan.distinctColors($0) })
  }
}
