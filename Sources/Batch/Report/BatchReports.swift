package import Checking

/// The result of one source: an element of the inputs in the JSON of `batch`.
package struct BatchFileReport: Sendable, Hashable, Encodable {
  /// The path of the source, valid for the user.
  package let path: String
  /// The steps in order, including those after a failure.
  package fileprivate(set) var steps: [BatchStepReport]
  /// The failure of the source or of one of its steps; nil if there is none.
  package let error: String?
  /// The kind of the source; never in JSON.
  package var source = SourceKind.image

  private enum CodingKeys: String, CodingKey { case path, steps, error }

  /// Whether no step had to be performed.
  package var isUpToDate: Bool { error == nil && steps.allSatisfy { $0.status == .upToDate } }

  /// Whether the run skips the source because no step works on images of its kind.
  package var isPassedOver: Bool {
    error == nil && !steps.isEmpty && steps.allSatisfy { $0.status == .skipped }
  }

  /// The size of the source in bytes, however many steps read it; 0 if no step has read it.
  package var bytesIn: Int { steps.first { $0.bytesIn > 0 }?.bytesIn ?? 0 }
  /// The bytes that all steps wrote.
  package var bytesOut: Int { steps.reduce(0) { $0 + $1.bytesOut } }
  /// Whether a step left the image alone, and no other wrote anything.
  package var isLeftAlone: Bool { bytesOut == 0 && steps.contains(where: \.isLeftAlone) }
}

/// The result of one step on one source.
package struct BatchStepReport: Sendable, Hashable, Encodable {
  /// The result's status.
  package enum Status: String, Sendable, Hashable, Encodable {
    /// The outputs were written, or the check was made.
    case done
    /// An earlier run did the work and nothing has changed.
    case upToDate
    /// In a dry run: the step would be performed.
    case planned
    /// The step failed.
    case failed
    /// The step was not performed because the step of its input failed.
    case skipped
  }

  /// The step's id.
  package let step: String
  package let status: Status
  /// The reason why the step was, or would be, performed; nil for a step that is up to date.
  package let reason: BatchReason?
  /// The files that the step writes, with paths valid for the user.
  package let outputs: [String]
  /// Bytes read.
  package let bytesIn: Int
  /// Bytes written.
  package let bytesOut: Int
  /// Remarks for a careful user; for a step that is up to date, those of the run that did the work.
  package let notes: [String]
  /// The findings of a check, a lint or a comparison; empty for other steps.
  package fileprivate(set) var findings: [StepFinding]
  /// The fingerprints of the findings that fail the run.
  package let failures: [String]
  /// The fingerprints of the findings that the step's baseline contains; nil without a baseline. Not in JSON, as in that
  /// of `check`.
  package let known: [String]?
  /// Whether the step has outputs, and wrote none of them, as nothing in the image had to change. Not in JSON, where
  /// `outputs` is empty.
  package let isLeftAlone: Bool

  private enum CodingKeys: String, CodingKey {
    case step, status, reason, outputs, bytesIn, bytesOut, notes, findings, failures
  }
}

extension BatchStepReport {
  /// The findings that fail the run.
  package var failingFindings: [StepFinding] { findings.filter { failures.contains($0.fingerprint) } }

  /// Whether the step's baseline contains `finding`; nil without a baseline.
  package func isKnown(_ finding: StepFinding) -> Bool? { known?.contains(finding.fingerprint) }
}

extension BatchFileReport {
  /// The same report without findings below `level` that do not fail the run.
  package func reporting(from level: FindingLevel) -> BatchFileReport {
    var report = self
    for index in steps.indices {
      let failures = Set(steps[index].failures)
      report.steps[index].findings.removeAll { $0.level < level && !failures.contains($0.fingerprint) }
    }
    return report
  }
}

/// The reason why an output is made.
package enum BatchReason: String, Sendable, Hashable, Codable {
  /// No earlier run made it.
  case new
  /// The source, or the output of the step before, has changed.
  case inputChanged
  /// The step's options or the version of the tool have changed.
  case optionsChanged
  /// An output is missing.
  case outputMissing
  /// An output has other content than a run wrote.
  case outputEdited
  /// The run ignores earlier runs (`--no-cache`).
  case forced

  /// The reason as text.
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

/// The result of a whole run, beside its files.
package struct BatchOutcome: Sendable {
  /// Outputs that still exist although their source or their step is gone, sorted.
  package var orphans: [String] = []
  /// The part of `orphans` that a run with pruning would remove, unless they were edited, sorted.
  package var prunable: [String] = []
  /// Orphans that were removed, sorted.
  package var pruned: [String] = []
  /// Remarks on the state file and on orphans that could not be removed.
  package var notes: [String] = []
  /// Source patterns that match no file, each with its place, the fact and the remedy.
  package var emptySources: [String] = []
  /// Why the state could not be stored; the work itself is done. Nil on success.
  package var stateFailure: String?
  /// The rules of the pipeline's steps, in their order.
  package var rules: [ReportedRule] = []
  /// Every file that the outputs depend on, for a depfile.
  package var dependencies: [String] = []
}
