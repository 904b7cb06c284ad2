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

  /// Bytes of the source, once however many steps read it; 0 where none has done so yet.
  public var bytesIn: Int { steps.first { $0.bytesIn > 0 }?.bytesIn ?? 0 }
  /// Bytes that all steps wrote.
  public var bytesOut: Int { steps.reduce(0) { $0 + $1.bytesOut } }
}
