/// Consecutive pixels of one row that belong together.
struct GamutRun: Sendable, Hashable {
  /// First and last column.
  var columns: ClosedRange<Int>
  /// The largest CIEDE2000 difference among the pixels.
  var maxDeltaE: Double
}
