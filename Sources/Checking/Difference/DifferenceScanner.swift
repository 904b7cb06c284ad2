import Analysis
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels

/// Strips of both images: some rows are compared now, the others are their neighbours.
struct StripPair: Sendable {
  let first: SharedStrip
  let second: SharedStrip
  /// The rows to compare, by their index in the strips.
  let rows: Range<Int>
  /// The number of the first of these rows in the images.
  let firstRow: Int
  /// For each of `rows`, the columns left out.
  let ignored: [[Range<Int>]]
}

/// Compares two images, strip by strip in order.
struct DifferenceScanner {
  struct Result: Sendable {
    let pixels: DifferencePixels
    let statistics: DifferenceStatistics
    let spread: DifferenceSpread?
    let densest: DensestWindow?
    let regions: [GamutRegion]
    /// The number of all regions, listed or not.
    let regionCount: Int
    /// Pixels with a noticeable difference below the threshold.
    let tinted: (count: Int, mean: Double)
  }

  private let request: DifferenceRequest
  private let width: Int
  private let differences: PixelDifferences
  private let exact: ExactDifference
  private var edges: MovedEdges?

  private var tally = DifferenceTally()
  private var regions = GamutRegionBuilder()
  private var window: DensestWindowScanner
  private var cache: PairCache
  private var different = 0
  private var antialiased = 0
  private var ignored = 0

  /// A float difference below this surely does not reach the threshold.
  private let surelyLess: Float

  /// Paints differences; nil if nothing is painted.
  var canvas: DifferenceCanvas?

  // Reused for every part of a strip.
  private var values: [Float] = []

  /// For two images of one size.
  init(_ first: ComparedImage, _ second: ComparedImage, _ request: DifferenceRequest) {
    self.request = request
    width = first.header.width
    differences = PixelDifferences(
      first.color.converter, second.color.converter, toSRGB: ComparedColor.toSRGB)
    exact = ExactDifference(first: first.color, second: second.color)
    // With `exact`, any different sample counts.
    edges = request.ignoresAntialiasing && request.preset != .exact ? MovedEdges(first, second) : nil
    window = DensestWindowScanner(width: first.header.width, height: first.header.height)
    cache = PairCache(exact)
    let threshold = Float(request.threshold)
    surelyLess = threshold - PixelDifferences.margin(at: threshold)
  }

  /// Adds the next rows.
  mutating func scan(_ strips: StripPair) {
    let rowsAtOnce = max(1, (1 << 15) / max(width, 1))
    let repeated = RepeatedRows(strips, neighbors: edges == nil ? 0 : MovedEdgeRows.reach)
    for part in RowPart.all(in: strips.rows, most: rowsAtOnce, isRepeat: { repeated.isRepeat[$0] }) {
      scan(part, of: strips, strips.first.pixels, strips.second.pixels)
    }
  }

  private mutating func scan(
    _ part: RowPart, of strips: StripPair, _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer
  ) {
    let (rows, times) = (part.rows, part.times)
    let (first, second) = (before.format, after.format)
    let one = before.samples.span.extracting(before.sampleRange(rows))
    let two = after.samples.span.extracting(after.sampleRange(rows))
    if differences.isOneModel, first == second, PixelDifferences.areEqual(one, two) {
      for y in rows.lowerBound..<part.repeats.upperBound {
        addEqualRow(ignoring: strips.ignored[y - strips.rows.lowerBound])
      }
      canvas?.add(one, first, two, second, marks: nil, lastTimes: times)
      return
    }
    let count = rows.count * width
    if values.count != count { values = [Float](repeating: 0, count: count) }
    let differences = differences
    var span = values.mutableSpan
    differences.compute(one, format: first, two, format: second, into: &span)
    // Moved out meanwhile, so that rows can change them together with the other properties.
    var values = values
    self.values = []
    for y in rows {
      let row = Row(
        y: strips.firstRow + y - strips.rows.lowerBound, first: y * width,
        start: (y - rows.lowerBound) * width, times: times)
      addRow(row, strips, ignoring: strips.ignored[y - strips.rows.lowerBound], &values)
    }
    self.values = values
    canvas?.add(one, first, two, second, marks: values, lastTimes: times)
  }

