package import ColorManagement
package import Pixels

/// Counts what an image loses in a target gamut, streaming: strips in from top to bottom, one report out.
///
///     var scanner = try GamutScanner(plan, target: "srgb")
///     scanner.add(strip)
///     let report = scanner.finish(sampleDepth: 8)
package struct GamutScanner: Sendable {
  /// The target's name in the report.
  package let target: String

  private let gamut: TargetGamut
  private var total = GamutSums()
  /// Distinct visible colours, where they are counted.
  private var colorSet: GamutColorSet?
  /// The pixels out of gamut by what clipping does to them, and where they lie; nil where regions are not asked for.
  private var regions: GamutRegionBuilder?
  private var spread: DifferenceSpread?

  // Memory that is used again for all rows.
  private var outside: [UInt8] = []
  private var colors = OutOfGamutColors()
  private var runs = OutOfGamutRuns()

  /// A scanner of pixels tagged with the plan's source for the gamut of its destination.
  ///
  /// - Parameters:
  ///   - plan: whatever its executor, both profiles need a matrix/TRC model for its intent.
  ///   - target: the name for the report.
  ///   - countsColors: whether distinct colours are counted, which costs a hash per change of colour.
  ///   - findsRegions: whether the report lists regions.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile` where `ConversionPlan.gamutObstacle` is not nil.
  package init(
    _ plan: ConversionPlan, target: String, countsColors: Bool = true, findsRegions: Bool = true
  ) throws(ColorError) {
    self.init(
      try TargetGamut(plan), target: target, countsColors: countsColors, findsRegions: findsRegions)
  }

  /// The same with a gamut that is there already.
  package init(_ gamut: TargetGamut, target: String, countsColors: Bool, findsRegions: Bool) {
    self.target = target
    self.gamut = gamut
    if countsColors { colorSet = GamutColorSet() }
    if findsRegions { regions = GamutRegionBuilder() }
  }

  /// Takes the next rows.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    add(strip, onRows: { _, _, _ in }, onColors: { _, _, _ in })
  }

  /// The same, for others that want to see what is found.
  ///
  /// - Parameters:
  ///   - onRows: sees some rows of samples at a time, how many they are, and a bit for each of their pixels that is out of
  ///     gamut.
  ///   - onColors: sees each row of the strip with pixels out of gamut: its number, its samples, and those colours. Not
  ///     called where regions are not asked for.
  package mutating func add(
    _ strip: borrowing PixelBuffer, onRows: (Span<UInt16>, Int, [UInt8]) -> Void,
    onColors: (Int, Span<UInt16>, OutOfGamutColors) -> Void
  ) {
    let format = strip.format
    for part in TargetGamut.parts(of: strip) {
      let rows = strip.samples.span.extracting(strip.sampleRange(part.rows))
      colorSet?.add(rows, format)
      let counts = gamut.converter.tally(rows, format: format, outside: &outside)
      if regions == nil {
        total.add(
          counts, of: rows, times: part.times, format: format, outside: outside, gamut, &colors)
      } else {
        total.add(counts, clipped: OutOfGamutSums(), times: part.times)
        addRegions(rows, part, of: format, isAnyOutside: counts.outOfGamut > 0, onColors)
      }
      for _ in 0..<part.times { onRows(rows, part.rows.count, outside) }
    }
  }

  /// Takes the sums over the next rows, found on any thread; their colours are not counted.
  package mutating func add(_ sums: GamutSums) { total += sums }

  /// Adds the runs of pixels out of gamut of each row.
  private mutating func addRegions(
    _ samples: Span<UInt16>, _ part: RowPart, of format: PixelFormat, isAnyOutside: Bool,
    _ onColors: (Int, Span<UInt16>, OutOfGamutColors) -> Void
  ) {
    guard isAnyOutside else {
      regions?.addRow([], times: part.rows.count * part.times)
      return
    }
    let stride = samples.count / part.rows.count
    let width = stride / format.channelCount
    for (index, row) in part.rows.enumerated() {
      let pixels = samples.extracting(index * stride..<(index + 1) * stride)
      colors.find(
        gamut.converter, pixels, format: format, outside: outside, firstBit: index * width,
        differences: gamut.differences)
      total.add(clipped: colors.sums(), times: part.times)
      for repeated in 0..<part.times {
        if colors.count > 0 { onColors(row + repeated, pixels, colors) }
        addSpread()
      }
      colors.join(into: &runs)
      regions?.addRow((0..<runs.count).map { GamutRun(runs[$0]) }, times: part.times)
    }
  }

  private mutating func addSpread() {
    // Taken out meanwhile: the spans keep the scanner from being changed.
    var spread = self.spread.take() ?? DifferenceSpread()
    spread.add(
      colors.differences.span.extracting(0..<colors.count),
      counts: colors.length.span.extracting(0..<colors.count))
    self.spread = spread
  }

  /// The report on everything that came in.
  ///
  /// - Parameter sampleDepth: the bits that the samples really hold, 8 or less for an 8-bit file and for a 16-bit
  ///   file of widened 8-bit values: what counts as rounding.
  package mutating func finish(sampleDepth: Int) -> GamutReport {
    let counts = total.counts
    let channels = [counts.red, counts.green, counts.blue].map { GamutReport.Excess($0) }
    return GamutReport(
      target: target, visiblePixels: counts.visiblePixels, outOfGamut: counts.outOfGamut,
      withinRounding: sampleDepth <= 8 ? total.clipped.withinRounding8 : total.clipped.withinRounding16,
      noticed: total.clipped.noticed,
      fraction: Double(counts.outOfGamut) / Double(max(counts.visiblePixels, 1)),
      channels: GamutReport.Channels(
        red: channels[0], green: channels[1], blue: channels[2]),
      maxExcess: channels.map { max($0.maxBelow, $0.maxAbove) }.max() ?? 0,
      deltaE: GamutReport.Difference(
        mean: total.clipped.totalDifference / Double(max(counts.outOfGamut, 1)),
        max: Double(total.clipped.maxDifference)), spread: spread,
      regions: regions?.finish() ?? [], distinctColors: distinctColors())
  }

  /// The figures of a conversion with `mapping`, from the share `knee` on if it is soft, whose strips' tallies came in.
  package mutating func finish(sampleDepth: Int, mapping: GamutMapping, knee: Double?) -> GamutSummary {
    let moved = mapping == .clip ? nil : total.moved
    return GamutSummary(finish(sampleDepth: sampleDepth), mapping, knee: knee, moved: moved)
  }

  /// Taken, not copied: the set is up to 11 MB, and is converted in place.
  private mutating func distinctColors() -> GamutReport.DistinctColors? {
    guard var set = colorSet.take() else { return nil }
    return gamut.distinctColors(&set)
  }
}

extension GamutRun {
  fileprivate init(_ run: (pixels: Range<Int>, maxDifference: Float)) {
    self.init(
      columns: run.pixels.lowerBound...run.pixels.upperBound - 1, maxDeltaE: Double(run.maxDifference))
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
