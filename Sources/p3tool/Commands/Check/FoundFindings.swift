import Checking
import ImageFiles
import Synchronization

/// What a run of `check` finds, for baselines.
final class FoundFindings: Sendable {
  private struct State {
    /// What reports have.
    var reported: [BaselineEntry] = []
    /// Fingerprints of all that was found.
    var fingerprints: Set<String> = []
    /// The files that were looked at.
    var files: Set<String> = []
    /// The roots of the repositories that they lie in.
    var roots: Set<String> = []
  }

  private let state = Mutex(State())

  /// Adds the findings of a file: all, and those that its report has.
  func add(_ report: CheckReport, reported: [Finding]) {
    let entries = reported.map { BaselineEntry($0, path: report.path) }
    let file = BaselineEntry.file(report.path)
    let root = report.path == "-" ? nil : RepositoryPath.root(of: report.path)
    state.withLock { state in
      state.reported += entries
      state.fingerprints.formUnion(report.findings.map(\.fingerprint))
      state.files.insert(file)
      if let root { state.roots.insert(root) }
    }
  }

  /// What `--write-baseline` writes.
  var baseline: String { state.withLock { BaselineEntry.text($0.reported) } }

  /// Those of `entries` that `rules` no longer find in files that were looked at, or whose files are gone from the repository.
  func gone(of entries: [BaselineEntry], rules: RuleSelection) -> [BaselineEntry] {
    let ids = Set(rules.rules.map(\.rawValue))
    return state.withLock { state in
      entries.filter {
        ids.contains($0.rule) && !state.fingerprints.contains($0.fingerprint)
          && (state.files.contains($0.file) || $0.isGone(from: state.roots))
      }
    }
  }
}
