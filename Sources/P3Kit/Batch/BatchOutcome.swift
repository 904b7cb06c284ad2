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
