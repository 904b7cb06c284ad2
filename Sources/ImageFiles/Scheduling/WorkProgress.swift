/// How far the work on one image is, for a progress line: those who read or write its rows report it.
///
/// A task has it where the program wants to know (`WorkProgress.$current.withValue`); the tasks that it starts have it too.
package final class WorkProgress: Sendable {
  /// What is done with the rows.
  package enum Phase: String, Sendable {
    case reading
    case writing
  }

  /// The progress of the image that the current task works on; nil where the program shows none.
  @TaskLocal package static var current: WorkProgress?

  private let report: @Sendable (Phase, Double) -> Void

  /// - Parameter report: called from any thread with the share, 0 to 1, of the image's rows that have been read or
  ///   written. An image may be read more than once: the share begins anew then.
  package init(_ report: @escaping @Sendable (Phase, Double) -> Void) { self.report = report }

  /// So many rows of `total` have been read or written.
  package static func tell(_ phase: Phase, rows: Int, of total: Int) {
    guard let current, total > 0 else { return }
    current.report(phase, Double(min(rows, total)) / Double(total))
  }
}
