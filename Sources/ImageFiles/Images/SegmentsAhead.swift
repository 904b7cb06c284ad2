package import PNGCodec

/// Lets other threads read segments of an image before the task that reads the image comes to them: what they take off it is
/// the longest part of its work. An image without segments is read by that task alone.
package struct SegmentsAhead {
  private let budget: StripPermits
  /// Permits for segments that have not been taken into rows, as far as is known.
  private var permits = 0

  package init(_ budget: StripPermits) { self.budget = budget }

  /// Starts as many tasks in `group` as the budget allows.
  package mutating func start(_ reader: inout PNGReader, in group: inout TaskGroup<Void>) {
    guard budget.isParallel, reader.remainingRows > 0 else { return }
    giveBack(permits - reader.segmentsAhead)
    while budget.takeSegment() {
      permits += 1
      guard let segment = reader.readAhead() else { return giveBack(1) }
      group.addTask { segment.run() }
    }
  }

  /// Gives back all permits, when no more rows are read.
  package mutating func end() { giveBack(permits) }

  private mutating func giveBack(_ count: Int) {
    permits -= count
    budget.giveBackSegments(count)
  }
}
