import Analysis

/// The runs of different pixels in one row.
struct DifferentRuns {
  private var list: [GamutRun] = []
  /// Pixels of all runs.
  private(set) var pixels = 0
  /// The last run, which may grow: its first column, the column behind it, and its largest difference.
  private var first = 0
  private var next = 0
  private var most = 0.0

  /// Adds the pixel in column `x`, to the right of those before.
  mutating func add(_ x: Int, _ difference: Double) {
    pixels += 1
    if x == next, next > first {
      if difference > most { most = difference }
    } else {
      close()
      (first, most) = (x, difference)
    }
    next = x + 1
  }

  private mutating func close() {
    if next > first { list.append(GamutRun(columns: first...next - 1, maxDeltaE: most)) }
  }

  /// The runs from left to right, after the last pixel.
  consuming func finish() -> [GamutRun] {
    close()
    return list
  }
}
