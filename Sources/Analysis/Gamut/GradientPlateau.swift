/// How broad the plateau of a clipped gradient is, and how much of it is far from the colour that it begins with.
package struct GradientPlateau: Sendable, Hashable {
  /// The side of the largest square of its pixels.
  package var side = 0
  /// Pixels that lose `GamutCollapseReport.plainRampDifference` or more.
  package var plainPixels = 0

  /// Takes over what is known of another part of the same plateau.
  mutating func merge(_ other: GradientPlateau) {
    side = max(side, other.side)
    plainPixels += other.plainPixels
  }
}

/// Measures plateaus row by row: of each pixel the largest square that it is the lower right corner of, which is one more than the
/// smallest of those that end to the left, above, and above to the left.
struct PlateauMeasure: Sendable {
  /// Of the last row; empty where that has no pixels of a plateau.
  private var sides: [Int] = []

  init() {}

  /// Measures the runs of the next row, left to right.
  ///
  /// - Parameters:
  ///   - runs: get their `plateau`.
  ///   - deltaE: what each pixel of the row loses, read at the runs' columns alone.
  mutating func addRow(_ runs: inout [GamutRun], deltaE: [Double]) {
    guard !runs.isEmpty else {
      sides = []
      return
    }
    let above = sides.isEmpty ? [Int](repeating: 0, count: deltaE.count) : sides
    sides = [Int](repeating: 0, count: deltaE.count)
    for index in runs.indices {
      var left = 0
      for x in runs[index].columns {
        let aboveLeft = x > 0 ? above[x - 1] : 0
        left = 1 + min(left, above[x], aboveLeft)
        sides[x] = left
        let isPlain = deltaE[x] >= GamutCollapseReport.plainRampDifference
        runs[index].plateau.merge(GradientPlateau(side: left, plainPixels: isPlain ? 1 : 0))
      }
    }
  }
}
