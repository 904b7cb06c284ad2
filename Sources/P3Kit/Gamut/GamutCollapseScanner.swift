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
/// Bits say where a search may succeed, 64 pixels at a time; floats drop what surely does not; exact arithmetic
/// decides about the rest. Tests compare the report with what `ReferenceGamutCollapse` finds.
package struct GamutCollapseScanner: Sendable {
  let width: Int
  var palette: GamutCollapsePalette
  var collapsed: GamutCollapseMarks
  var gradients: GamutCollapseMarks
  /// The last rows.
  var window: GamutCollapseWindow
  /// The walk down each column, where `isWalking` says that there is one; empty before the first.
  var columnRamps: [GamutCollapseRamp] = []
  var isWalking: PixelBits

  /// Rows since the last one with a pixel out of gamut.
  private var quietRows = GamutCollapseWindow.rowCount

  /// Pixels from one flat colour to the other across an anti-aliased edge.
  static let edgeSpan = 4
  /// A plateau in a column is marked from its first row on, as long as that is no farther back.
  static let rampWindow = 64

  /// A scanner for images of `width` pixels tagged with the plan's source, for the gamut of its destination.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile`.
  package init(_ plan: ConversionPlan, width: Int) throws(ColorError) {
    self.init(try GamutScan(plan), width: width)
  }

  /// The same with a scan that is there already.
  init(_ scan: GamutScan, width: Int) {
    self.width = width
    palette = GamutCollapsePalette(scan)
    window = GamutCollapseWindow(width: width)
    collapsed = GamutCollapseMarks(width: width, window: GamutCollapseWindow.rowCount)
    gradients = GamutCollapseMarks(width: width, window: Self.rampWindow)
    isWalking = PixelBits(count: width)
  }

  /// Takes the next rows. Grey has no gamut to leave: nothing is found.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    precondition(strip.width == width, "a strip of another image")
    if strip.format.isGray { return }
    for y in 0..<strip.height {
      window.load(strip, y, palette.scan)
      collapsed.openRow()
      gradients.openRow()
      quietRows = window.hasOut ? 0 : quietRows + 1
      guard quietRows < GamutCollapseWindow.rowCount else { continue }
      prepareRows()
      search()
    }
  }

  /// The report on everything that came in.
  package mutating func finish() -> GamutCollapseReport {
    if quietRows < GamutCollapseWindow.rowCount {
      for block in 0..<window.blockCount { findNeighboursDown(block, below: 0) }
    }
    return GamutCollapseReport(collapsedColors: collapsed.finish(), clippedGradients: gradients.finish())
  }

  /// Finds out about the rows at hand what the searches ask for.
  private mutating func prepareRows() {
    window.compareRows()
    for block in 0..<window.blockCount where needsColors(block) {
      for back in 0..<min(window.rowsAtHand, 2) {
        if block > 0 { window.fill(block: block - 1, back: back, palette.scan) }
        window.fill(block: block, back: back, palette.scan)
      }
    }
  }

  /// Whether a pixel of this block, of the newest row or the one above, or to the left of it, is out of gamut.
  private func needsColors(_ block: Int) -> Bool {
    let above = window.rowsAtHand > 1 ? window.out(block, back: 1) : 0
    return window.out(block) | window.out(block, shiftedRightBy: 1) | above != 0
  }

  /// Searches the newest row.
  private mutating func search() {
    for block in 0..<window.blockCount {
      findNeighboursAcross(block)
      findNeighboursDown(block, below: 1)
      findEdges(block)
      findColumnRamps(block)
    }
    if window.hasOut { findRowRamps() }
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
