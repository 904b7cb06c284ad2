/// One horizontal run of smooth ink, as the row scanner finds it.
package struct SofteningRun: Sendable, Hashable {
  /// First column, and the column after the last.
  package var start: Int, end: Int
  /// Least whiteness (√min(R, G, B)), in 1/65535.
  package var darkest: UInt16
  /// Sums over the run's pixels of lightness (√Y) and of whiteness.
  package var lightnessSum: UInt64, whitenessSum: UInt64
  /// The label of the run's region of ink.
  package var region: UInt32

  /// A run with all its figures.
  package init(
    start: Int, end: Int, darkest: UInt16, lightnessSum: UInt64, whitenessSum: UInt64, region: UInt32
  ) {
    self.start = start
    self.end = end
    self.darkest = darkest
    self.lightnessSum = lightnessSum
    self.whitenessSum = whitenessSum
    self.region = region
  }
}

/// Counts of pixels in a span of one row.
package struct SofteningRowCounts: Sendable, Hashable {
  /// Visible pixels darker than paper, pixels of ink, light pixels, and pixels with the small irregular
  /// differences of photographs.
  package var marked = 0, ink = 0, light = 0, natural = 0

  /// Counts of no pixels.
  package init() {}

  init(marked: Int, ink: Int, light: Int, natural: Int) {
    self.marked = marked
    self.ink = ink
    self.light = light
    self.natural = natural
  }

  /// Adds the counts of other pixels.
  package static func += (sum: inout SofteningRowCounts, other: SofteningRowCounts) {
    sum.marked += other.marked
    sum.ink += other.ink
    sum.light += other.light
    sum.natural += other.natural
  }
}
