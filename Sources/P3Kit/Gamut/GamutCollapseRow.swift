import Pixels

/// One row of pixels as the search for collapsing colours sees it: bits for all pixels, and CIELAB for those blocks
/// of 64 pixels that `fill` was asked for.
struct GamutCollapseRow: Sendable {
  /// Pixels out of gamut.
  private(set) var out: PixelBits
  /// Pixels with alpha.
  private(set) var visible: PixelBits
  /// Pixels that are visible and of one colour with the visible one to their left.
  private(set) var sameAsLeft: PixelBits
  /// Pixels that are visible and of one colour with the visible one above.
  private(set) var sameAsAbove: PixelBits
  /// Whether any pixel is out of gamut.
  private(set) var hasOut = false
  /// CIELAB of the filled blocks.
  private(set) var labs: ClippedLabRow

  private let width: Int
  private var samples: [UInt16] = []
  private var format = PixelFormat.rgb16
  /// Whether all bits are there, or only `out`.
  private var isCompared = false

  init(width: Int) {
    self.width = width
    out = PixelBits(count: width)
    visible = out
    sameAsLeft = out
    sameAsAbove = out
    labs = ClippedLabRow(width: width)
  }

  /// Becomes row `y` of `strip`.
  mutating func load(_ strip: borrowing PixelBuffer, _ y: Int, _ scan: GamutScan) {
    format = strip.format
    samples.removeAll(keepingCapacity: true)
    samples.append(contentsOf: strip.samples[strip.rowRange(y)])
    var outside: [UInt8] = []
    hasOut = scan.converter.tally(samples.span, format: format, outside: &outside).outOfGamut > 0
    out.set(outside)
    isCompared = false
    labs.reset()
  }

  /// Finds the bits that `load` leaves out.
  mutating func compare(with above: GamutCollapseRow?) {
    guard !isCompared else { return }
    isCompared = true
    let samples = samples
    visible.setVisible(samples.span, format: format)
    sameAsLeft.setSameAsLeft(samples.span, format: format)
    if let above { sameAsAbove.setSame(samples.span, as: above.samples.span, format: format) }
  }

  /// Makes sure that the colours of 64 pixels are there.
  mutating func fill(block: Int, _ scan: GamutScan) {
    let samples = samples
    labs.fill(block: block, of: samples.span, format: format, scan.converter, scan.differences)
  }

  /// The 48-bit number of a pixel's colour.
  func key(_ x: Int) -> UInt64 {
    let first = x * format.channelCount
    return GamutColorSet.key(samples[first], samples[first + 1], samples[first + 2])
  }

  /// Whether a pixel hides at least half of what lies behind it.
  func isHalfOpaque(_ x: Int) -> Bool {
    !format.hasAlpha || samples[(x + 1) * format.channelCount - 1] >= 0x8000
  }

  /// A pixel whose colours are filled.
  func point(_ x: Int) -> GamutCollapseRamp.Point {
    GamutCollapseRamp.Point(key: key(x), color: labs.color(x))
  }
}

/// Marked pixels of the last few rows, handed to a region builder once no later row can mark them.
struct GamutCollapseMarks: Sendable {
  /// Rows that stay open.
  private let window: Int
  private let width: Int
  /// The CIEDE2000 that is lost at each pixel of the open rows, 0 where nothing is; oldest row first. Rows without
  /// any mark are empty.
  private var rows: [[Double]] = []
  private var builder = GamutRegionBuilder()

  init(width: Int, window: Int) {
    self.width = width
    self.window = window
  }

  /// Opens the next row and closes the one that leaves the window.
  mutating func openRow() {
    rows.append([])
    if rows.count > window { builder.addRow(Self.runs(rows.removeFirst())) }
  }

  /// Marks a pixel `back` rows above the newest.
  mutating func mark(x: Int, back: Int = 0, deltaE: Double) {
    let row = rows.count - 1 - back
    if rows[row].isEmpty { rows[row] = [Double](repeating: 0, count: width) }
    rows[row][x] = max(rows[row][x], deltaE)
  }

  /// The regions of all marks.
  mutating func finish() -> [GamutRegion] {
    for row in rows { builder.addRow(Self.runs(row)) }
    rows = []
    return builder.finish()
  }

  private static func runs(_ row: [Double]) -> [GamutRun] {
    var runs: [GamutRun] = []
    for (x, deltaE) in row.enumerated() where deltaE > 0 {
      if let last = runs.indices.last, runs[last].columns.upperBound == x - 1 {
        runs[last].columns = runs[last].columns.lowerBound...x
        runs[last].maxDeltaE = max(runs[last].maxDeltaE, deltaE)
      } else {
        runs.append(GamutRun(columns: x...x, maxDeltaE: deltaE))
      }
    }
    return runs
  }
}
