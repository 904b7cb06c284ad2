package import Pixels

/// Finds visible bands in an image, from strips in order from top to bottom.
///
/// Memory is proportional to the width plus a map of at most 65,536 cells, whatever the height. The result
/// depends on the pixels alone, not on the strips.
package struct BandingScanner: ~Copyable, Sendable {
  private let options: BandingOptions
  private let codesPerStep: Double
  private var scanner: StaircaseScanner
  private var map: BandingMap

  /// A scanner of one image.
  ///
  /// - Parameters:
  ///   - width: pixels per row, at least 1.
  ///   - height: rows, at least 1; exactly as many must be added.
  ///   - format: layout of the strips.
  ///   - effectiveDepth: bits that the samples use, 8 or 16: the unit of `BandingRegion.step`.
  ///   - color: the colours of the codes.
  ///   - options: viewing conditions.
  package init(
    width: Int, height: Int, format: PixelFormat, effectiveDepth: Int = 16, color: BandingColor,
    options: BandingOptions = BandingOptions()
  ) {
    self.options = options
    codesPerStep = effectiveDepth <= 8 ? 257 : 1
    let grid = BandingGrid(width: width, height: height)
    scanner = StaircaseScanner(width: width, height: height, format: format, cell: grid.cell)
    map = BandingMap(
      grid: grid, channelCount: format.channelCount,
      meter: BandingStepMeter(color: color, isGray: format.isGray, hasAlpha: format.hasAlpha),
      options.thresholds)
  }

  /// Adds the next rows, of the image's width and format: those of `strip` from `top` on.
  package mutating func scan(_ strip: borrowing PixelBuffer, from top: Int = 0) {
    scanner.scan(strip, from: top) { map.add($0) }
  }

  /// The report, after the last row.
  ///
  /// - Parameter cause: the cause of staircases; that of plateaus is clipping.
  package consuming func finish(cause: BandingCause = .source) -> BandingReport {
    BandingReport(regions: findings().regions(cause: cause))
  }

  /// The report on the output of a conversion, after the last row.
  ///
  /// - Parameters:
  ///   - cause: the cause of staircases.
  ///   - varied: cells in which the input varied, among the rows that the conversion may have flattened; plateaus in
  ///     other cells are the input's own, and no bands.
  package consuming func finish(cause: BandingCause, convertedFrom varied: VariedCells) -> BandingReport {
    var findings = findings()
    let marks = varied.marks
    findings.keepPlateaus { !marks.isEmpty && marks[$0] }
    return BandingReport(regions: findings.regions(cause: cause))
  }

  /// The findings, before they become regions.
  consuming func findings() -> BandingFindings {
    let thresholds = options.thresholds
    var map = map
    let cells = scanner.finish { map.add($0) }
    return BandingFindings(
      grid: map.grid, banded: BandingJudge(map: map, cells: cells, options: options).bandedCells(),
      cells: cells, meter: map.meter, channelCount: map.channelCount, codesPerStep: codesPerStep,
      thresholds: thresholds,
      plateaus: BandingPlateaus(grid: map.grid, cells: cells, meter: map.meter, thresholds: thresholds)
        .plateaus())
  }
}
