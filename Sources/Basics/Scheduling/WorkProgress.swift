/// How far the work on one image is.
///
///     let progress = WorkProgress { phase, share in print(phase, share) }
///     let report = try await WorkProgress.$current.withValue(progress) {
///       try await conversion.convert(source, to: destination)
///     }
///
/// A task has it as its `current`, and so have the tasks that it starts: give each image one of its own. Work without one
/// counts nothing.
public final class WorkProgress: Sendable {
  /// What is done with the rows.
  public enum Phase: String, Sendable {
    /// They are decoded and looked at.
    case reading
    /// They are converted and encoded.
    case writing
  }

  /// The progress of the image that the current task works on; nil where nobody wants to know.
  @TaskLocal public static var current: WorkProgress?

  private let report: @Sendable (Phase, Double) -> Void

  /// - Parameter report: called from any thread with the share, 0 to 1, of the image's rows that have been read or
  ///   written. An image may be read more than once: the share begins anew then.
  public init(_ report: @escaping @Sendable (Phase, Double) -> Void) { self.report = report }

  /// So many rows of `total` have been read or written.
  package static func tell(_ phase: Phase, rows: Int, of total: Int) {
    current?.tell(phase, rows: rows, of: total)
  }

  /// The same from a thread that belongs to no task.
  package func tell(_ phase: Phase, rows: Int, of total: Int) {
    if total > 0 { report(phase, Double(min(rows, total)) / Double(total)) }
  }
}
