/// The progress of the work on one image.
///
///     let progress = WorkProgress { phase, share in print(phase, share) }
///     let report = try await WorkProgress.$current.withValue(progress) {
///       try await conversion.convert(source, to: destination)
///     }
///
/// Child tasks inherit the progress of their task: give each image one of its own. Work without a progress counts no rows.
public final class WorkProgress: Sendable {
  /// The kind of work on the rows.
  public enum Phase: String, Sendable {
    /// Rows are decoded and analysed.
    case reading
    /// Rows are converted and encoded.
    case writing
  }

  /// The progress of the current task's image; nil if nothing listens.
  @TaskLocal public static var current: WorkProgress?

  private let report: @Sendable (Phase, Double) -> Void

  /// - Parameter report: called from any thread with the share, 0 to 1, of the image's rows that are read or written.
  ///   Starts again if an image is read more than once.
  public init(_ report: @escaping @Sendable (Phase, Double) -> Void) { self.report = report }

  /// Reports that `rows` of `total` rows are read or written.
  package static func tell(_ phase: Phase, rows: Int, of total: Int) {
    current?.tell(phase, rows: rows, of: total)
  }

  /// As the static method, on a thread that belongs to no task.
  package func tell(_ phase: Phase, rows: Int, of total: Int) {
    if total > 0 { report(phase, Double(min(rows, total)) / Double(total)) }
  }
}
