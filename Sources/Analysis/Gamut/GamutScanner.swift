package import ColorManagement
package import Pixels

/// Counts what an image loses in a target gamut; takes strips from top to bottom and makes one report.
///
///     var scanner = try GamutScanner(plan, target: "srgb")
///     scanner.add(strip)
///     let report = scanner.finish(sampleDepth: 8)
package struct GamutScanner: Sendable {
  /// The target's name in the report.
  package let target: String

  private let gamut: TargetGamut
  private var total = GamutSums()
  /// Distinct visible colours; nil if they are not counted.
  private var colorSet: GamutColorSet?
  /// Pixels out of gamut by their CIEDE2000, and their places; nil if regions are not requested.
  private var regions: GamutRegionBuilder?
  private var spread: DifferenceSpread?

  // Memory reused for all rows.
  private var outside: [UInt8] = []
  private var colors = OutOfGamutColors()
  private var runs = OutOfGamutRuns()

  /// Scans pixels tagged with the plan's source for the gamut of its destination.
  ///
  /// - Parameters:
  ///   - plan: both profiles need a matrix/TRC model for its intent, whatever its executor.
  ///   - target: the target's name in the report.
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

  /// A scanner for an existing gamut.
  package init(_ gamut: TargetGamut, target: String, countsColors: Bool, findsRegions: Bool) {
    self.target = target
    self.gamut = gamut
    if countsColors { colorSet = GamutColorSet() }
    if findsRegions { regions = GamutRegionBuilder() }
  }

  /// Adds the next rows.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    add(strip, onRows: { _, _, _ in }, onColors: { _, _, _ in })
  }

  /// Adds the next rows, and passes on what is found.
  ///
  /// - Parameters:
  ///   - onRows: receives samples of some rows, the number of rows, and a bit per pixel that is set if it is out of
  ///     gamut.
  ///   - onColors: receives each row of the strip that has pixels out of gamut: its number, samples, and those colours.
  ///     Not called if regions are not requested.
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

  /// Adds sums over the next rows, computed on any thread; their colours are not counted.
  package mutating func add(_ sums: GamutSums) { total += sums }

  /// Adds each row's runs of pixels out of gamut.
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
    // Moved out meanwhile, as the spans keep the scanner from being changed.
    var spread = self.spread.take() ?? DifferenceSpread()
    spread.add(
      colors.differences.span.extracting(0..<colors.count),
      counts: colors.length.span.extracting(0..<colors.count))
    self.spread = spread
  }

  /// The report on all added rows.
  ///
  /// - Parameter sampleDepth: the bits that the samples really use (8 or less also for widened 8-bit values in a 16-bit
  ///   file), which determine what rounding explains.
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

  /// The figures of a conversion with `mapping` (and `knee`, for `soft`) whose strips' tallies were added.
  package mutating func finish(sampleDepth: Int, mapping: GamutMapping, knee: Double?) -> GamutSummary {
    let moved = mapping == .clip ? nil : total.moved
    return GamutSummary(finish(sampleDepth: sampleDepth), mapping, knee: knee, moved: moved)
  }

  /// Moved, not copied: the set takes up to 11 MB, and is converted in place.
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
  /// Distances below this are the arithmetic's own error: a conversion between equal spaces deviates by some 1e-16 from
  /// 0 and 1, far less than the steps of 16 bits, 1.5e-5.
  private static let arithmeticError = 1e-12

  fileprivate init(_ channel: GamutTally.Channel) {
    func distance(_ most: Double) -> Double { most < Self.arithmeticError ? 0 : most }
    self.init(
      below: channel.below, above: channel.above, maxBelow: distance(channel.maxBelow),
      maxAbove: distance(channel.maxAbove))
  }
}
