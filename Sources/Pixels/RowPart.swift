/// Rows of a strip for work on single pixels. The result for a row also holds for the rows below it with the
/// same samples. Flat pictures and screenshots have many such rows; small files crafted to take long, little
/// else.
package struct RowPart: Sendable, Hashable {
  /// The rows to process.
  package let rows: Range<Int>
  /// How many rows each of `rows` stands for. If more than one, `rows` is a single row, and the others follow
  /// it.
  package let times: Int

  package init(rows: Range<Int>, times: Int) {
    self.rows = rows
    self.times = times
  }

  /// The rows that repeat the row above and get its result.
  package var repeats: Range<Int> { rows.upperBound..<rows.upperBound + times - 1 }

  /// Cuts `rows` into parts.
  ///
  /// - Parameters:
  ///   - most: the most rows in one part.
  ///   - isRepeat: whether a row, not the first, equals the row above it.
  package static func all(
    in rows: Range<Int>, most: Int = .max, isRepeat: (Int) -> Bool
  ) -> [RowPart] {
    var parts: [RowPart] = []
    var (first, y) = (rows.lowerBound, rows.lowerBound)
    while y < rows.upperBound {
      var end = y + 1
      while end < rows.upperBound, isRepeat(end) { end += 1 }
      let isRepeated = end > y + 1
      if isRepeated, first < y { parts.append(RowPart(rows: first..<y, times: 1)) }
      if isRepeated { parts.append(RowPart(rows: y..<y + 1, times: end - y)) }
      if !isRepeated, end - first == most { parts.append(RowPart(rows: first..<end, times: 1)) }
      if isRepeated || end - first == most { first = end }
      y = end
    }
    if first < y { parts.append(RowPart(rows: first..<y, times: 1)) }
    return parts
  }
}

extension PixelBuffer {
  /// Whether row `y`, not the first, equals the row above it.
  package func repeatsRowAbove(_ y: Int) -> Bool {
    PixelDifferences.areEqual(
      samples.span.extracting(rowRange(y)), samples.span.extracting(rowRange(y - 1)))
  }

  /// `rows` in parts of up to `samples` samples, or of one longer row.
  package func parts(of rows: Range<Int>, samples: Int = .max) -> [RowPart] {
    RowPart.all(in: rows, most: max(1, samples / max(rowStride, 1))) { repeatsRowAbove($0) }
  }

  /// All rows in parts.
  package func parts(samples: Int = .max) -> [RowPart] { parts(of: 0..<height, samples: samples) }

  /// Copies the changed samples of `part` to the rows that repeat it.
  package mutating func repeatRow(of part: RowPart) {
    guard part.times > 1 else { return }
    let row = Array(samples[sampleRange(part.rows)])
    for y in part.repeats { samples.replaceSubrange(rowRange(y), with: row) }
  }

  /// The indices of the samples of these rows.
  package func sampleRange(_ rows: Range<Int>) -> Range<Int> {
    rows.lowerBound * rowStride..<rows.upperBound * rowStride
  }
}
