import Pixels

/// The last rows of pixels as the search for collapsing colours sees them: bits for all pixels, and CIELAB for those
/// blocks of 64 pixels that `fill` was asked for. Rows are named by how far they lie above the newest.
///
/// Every kind of value has one array for all rows, because searches look at single pixels: nothing is copied.
struct GamutCollapseWindow: Sendable {
  /// Rows that are remembered. An edge needs its span and a second row of each flat colour; what may be a plateau in a
  /// column is walked along once there are enough rows of it.
  static let rowCount = max(GamutCollapseScanner.edgeSpan + 3, GamutCollapseReport.plateauLength)

  /// Rows that are there, up to `rowCount`.
  private(set) var rowsAtHand = 0
  /// Whether any pixel of the newest row is out of gamut.
  private(set) var hasOut = false
  let blockCount: Int

  private var newest = 0
  private var out: PixelBitRows
  private var visible: PixelBitRows
  private var sameAsLeft: PixelBitRows
  private var sameAsAbove: PixelBitRows
  private var goesOnDown: PixelBitRows
  private var labs: ClippedLabRows
  /// Whether a row has all bits, or only `out`.
  private var isCompared = [Bool](repeating: false, count: rowCount)

  private let width: Int
  private var format = PixelFormat.rgb16
  /// Row after row.
  private var samples: [UInt16] = []
  /// Memory for what a kernel finds out of gamut.
  private var outside: [UInt8] = []

  init(width: Int) {
    self.width = width
    out = PixelBitRows(count: width, rows: Self.rowCount)
    blockCount = out.wordCount
    visible = out
    sameAsLeft = out
    sameAsAbove = out
    goesOnDown = out
    labs = ClippedLabRows(width: width, rows: Self.rowCount)
  }

  // MARK: Rows

  /// Where the row `back` rows above the newest is.
  private func slot(_ back: Int) -> Int {
    let slot = newest - back
    return slot < 0 ? slot + Self.rowCount : slot
  }

  /// Row `y` of `strip` becomes the newest.
  mutating func load(_ strip: borrowing PixelBuffer, _ y: Int, _ scan: GamutScan) {
    format = strip.format
    if samples.isEmpty { samples = Array(repeating: 0, count: Self.rowCount * strip.rowStride) }
    newest = newest + 1 == Self.rowCount ? 0 : newest + 1
    rowsAtHand = min(rowsAtHand + 1, Self.rowCount)
    let row = strip.samples.span.extracting(strip.rowRange(y))
    let range = sampleRange(newest)
    for index in row.indices { samples[range.lowerBound + index] = row[index] }
    hasOut = scan.converter.tally(row, format: format, outside: &outside).outOfGamut > 0
    out.set(row: newest, outside)
    isCompared[newest] = false
    goesOnDown.clear(row: newest)
    labs.reset(row: newest)
  }

  private func sampleRange(_ slot: Int) -> Range<Int> {
    let count = width * format.channelCount
    return slot * count..<(slot + 1) * count
  }

  /// Finds the bits of all rows that `load` leaves out.
  mutating func compareRows() {
    // A reference of its own: the spans borrow it while bits change.
    let samples = samples
    for back in (0..<rowsAtHand).reversed() where !isCompared[slot(back)] {
      let slot = slot(back)
      isCompared[slot] = true
      let row = samples.span.extracting(sampleRange(slot))
      visible.setVisible(row: slot, row, format: format)
      sameAsLeft.setSameAsLeft(row: slot, row, format: format)
      guard back + 1 < rowsAtHand else { continue }
      let above = samples.span.extracting(sampleRange(self.slot(back + 1)))
      sameAsAbove.setSame(row: slot, row, as: above, format: format)
    }
  }

  /// Makes sure that the colours of 64 pixels are there.
  mutating func fill(block: Int, back: Int, _ scan: GamutScan) {
    let (slot, samples) = (slot(back), samples)
    let row = samples.span.extracting(sampleRange(slot))
    labs.fill(row: slot, block: block, of: row, format: format, scan.converter, scan.differences)
  }

  /// Remembers which pixels of the newest row carry on a ramp from the row above.
  mutating func setGoesOnDown(_ bits: UInt64, _ block: Int) { goesOnDown[row: newest, block] = bits }

  // MARK: Bits

  /// Pixels out of gamut, moved to the right.
  func out(_ block: Int, back: Int = 0, shiftedRightBy distance: Int = 0) -> UInt64 {
    out.word(row: slot(back), block, shiftedRightBy: distance)
  }

  /// Pixels with alpha, moved to the right.
  func visible(_ block: Int, back: Int = 0, shiftedRightBy distance: Int = 0) -> UInt64 {
    visible.word(row: slot(back), block, shiftedRightBy: distance)
  }

  /// Pixels that are visible and of one colour with the visible one to their left, moved to the right.
  func sameAsLeft(_ block: Int, back: Int = 0, shiftedRightBy distance: Int = 0) -> UInt64 {
    sameAsLeft.word(row: slot(back), block, shiftedRightBy: distance)
  }

  /// Pixels that are visible and of one colour with the visible one above.
  func sameAsAbove(_ block: Int, back: Int = 0) -> UInt64 { sameAsAbove[row: slot(back), block] }

  /// Pixels that carry on a ramp from the pixel above.
  func goesOnDown(_ block: Int, back: Int) -> UInt64 { goesOnDown[row: slot(back), block] }

  /// Whether the colours of 64 pixels are there.
  func isFilled(_ block: Int, back: Int) -> Bool { labs.isFilled(row: slot(back), block: block) }

  /// Pixels of a block for which the answer about two pixels may be yes: those so far above the newest row and so far to
  /// the left of it.
  func pairs(
    _ question: ClippedLabRows.Question, _ first: (left: Int, back: Int), _ second: (left: Int, back: Int),
    _ block: Int, wanted: UInt64 = .max, _ scan: GamutScan
  ) -> UInt64 {
    labs.pairs(
      question, .init(row: slot(first.back), left: first.left),
      .init(row: slot(second.back), left: second.left),
      block: block, wanted: wanted, scan.differences)
  }

  // MARK: Pixels

  /// Whether a pixel has alpha.
  func isVisible(_ x: Int, back: Int) -> Bool { visible.contains(row: slot(back), x) }

  /// Whether a pixel is visible and of one colour with the visible one to its left.
  func isSameAsLeft(_ x: Int, back: Int = 0) -> Bool { sameAsLeft.contains(row: slot(back), x) }

  /// Whether a pixel is visible and of one colour with the visible one above.
  func isSameAsAbove(_ x: Int, back: Int = 0) -> Bool { sameAsAbove.contains(row: slot(back), x) }

  /// The 48-bit number of a pixel's colour.
  func key(_ x: Int, back: Int) -> UInt64 {
    let first = (slot(back) * width + x) * format.channelCount
    return GamutColorSet.key(samples[first], samples[first + 1], samples[first + 2])
  }

  /// Whether a pixel hides at least half of what lies behind it.
  func isHalfOpaque(_ x: Int, back: Int) -> Bool {
    !format.hasAlpha || samples[(slot(back) * width + x + 1) * format.channelCount - 1] >= 0x8000
  }

  /// A pixel whose colours are filled.
  func point(_ x: Int, back: Int) -> GamutCollapseRamp.Point {
    GamutCollapseRamp.Point(key: key(x, back: back), color: labs.color(row: slot(back), x))
  }
}