  /// A row's positions in the image, in the strips and in `values`.
  private struct Row {
    let y: Int
    /// Index of its first pixel in the strips.
    let first: Int
    /// Index of its first pixel in `values`.
    let start: Int
    /// How many rows it stands for: the equal ones below included.
    let times: Int
  }

  private mutating func addEqualRow(ignoring columns: [Range<Int>]) {
    let left = columns.reduce(0) { $0 + $1.count }
    ignored += left
    tally.addEqual(width - left)
    regions.addRow([])
    window.addRow([])
  }

  /// Adds a row, and sets `values` to the differences of pixels that count as different, −1 for others.
  private mutating func addRow(
    _ row: Row, _ strips: StripPair, ignoring columns: [Range<Int>], _ values: inout [Float]
  ) {
    for range in columns {
      ignored += range.count * row.times
      for x in range { values[row.start + x] = -1 }
    }
    var runs =
      cache.isFull && request.preset != .exact
      ? addSettled(row, strips, &values) : addExactly(row, strips, &values)
    let moved = edges?.settle(strips, row: row.first / width, &runs, &values, from: row.start) ?? 0
    antialiased += moved * row.times
    different += runs.pixels * row.times
    let list = runs.finish()
    regions.addRow(list, times: row.times)
    window.addRow(list, times: row.times)
  }

  /// Adds the pixels of a row, each in Double or by its samples.
  private mutating func addExactly(_ row: Row, _ strips: StripPair, _ values: inout [Float]) -> DifferentRuns
  {
    let comparesSamples = request.preset == .exact
    var runs = DifferentRuns()
    var equal = 0
    var x = 0
    while x < width {
      let value = values[row.start + x]
      if value < 0 || (value == 0 && !comparesSamples) {
        if value == 0 { (values[row.start + x], equal) = (-1, equal + 1) }
        x += 1
        continue
      }
      let columns = run(from: x, of: row, strips, values)
      x = columns.upperBound
      for x in columns { values[row.start + x] = -1 }
      let difference = exactDifference(value, row, columns.lowerBound, strips)
      if difference > 0 {
        tally.add(difference, x: columns.lowerBound, y: row.y, count: columns.count * row.times)
      } else {
        equal += columns.count
      }
      for x in columns where isDifferent(difference, row, x, strips) {
        values[row.start + x] = Float(difference)
        if edges == nil { runs.add(x, difference) } else { edges?.ask(x, difference) }
      }
    }
    tally.addEqual(equal * row.times)
    return runs
  }

  /// The compared columns from `x` on whose pixels equal that at `x` in both images: many in flat pictures.
  private func run(from x: Int, of row: Row, _ strips: StripPair, _ values: [Float]) -> Range<Int> {
    let value = values[row.start + x]
    let pair = codes(row, x, strips)
    var end = x + 1
    while end < width, values[row.start + end] == value, codes(row, end, strips) == pair { end += 1 }
    return x..<end
  }

  /// Adds the pixels of a row of many colours: in float, with Double for decisions at the threshold and for the largest
  /// difference.
  private mutating func addSettled(_ row: Row, _ strips: StripPair, _ values: inout [Float]) -> DifferentRuns
  {
    if let x = tally.add(values, from: row.start, count: width, times: row.times) {
      let (p, q) = codes(row, x, strips)
      tally.raise(to: exact.value(p, q), x: x, y: row.y)
    }
    var runs = DifferentRuns()
    for word in 0..<(width + 63) / 64 {
      let columns = word << 6..<min(word << 6 + 64, width)
      let bits = differentBits(columns, of: row, strips, &values, &runs)
      if bits != 0 { edges?.ask(bits, ofWord: word) }
    }
    return runs
  }

