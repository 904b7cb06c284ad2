package import Checking

/// What became of one source: the JSON of `batch`, one per input.
package struct BatchFileReport: Sendable, Hashable, Encodable {
  /// The source as the user can name it.
  package let path: String
  /// Its steps in order; those after a failure are there too.
  package fileprivate(set) var steps: [BatchStepReport]
  /// Why it, or one of its steps, failed.
  package let error: String?
  /// What the source is; never in JSON.
  package var source = SourceKind.image

  private enum CodingKeys: String, CodingKey { case path, steps, error }

  /// Whether nothing had to be done.
  package var isUpToDate: Bool { error == nil && steps.allSatisfy { $0.status == .upToDate } }

  /// Whether no step works on images of its kind, and the run skips them.
  package var isPassedOver: Bool {
    error == nil && !steps.isEmpty && steps.allSatisfy { $0.status == .skipped }
  }

  /// Bytes of the source, once however many steps read it; 0 where none has done so yet.
  package var bytesIn: Int { steps.first { $0.bytesIn > 0 }?.bytesIn ?? 0 }
  /// Bytes that all steps wrote.
  package var bytesOut: Int { steps.reduce(0) { $0 + $1.bytesOut } }
}

/// What became of one step on one source.
package struct BatchStepReport: Sendable, Hashable, Encodable {
  /// How it went.
  package enum Status: String, Sendable, Hashable, Encodable {
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
  package let step: String
  /// How it went.
  package let status: Status
  /// Why it was, or would be, done; not for steps that are up to date.
  package let reason: BatchReason?
  /// The files it writes, as the user can name them.
  package let outputs: [String]
  /// Bytes read.
  package let bytesIn: Int
  /// Bytes written.
  package let bytesOut: Int
  /// Remarks a careful user wants to read; those of the run that did the work where the step is up to date.
  package let notes: [String]
  /// What a check, a lint or a comparison found; empty for other steps.
  package fileprivate(set) var findings: [StepFinding]
  /// The fingerprints of those that fail the run.
  package let failures: [String]
}

extension BatchStepReport {
  /// The findings that fail the run.
  package var failingFindings: [StepFinding] { findings.filter { failures.contains($0.fingerprint) } }
}

extension BatchFileReport {
  /// The same without findings below `level` that do not fail the run.
  package func reporting(from level: FindingLevel) -> BatchFileReport {
    var report = self
    for index in steps.indices {
      let failures = Set(steps[index].failures)
      report.steps[index].findings.removeAll { $0.level < level && !failures.contains($0.fingerprint) }
    }
    return report
  }
}

/// Why an output is made.
package enum BatchReason: String, Sendable, Hashable, Codable {
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
  package var text: String {
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
package struct BatchOutcome: Sendable {
  /// Outputs whose source, or whose step, is gone and that are still there, sorted.
  package var orphans: [String] = []
  /// Those of them that a run which prunes would remove, unless they were edited, sorted.
  package var prunable: [String] = []
  /// Orphans that were removed, sorted.
  package var pruned: [String] = []
  /// Remarks on the state file and on orphans that could not be removed.
  package var notes: [String] = []
  /// Patterns for sources that find no file, each with its place, the fact and the remedy.
  package var emptySources: [String] = []
  /// Why the state could not be kept; the work itself is done.
  package var stateFailure: String?
  /// The rules that the pipeline's steps look at, in their order.
  package var rules: [StepRule] = []
  /// Every file that the outputs depend on, for a depfile.
  package var dependencies: [String] = []
}
