/// What became of one step on one source.
public struct BatchStepReport: Sendable, Hashable, Encodable {
  /// How it went.
  public enum Status: String, Sendable, Hashable, Encodable {
    /// Its outputs were written, or its check made.
    case done
    /// It was done before and nothing has changed.
    case upToDate
    /// A dry run found that it would be done.
    case planned
    /// It failed.
    case failed
    /// The step it builds on failed.
    case skipped
  }

  /// The step's id.
  public let step: String
  /// How it went.
  public let status: Status
  /// Why it was, or would be, done; not for steps that are up to date.
  public let reason: BatchReason?
  /// The files it writes, as the user can name them.
  public let outputs: [String]
  /// Bytes read.
  public let bytesIn: Int
  /// Bytes written.
  public let bytesOut: Int
  /// Remarks a careful user wants to read; those of the run that did the work where the step is up to date.
  public let notes: [String]
  /// What a check found; empty for other steps.
  public let findings: [Finding]
  /// How many of them fail the run.
  public let failures: Int
}
