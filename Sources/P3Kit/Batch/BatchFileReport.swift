/// What became of one source: the JSON of `batch`, one per input.
public struct BatchFileReport: Sendable, Hashable, Encodable {
  /// The source as the user can name it.
  public let path: String
  /// Its steps in order; those after a failure are there too.
  public let steps: [BatchStepReport]
  /// Why it, or one of its steps, failed.
  public let error: String?

  /// Whether nothing had to be done.
  public var isUpToDate: Bool { error == nil && steps.allSatisfy { $0.status == .upToDate } }
  /// Whether a dry run would do something.
  public var isPlanned: Bool { steps.contains { $0.status == .planned } }
}
