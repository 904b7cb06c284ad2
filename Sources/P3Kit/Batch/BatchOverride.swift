/// Other options for some paths.
struct BatchOverride: Sendable {
  /// Sources it holds for.
  let paths: [GlobPattern]
  /// Options by the kind of step.
  let options: [BatchStepKind: BatchOptions]
  /// Ids or kinds of steps that are left out.
  let skipped: Set<String>

  /// Whether it holds for the source at `path`.
  func applies(to path: String) -> Bool { paths.contains { $0.covers(path) } }
}
