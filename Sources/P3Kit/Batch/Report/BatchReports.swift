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
  /// The fingerprints of those that fail the run.
  public let failures: [String]
}

/// Why an output is made.
public enum BatchReason: String, Sendable, Hashable, Codable {
  /// No earlier run made it.
  case new
  /// The source, or the output that it is made from, is another.
  case inputChanged
  /// The step's options, or the version of the tool.
  case optionsChanged
  /// An output is gone.
  case outputMissing
  /// An output is not as it was written.
  case outputEdited
  /// The run ignores what earlier runs made (`--no-cache`).
  case forced

  /// In words.
  public var text: String {
    switch self {
    case .new: "new"
    case .inputChanged: "source changed"
    case .optionsChanged: "options changed"
    case .outputMissing: "output missing"
    case .outputEdited: "output edited"
    case .forced: "cache not used"
    }
  }
}

/// What became of a whole run, beside its files.
public struct BatchOutcome: Sendable {
  /// Outputs whose source, or whose step, is gone and that are still there, sorted.
  public var orphans: [String] = []
  /// Orphans that were removed, sorted.
  public var pruned: [String] = []
  /// Remarks on the state file and on orphans that could not be removed.
  public var notes: [String] = []
  /// Why the state could not be kept; the work itself is done.
  public var stateFailure: String?
  /// The rules that the pipeline's checks look at, in their order.
  public var rules: [Rule] = []
  /// Every file that the outputs depend on, for a depfile.
  public var dependencies: [String] = []
}
