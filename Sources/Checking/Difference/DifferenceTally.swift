import Analysis
import ColorManagement

/// Collects colour differences, pixel by pixel.
struct DifferenceTally: Sendable {
  /// Pixels compared.
  private(set) var count = 0
  private(set) var max = 0.0
  private(set) var maxAt: DifferenceStatistics.Place?
  private var sum = 0.0
  /// Pixels with a difference, by its size; empty until the first one.
  private var bins: [Bin] = []

  /// Differences with the same first ten bits.
  private struct Bin {
    var count = 0
    var largest: Float = 0
  }

  /// The exponent of the least difference with its own bin: 2⁻¹⁴.
  private static let firstExponent = 127 - 14
  /// Bins up to 2¹⁰; no difference is larger.
  private static let binCount = 24 << 10

  /// Adds equal pixels.
  mutating func addEqual(_ count: Int) { self.count += count }

  /// Adds `count` pixels with `difference` above 0; the first one is at column `x` of row `y`.
  mutating func add(_ difference: Double, x: Int, y: Int, count: Int) {
    self.count += count
    sum += difference * Double(count)
    raise(to: difference, x: x, y: y)
    if bins.isEmpty { bins = [Bin](repeating: Bin(), count: Self.binCount) }
    let value = Float(difference)
    let index = Self.bin(value)
    bins[index].count += count
    if value > bins[index].largest { bins[index].largest = value }
  }

  /// Adds `count` pixels from index `start` of `values` on, each `times` times. Negative values are skipped.
  ///
  /// - Returns: the index of the largest difference if it exceeds all before; the caller then passes its exact value to
  ///   `raise(to:x:y:)`.
  mutating func add(_ values: [Float], from start: Int, count: Int, times: Int) -> Int? {
    if bins.isEmpty { bins = [Bin](repeating: Bin(), count: Self.binCount) }
    let row = values.span.extracting(start..<start + count)
    let found = Self.add(row, times: times, to: &bins, above: Float(max))
    self.count += found.count * times
    sum += found.sum * Double(times)
    return found.largest
  }

  private static func add(
    _ values: Span<Float>, times: Int, to bins: inout [Bin], above most: Float
  ) -> (count: Int, sum: Double, largest: Int?) {
    var bins = bins.mutableSpan
    var (count, sum, most) = (0, 0.0, most)
    var largest: Int?
    for index in values.indices {
      let value = values[index]
      if value < 0 { continue }
      count += 1
      if value == 0 { continue }
      sum += Double(value)
      let bin = bin(value)
      bins[bin].count += times
      if value > bins[bin].largest { bins[bin].largest = value }
      if value > most { (most, largest) = (value, index) }
    }
    return (count, sum, largest)
  }

  /// Sets the exact difference of the pixel at column `x` of row `y`, which was added before.
  mutating func raise(to difference: Double, x: Int, y: Int) {
    guard difference > max else { return }
    max = difference
    maxAt = .init(x: x, y: y)
  }

  private static func bin(_ value: Float) -> Int {
    let key = Int(value.bitPattern >> 13) - (firstExponent << 10)
    return Swift.min(Swift.max(key, 0), binCount - 1)
  }

  /// The figures of all added pixels.
  var statistics: DifferenceStatistics {
    DifferenceStatistics(
      mean: Self.rounded(sum / Double(Swift.max(count, 1))), p95: percentile(95), p99: percentile(99),
      max: Self.rounded(max), maxAt: maxAt)
  }

  /// Pixels with a difference, by its size; nil if there are none.
  var spread: DifferenceSpread? {
    guard max > 0 else { return nil }
    var spread = DifferenceSpread()
    for bin in bins where bin.count > 0 { spread.add(bin.largest, count: bin.count) }
    return spread
  }

  /// The number of pixels with a difference in `range`, and their mean, by bins.
  func pixels(in range: Range<Double>) -> (count: Int, mean: Double) {
    let counted = bins.filter { $0.count > 0 && range.contains(Double($0.largest)) }
    let count = counted.reduce(0) { $0 + $1.count }
    let sum = counted.reduce(0) { $0 + Double($1.largest) * Double($1.count) }
    return (count, sum / Double(Swift.max(count, 1)))
  }

  /// The least difference that `percent` % of the pixels do not exceed (nearest rank).
  private func percentile(_ percent: Int) -> Double {
    // Counted from the largest down: so many pixels may lie above the percentile.
    var above = count - (count * percent + 99) / 100
    for bin in bins.reversed() where bin.count > 0 {
      if bin.count > above { return Self.rounded(Double(bin.largest)) }
      above -= bin.count
    }
    return 0
  }

  /// Rounds to six decimals; further ones depend on the kernel's rounding.
  static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}

/// Finds the window with the most different pixels, row by row.
struct DensestWindowScanner: Sendable {
  /// Side of a window in pixels.
  static let side = 32

  private let width: Int
  private let height: Int
  /// Different pixels of each column within the rows of the window.
  private var columns: [UInt8] = []
  /// The runs of the last rows, by row modulo `side`.
  private var rows = [[GamutRun]](repeating: [], count: side)
  private var row = 0
  private var most = 0
  private var place = (x: 0, y: 0)

  /// For an image of this size.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Adds the different pixels of the next `times` equal rows.
  mutating func addRow(_ runs: [GamutRun], times: Int = 1) {
    // A window full of such rows does not change any more.
    for _ in 0..<min(times, Self.side) { addOneRow(runs) }
    row += max(0, times - Self.side)
  }

  private mutating func addOneRow(_ runs: [GamutRun]) {
    let slot = row % Self.side
    Self.forEachColumn(of: rows[slot], in: &columns) { $0 -= 1 }
    rows[slot] = runs
    if !runs.isEmpty {
      if columns.isEmpty { columns = [UInt8](repeating: 0, count: width) }
      Self.forEachColumn(of: runs, in: &columns) { $0 += 1 }
      search()
    }
    row += 1
  }

  private static func forEachColumn(
    of runs: [GamutRun], in columns: inout [UInt8], _ change: (inout UInt8) -> Void
  ) {
    var columns = columns.mutableSpan
    for run in runs { for x in run.columns { change(&columns[x]) } }
  }

  private mutating func search() {
    var sum = 0
    let across = min(Self.side, width)
    for x in 0..<width {
      sum += Int(columns[x])
      if x >= across { sum -= Int(columns[x - across]) }
      if sum > most {
        most = sum
        place = (max(0, x - across + 1), max(0, row - Self.side + 1))
      }
    }
  }

  /// The window; nil if no pixel is different.
  var densest: DensestWindow? {
    guard most > 0 else { return nil }
    let (across, down) = (min(Self.side, width), min(Self.side, height))
    return DensestWindow(
      x: place.x, y: place.y, width: across, height: down, share: Double(most) / Double(across * down))
  }
}
