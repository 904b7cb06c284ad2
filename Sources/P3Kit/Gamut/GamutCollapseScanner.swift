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
  /// The walk down each column, where `isWalking` says that there is one.
  var columnRamps: [GamutCollapseRamp?]
  var isWalking: PixelBits

  /// The last rows, as a ring.
  private var rows: [GamutCollapseRow]
  private var rowsSeen = 0
  /// Rows since the last one with a pixel out of gamut.
  private var quietRows = rowCount

  /// Pixels from one flat colour to the other across an anti-aliased edge.
  static let edgeSpan = 4
  /// Rows that an edge needs: its span, and a second row of each flat colour.
  private static let rowCount = edgeSpan + 3
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
    collapsed = GamutCollapseMarks(width: width, window: Self.rowCount)
    gradients = GamutCollapseMarks(width: width, window: Self.rampWindow)
    columnRamps = []
    isWalking = PixelBits(count: width)
    rows = Array(repeating: GamutCollapseRow(width: width), count: Self.rowCount)
  }

  /// Takes the next rows. Grey has no gamut to leave: nothing is found.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    precondition(strip.width == width, "a strip of another image")
    if strip.format.isGray { return }
    for y in 0..<strip.height {
      rowsSeen += 1
      rows[slot(0)].load(strip, y, palette.scan)
      collapsed.openRow()
      gradients.openRow()
      quietRows = rows[slot(0)].hasOut ? 0 : quietRows + 1
      guard quietRows < Self.rowCount else { continue }
      prepareRows()
      search(rowsAtHand)
    }
  }

  /// The report on everything that came in.
  package mutating func finish() -> GamutCollapseReport {
    if quietRows < Self.rowCount {
      let rows = rowsAtHand
      for block in isWalking.words.indices { findNeighboursDown(block, rows, below: 0) }
    }
    return GamutCollapseReport(collapsedColors: collapsed.finish(), clippedGradients: gradients.finish())
  }

  // MARK: Rows

  /// Where in `rows` the row `back` rows above the newest is.
  private func slot(_ back: Int) -> Int { (rowsSeen - 1 - back) % Self.rowCount }

  /// The last rows, the newest first.
  private var rowsAtHand: [GamutCollapseRow] {
    (0..<min(rowsSeen, Self.rowCount)).map { rows[slot($0)] }
  }

  /// Finds out about the rows at hand what the searches ask for.
  private mutating func prepareRows() {
    let last = min(rowsSeen, Self.rowCount) - 1
    for back in (0...last).reversed() {
      rows[slot(back)].compare(with: back < last ? rows[slot(back + 1)] : nil)
    }
    for back in 0...min(last, 1) {
      for block in isWalking.words.indices where needsColors(block) {
        if block > 0 { rows[slot(back)].fill(block: block - 1, palette.scan) }
        rows[slot(back)].fill(block: block, palette.scan)
      }
    }
  }

  /// Whether a pixel of this block, of the newest row or the one above, or to the left of it, is out of gamut.
  private func needsColors(_ block: Int) -> Bool {
    let near = rows[slot(0)].out
    let above = rowsSeen > 1 ? rows[slot(1)].out.words[block] : 0
    return near.words[block] | near.word(block, shiftedRightBy: 1) | above != 0
  }

  /// Searches the newest row. `rows` are those at hand, the newest first.
  private mutating func search(_ rows: [GamutCollapseRow]) {
    for block in isWalking.words.indices {
      findNeighboursAcross(block, rows)
      findNeighboursDown(block, rows, below: 1)
      findEdges(block, rows)
      findColumnRamps(block, rows)
    }
    if rows[0].hasOut { findRowRamps(rows[0]) }
  }
}

/// What collapses in the target gamut: colours that could be told apart, and gradients.
public struct GamutCollapseReport: Sendable, Hashable, Codable {
  /// Where neighbouring colours with a CIEDE2000 difference of at least `visibleDifference` become the same, or
  /// nearly so, in the target. Largest first; `maxDeltaE` is the largest difference that is lost.
  public let collapsedColors: [GamutRegion]
  /// Where a ramp becomes a flat plateau in the target. Largest first; `maxDeltaE` is the length of the lost ramp.
  public let clippedGradients: [GamutRegion]

  /// CIEDE2000: differences from here on can be seen side by side, smaller ones count as gone.
  public static let visibleDifference = 1.0
  /// CIEDE2000: what a ramp must span in the source for its plateau to count.
  public static let rampDifference = 2.0
  /// Pixels that a plateau must be long, along a row or a column.
  public static let plateauLength = 8
}