  /// The different pixels of some columns: added to `runs`, or, if moved edges are to be tested, as bits from the first
  /// column on.
  private mutating func differentBits(
    _ columns: Range<Int>, of row: Row, _ strips: StripPair, _ values: inout [Float],
    _ runs: inout DifferentRuns
  ) -> UInt64 {
    let (isPainted, hasEdges) = (canvas != nil, edges != nil)
    var bits: UInt64 = 0
    for x in columns {
      let value = values[row.start + x]
      if value > 0, value >= surelyLess {
        let difference = exactDifference(value, row, x, strips)
        if isDifferent(difference, row, x, strips) {
          if !hasEdges {
            runs.add(x, difference)
          } else {
            bits |= 1 << UInt64(x - columns.lowerBound)
            if difference != Double(value) { edges?.note(x, difference) }
          }
          continue
        }
      }
      if isPainted { values[row.start + x] = -1 }
    }
    return bits
  }

  /// The difference in Double: always for flat pictures, for others only if a decision depends on it.
  private mutating func exactDifference(_ value: Float, _ row: Row, _ x: Int, _ strips: StripPair) -> Double {
    guard value > 0 else { return 0 }
    if !cache.isFull {
      let (p, q) = codes(row, x, strips)
      return cache.value(p, q)
    }
    let margin = PixelDifferences.margin(at: value)
    guard abs(value - Float(request.threshold)) <= margin else { return Double(value) }
    let (p, q) = codes(row, x, strips)
    return exact.value(p, q)
  }

  private func isDifferent(_ difference: Double, _ row: Row, _ x: Int, _ strips: StripPair) -> Bool {
    if request.preset == .exact {
      let (p, q) = codes(row, x, strips)
      return p != q
    }
    return difference > 0 && difference >= request.threshold
  }

  private func codes(_ row: Row, _ x: Int, _ strips: StripPair) -> (PixelCode, PixelCode) {
    (PixelCode(strips.first.pixels, at: row.first + x), PixelCode(strips.second.pixels, at: row.first + x))
  }

  /// The results, after the last row.
  mutating func finish() -> Result {
    let listed = regions.finish().map {
      GamutRegion(box: $0.box, pixels: $0.pixels, maxDeltaE: DifferenceTally.rounded($0.maxDeltaE))
    }
    return Result(
      pixels: DifferencePixels(
        compared: tally.count, different: different, antialiased: antialiased, ignored: ignored,
        share: Double(different) / Double(max(tally.count, 1))),
      statistics: tally.statistics, spread: tally.spread, densest: window.densest, regions: listed,
      regionCount: regions.count, tinted: tally.pixels(in: DifferenceFinding.tints(request)))
  }
}

/// Rows of two strips that repeat the row above in both images and in the pixels left out: flat pictures and drawings
/// have many, tall pictures of a few kilobytes have no others.
private struct RepeatedRows {
  /// For each row of the strips: is a repeat.
  let isRepeat: [Bool]

  /// - Parameter neighbors: the rows above and below that must be equal as well. A row without so many neighbours is no
  ///   repeat.
  init(_ strips: StripPair, neighbors: Int) {
    let height = strips.first.pixels.height
    // For each row: how many rows up to it repeat the row above.
    var repeats = [Int](repeating: 0, count: height)
    for y in 1..<max(height, 1)
    where strips.first.pixels.repeatsRowAbove(y) && strips.second.pixels.repeatsRowAbove(y) {
      repeats[y] = repeats[y - 1] + 1
    }
    isRepeat = (0..<height).map { y in
      guard strips.rows.dropFirst().contains(y) else { return false }
      let place = y - strips.rows.lowerBound
      guard strips.ignored[place] == strips.ignored[place - 1] else { return false }
      return y + neighbors < height && repeats[y + neighbors] > 2 * neighbors
    }
  }
}
