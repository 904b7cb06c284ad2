/// The progress of the work on one image, for a progress line. Code that reads or writes rows reports it.
///
/// A program that shows progress sets it for a task (`WorkProgress.$current.withValue`); child tasks inherit it.
package final class WorkProgress: Sendable {
  /// The kind of work on the rows.
  package enum Phase: String, Sendable {
    case reading
    case writing
  }

  /// The progress of the current task's image; nil if the program shows none.
  @TaskLocal package static var current: WorkProgress?

  private let report: @Sendable (Phase, Double) -> Void

  /// - Parameter report: called from any thread with the share, 0 to 1, of the image's rows that are read or written.
  ///   Starts again if an image is read more than once.
  package init(_ report: @escaping @Sendable (Phase, Double) -> Void) { self.report = report }

  /// Reports that `rows` of `total` rows are read or written.
  package static func tell(_ phase: Phase, rows: Int, of total: Int) {
    guard let current, total > 0 else { return }
    current.report(phase, Double(min(rows, total)) / Double(total))
  }
}
