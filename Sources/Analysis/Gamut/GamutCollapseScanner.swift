package import ColorManagement
package import Pixels

/// Finds colours that collapse and gradients that become plateaus in a target gamut; strips in from top to
/// bottom, one report out.
///
/// Only pixels out of gamut and their neighbours cost anything. Three searches run side by side:
/// - *neighbours*: two pixels side by side or one above the other, whose colours both go on beyond the pair;
/// - *edges*: two flat colours with up to three pixels of anti-aliasing between them;
/// - *ramps*: rows and columns of pixels out of gamut that change smoothly while the target shows one colour.
///
/// Bits say where a search may succeed, 64 pixels at a time; floats drop what surely does not (`CollapseRows`); exact
/// arithmetic decides about the rest. Tests compare the report with what `ReferenceGamutCollapse` finds.
package struct GamutCollapseScanner: ~Copyable, Sendable {
  let width: Int
  var palette: GamutCollapsePalette
  var collapsed: GamutCollapseMarks
  var gradients: GamutCollapseMarks
  /// The last rows.
  var rows: CollapseRows
  /// Of the walk down each column; empty before the first measurement.
  var measures: [GamutCollapseMeasure] = []

  private let format: PixelFormat

  /// A plateau in a column is marked from its first row on, as long as that is no farther back.
  static let rampWindow = 64

  /// A scanner for images of `width` pixels of `format` tagged with the plan's source, for the gamut of its destination,
  /// with the kernels of `target`.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile`.
  package init(
    _ plan: ConversionPlan, width: Int, format: PixelFormat, target: KernelTarget = .current
  ) throws(ColorError) {
    self.init(try TargetGamut(plan, target: target), width: width, format: format)
  }

  /// The same with a gamut that is there already.
  package init(_ gamut: TargetGamut, width: Int, format: PixelFormat) {
    self.width = width
    self.format = format
    palette = GamutCollapsePalette(gamut)
    // Grey has no gamut to leave: its rows are not looked at.
    rows = CollapseRows(
      width: format.isGray ? 1 : width, format: format.isGray ? .rgb16 : format, clip: gamut.differences)
    collapsed = GamutCollapseMarks(width: width, window: CollapseRows.rowCount)
    gradients = GamutCollapseMarks(width: width, window: Self.rampWindow, arePlateaus: true)
  }

  /// Takes the next rows. Grey has no gamut to leave: nothing is found.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    if strip.format.isGray { return }
    var outside: [UInt8] = []
    for rows in TargetGamut.parts(of: strip) {
      let samples = strip.samples.span.extracting(strip.sampleRange(rows))
      _ = palette.gamut.converter.tally(samples, format: strip.format, outside: &outside)
      add(samples, rows: rows.count, outside: outside)
    }
  }

  /// Takes the next `rows` rows in colour, whose pixels out of gamut have a bit in `outside`, one row after the other.
  package mutating func add(_ samples: Span<UInt16>, rows count: Int, outside: [UInt8]) {
    let stride = width * format.channelCount
    precondition(samples.count == count * stride, "rows of another image")
    for row in 0..<count {
      rows.take(
        samples.extracting(row * stride..<(row + 1) * stride), outside: outside, firstBit: row * width)
      collapsed.openRow()
      gradients.openRow()
      search(rows.search(palette.gamut.converter))
    }
  }

  /// Looks at what was found in the newest row.
  private mutating func search(_ places: CollapsePlaces) {
    findNeighboursAcross(places.across)
    findNeighboursDown(places.down, below: 1)
    findEdges(places)
    walkDown(places)
    for run in places.runs { walkAlong(run) }
  }

  /// The report on everything that came in.
  package consuming func finish() -> GamutCollapseReport {
    if !format.isGray { findNeighboursDown(rows.finish(palette.gamut.converter).down, below: 0) }
    return GamutCollapseReport(collapsedColors: collapsed.finish(), clippedGradients: gradients.finish())
  }
}

/// What collapses in the target gamut: colours that could be told apart, and gradients.
public struct GamutCollapseReport: Sendable, Hashable, Codable {
  /// Where neighbouring colours with a CIEDE2000 difference of at least `visibleDifference` become the same, or
  /// nearly so, in the target. Largest first; `maxDeltaE` is the largest difference that is lost.
  public let collapsedColors: [GamutRegion]
  /// Where a ramp becomes a flat plateau in the target. Largest first; `maxDeltaE` is the length of the lost ramp,
  /// chroma alone at 0.4.
  public let clippedGradients: [GamutRegion]

  /// CIEDE2000: differences from here on can be seen side by side, smaller ones count as gone.
  public static let visibleDifference = 1.0
  /// CIEDE2000, chroma alone at 0.4: what a ramp must span in the source for its plateau to count.
  public static let rampDifference = 2.0
  /// CIEDE2000, chroma alone at 0.4: what is lost from here on is seen without comparing.
  package static let plainRampDifference = 3.0
  /// Pixels that a plateau must be long, along a row or a column.
  public static let plateauLength = 8

  /// The CIEDE2000 between the ends of a ramp as far as it is seen: 1.25 times what it is with chroma at a third (kC = 3), at
  /// most. In yellow and pale shading ΔE 4 to 6 of chroma alone go unnoticed; they are 1.7 to 2.5 here. Differences that have a
  /// part in lightness or hue, as those of saturated reds and greens, count in full.
  static func seenDifference(_ first: CIELAB, _ second: CIELAB) -> Double {
    let difference = CIEDE2000.difference(first, second)
    guard difference >= rampDifference else { return difference }
    return min(difference, 1.25 * CIEDE2000.difference(first, second, chromaFactor: 3))
  }
}
