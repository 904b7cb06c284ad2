import Checking
import ImageFiles
import Synchronization

/// Collects the findings of a run of `check`, for baselines.
final class FoundFindings: Sendable {
  private struct State {
    /// The findings in reports.
    var reported: [BaselineEntry] = []
    /// The fingerprints of all findings.
    var fingerprints: Set<String> = []
    /// The checked files.
    var files: Set<String> = []
    /// The roots of the files' repositories.
    var roots: Set<String> = []
  }

  private let state = Mutex(State())

  /// Adds the findings of a file: all in `report`, and `reported` as those to list.
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

  /// The contents of the file for `--write-baseline`.
  var baseline: String { state.withLock { BaselineEntry.text($0.reported) } }

  /// The entries of rules in `rules` that have no finding in a checked file any more, or whose file is gone from the
  /// repository.
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
