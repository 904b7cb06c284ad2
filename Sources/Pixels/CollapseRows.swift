internal import CPixelKernels

/// The last rows of an image as the search for collapsing colours sees them, and where in them it may succeed. Bits and
/// floats drop what surely does not; the caller decides about the rest in Double.
///
/// Rows are named by how far they lie above the newest, `back`. The C functions are `p3_collapse_*`.
@safe
package struct CollapseRows: ~Copyable, @unchecked Sendable {
  // Sendable: this is the C rows' one owner, and C keeps no global state.

  /// Rows that are remembered.
  package static let rowCount = Int(P3_COLLAPSE_ROWS)
  /// Pixels from one flat colour to the other across an anti-aliased edge.
  package static let edgeSpans = Int(P3_LEAST_EDGE)...Int(P3_MOST_EDGE)
  /// Steps from the first pixel of the shortest plateau to its last.
  package static let plateauSteps = Int(P3_PLATEAU_STEPS)
  /// How far the float values' differences may be from exact ones.
  package static let margin = P3_LOSS_MARGIN

  /// A pixel on a walk.
  package struct Point: Sendable {
    /// The 48-bit number of its colour, as `ColorList` gives them.
    package let key: UInt64
    /// L*, a*, b* and C* of the colour, in float.
    package let source: SIMD4<Float>
    /// The same of its clip to the destination's gamut.
    package let target: SIMD4<Float>
  }

  /// Pixels per row.
  package let width: Int
  private let format: PixelFormat
  private let rows: OpaquePointer

  /// No rows yet. `clip` is of the destination that the pixels are converted to. Not for grey.
  package init(width: Int, format: PixelFormat, clip: ClipDifferences) {
    precondition(width > 0 && !format.isGray, "rows of pixels in colour")
    self.width = width
    self.format = format
    guard
      let rows = unsafe p3_collapse_create(
        width, UInt32(format.channelCount), clip.matrix, clip.target.cTarget)
    else { fatalError("out of memory for \(width) columns") }
    unsafe self.rows = rows
  }

  deinit { unsafe p3_collapse_free(rows) }

  // MARK: Rows

  /// Makes `samples` the newest row. Pixel i is out of gamut where bit `firstBit` + i of `outside` is set, as
  /// `PixelConverter.tally` gives them.
  package mutating func take(_ samples: Span<UInt16>, outside: [UInt8], firstBit: Int) {
    precondition(samples.count == width * format.channelCount, "a row of another image")
    precondition(8 * outside.count >= firstBit + width, "a bit for each pixel")
    unsafe samples.withUnsafeBufferPointer {
      unsafe p3_collapse_take(rows, $0.baseAddress, outside, firstBit)
    }
  }

  /// Searches the newest row, and carries walks down the columns on. `converter` is of the pixels to the destination.
  package mutating func search(_ converter: PixelConverter) -> CollapsePlaces {
    unsafe CollapsePlaces(p3_collapse_search(rows, plan(converter)), width: width)
  }

  /// Searches what the last row leaves open: pixels of it and of the one above. `down` is of the newest row, other places
  /// there are none.
  package mutating func finish(_ converter: PixelConverter) -> CollapsePlaces {
    unsafe CollapsePlaces(p3_collapse_finish(rows, plan(converter)), width: width)
  }

  @unsafe
  private func plan(_ converter: PixelConverter) -> OpaquePointer {
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no gamut to leave") }
    return unsafe plan
  }

  // MARK: Pixels

  /// Whether a row and a column are there.
  package func has(_ x: Int, back: Int) -> Bool {
    unsafe x >= 0 && x < width && back >= 0 && back < p3_collapse_at_hand(rows)
  }

  /// Whether a pixel has alpha.
  package func isVisible(_ x: Int, back: Int) -> Bool {
    check(x, back)
    return unsafe p3_collapse_is_visible(rows, x, back) != 0
  }

  /// Whether a pixel hides at least half of what lies behind it.
  package func isHalfOpaque(_ x: Int, back: Int) -> Bool {
    check(x, back)
    return unsafe p3_collapse_is_half_opaque(rows, x, back) != 0
  }

  /// Whether a pixel of the newest row is visible and of one colour with the visible one to its left.
  package func isSameAsLeft(_ x: Int) -> Bool {
    check(x, 0)
    return unsafe p3_collapse_is_same_as_left(rows, x, 0) != 0
  }

  /// Whether a pixel is visible and of one colour with the visible one above.
  package func isSameAsAbove(_ x: Int, back: Int) -> Bool {
    check(x, back)
    return unsafe p3_collapse_is_same_as_above(rows, x, back) != 0
  }

  /// The 48-bit number of a pixel's colour.
  package func key(_ x: Int, back: Int) -> UInt64 {
    check(x, back)
    let pixel = unsafe p3_collapse_pixel(rows, x, back)
    guard let pixel = unsafe pixel else { return 0 }
    return unsafe UInt64(pixel[0]) << 32 | UInt64(pixel[1]) << 16 | UInt64(pixel[2])
  }

  /// A pixel that a walk has come to.
  package func point(_ x: Int, back: Int) -> Point {
    check(x, back)
    return unsafe Point(p3_collapse_point_at(rows, x, back))
  }

  private func check(_ x: Int, _ back: Int) {
    precondition(x >= 0 && x < width && back >= 0 && back < Self.rowCount, "outside the rows")
  }

  // MARK: Walks

  /// Goes along the newest row with a walk that began at pixel `start` and has come to the one before `x`: returns the next
  /// pixel that has to be decided about, or `end`. A walk that ends without a measurement begins anew: `start` changes.
  ///
  /// - Parameter least: the CIE94 from the start from which on the walk is to be measured.
  package mutating func walk(
    _ start: inout Int, _ x: Int, _ end: Int, least: Float, isMeasured: Bool, _ converter: PixelConverter
  ) -> Int {
    precondition(0 <= start && start < x && x <= end && end <= width, "outside the row")
    var first = start
    let next = unsafe p3_collapse_walk(rows, plan(converter), &first, x, end, least, isMeasured ? 1 : 0)
    start = first
    return next
  }

  /// The walk down column `x`: its first pixel, how many rows it has come to, the newest included, and whether it has been
  /// measured.
  package func walkDown(_ x: Int) -> (start: Point, length: Int, isMeasured: Bool) {
    check(x, 0)
    var length: Int64 = 0
    var isMeasured: Int32 = 0
    let start = unsafe p3_collapse_start_of(rows, x, &length, &isMeasured)
    return (Point(start), Int(length), isMeasured != 0)
  }

  /// Begins the walk down column `x` anew, at a pixel that it has come to.
  package mutating func beginWalkDown(_ x: Int, back: Int) {
    check(x, back)
    unsafe p3_collapse_begin(rows, x, back)
  }

  /// The walk down column `x` has been measured, and is to be measured again from a CIE94 of `least` on.
  package mutating func setMeasured(_ x: Int, least: Float) {
    check(x, 0)
    unsafe p3_collapse_set_measured(rows, x, least)
  }
}

