internal import Pixels

/// What is counted of a component while it grows.
struct SofteningTally: Sendable {
  private var pixels: UInt64 = 0
  /// Whether it meets the image's border or an invisible pixel.
  private var isOpen = false
  private var darkest: UInt16 = .max
  private var lightest: UInt16 = 0
  private var lightnessSum: UInt64 = 0
  private var whitenessSum: UInt64 = 0

  /// The row that it last reached into.
  private(set) var lastRow: UInt32 = 0

  mutating func add(_ run: SofteningRun, isOuterRow: Bool, row: UInt32) {
    pixels += UInt64(run.end - run.start)
    isOpen = isOpen || run.openEnds > 0 || isOuterRow
    darkest = min(darkest, run.darkest)
    lightest = max(lightest, run.lightest)
    lightnessSum += run.lightnessSum
    whitenessSum += run.whitenessSum
    lastRow = row
  }

  mutating func add(_ other: SofteningTally) {
    pixels += other.pixels
    isOpen = isOpen || other.isOpen
    darkest = min(darkest, other.darkest)
    lightest = max(lightest, other.lightest)
    lightnessSum += other.lightnessSum
    whitenessSum += other.whitenessSum
    lastRow = max(lastRow, other.lastRow)
  }

  var summary: SofteningSummary {
    guard pixels > 0 else { return SofteningSummary(packed: 0, pixels: 0) }
    return SofteningSummary(
      level: lightnessSum / pixels, lightest: lightest, darkest: darkest,
      tint: (lightnessSum - min(lightnessSum, whitenessSum)) / pixels, isOpen: isOpen, pixels: pixels)
  }
}