extension CollapseRows.Point {
  init(_ point: p3_collapse_point) {
    key = UInt64(point.samples.0) << 32 | UInt64(point.samples.1) << 16 | UInt64(point.samples.2)
    source = SIMD4(point.lab.0, point.lab.1, point.lab.2, point.lab.3)
    target = SIMD4(point.lab.4, point.lab.5, point.lab.6, point.lab.7)
  }
}

/// Where a row has to be looked at: columns, ascending.
package struct CollapsePlaces: Sendable {
  /// Pixels that may have lost what kept them apart from the one to their left.
  package let across: [Int]
  /// Pixels of the row above the newest that may have lost what kept them apart from the one above.
  package let down: [Int]
  /// By span, pixels with which the second flat colour of an edge goes on.
  package let edgesAcross: [[Int]], edgesDown: [[Int]]
  /// Runs of pixels that may be one ramp and are long enough for a plateau.
  package let runs: [Range<Int>]
  /// Columns whose walk has to be carried on to the newest row.
  package let stepDown: [Int]
  /// Columns whose walk has been measured and goes on.
  package let measuredDown: [Int]
  /// Columns in which a walk begins, `plateauSteps` rows above the newest, that has to be carried on from there.
  package let beginDown: [Int]

  init(_ places: p3_collapse_places, width: Int) {
    let words = (width + 63) / 64
    across = unsafe Self.columns(places.across, words)
    down = unsafe Self.columns(places.down, words)
    edgesAcross = unsafe [places.edges_across.0, places.edges_across.1, places.edges_across.2]
      .map { unsafe Self.columns($0, words) }
    edgesDown = unsafe [places.edges_down.0, places.edges_down.1, places.edges_down.2]
      .map { unsafe Self.columns($0, words) }
    runs = unsafe Self.runs(places.along, words)
    stepDown = unsafe Self.columns(places.step_down, words)
    measuredDown = unsafe Self.columns(places.measured_down, words)
    beginDown = unsafe Self.columns(places.begin_down, words)
  }

  private static func columns(_ bits: UnsafePointer<UInt64>?, _ words: Int) -> [Int] {
    guard let bits = unsafe bits else { return [] }
    var columns: [Int] = []
    for word in 0..<words {
      var rest = unsafe bits[word]
      while rest != 0 {
        columns.append(64 * word + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return columns
  }

  private static func runs(_ bits: UnsafePointer<UInt64>?, _ words: Int) -> [Range<Int>] {
    guard let bits = unsafe bits else { return [] }
    var runs: [Range<Int>] = []
    var x = 0
    while let first = unsafe next(true, bits, words, from: x) {
      x = unsafe next(false, bits, words, from: first) ?? 64 * words
      // The first pixel carries on from the one to its left.
      if x - first >= CollapseRows.plateauSteps { runs.append(first - 1..<x) }
    }
    return runs
  }

  /// The first bit from `x` on that is set, or clear.
  private static func next(_ isSet: Bool, _ bits: UnsafePointer<UInt64>, _ words: Int, from x: Int) -> Int? {
    var word = x >> 6
    guard word < words else { return nil }
    let flip: UInt64 = isSet ? 0 : .max
    var rest = unsafe (bits[word] ^ flip) & (UInt64.max << UInt64(x & 63))
    while rest == 0 {
      word += 1
      guard word < words else { return nil }
      rest = unsafe bits[word] ^ flip
    }
    return 64 * word + rest.trailingZeroBitCount
  }
}
