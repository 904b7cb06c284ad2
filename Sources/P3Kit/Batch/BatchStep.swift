/// One step of a pipeline, as the file describes it.
struct BatchStep: Sendable {
  /// What other steps and overrides call it.
  let id: String
  /// What it does.
  let kind: BatchStepKind
  /// The earlier step whose output it takes; nil for the source itself.
  let input: String?
  /// Where its outputs go, if not where all go.
  let output: BatchOutput?
  /// Its options by name.
  let options: BatchOptions
  /// Where the file says so.
  let place: ConfigurationPlace
}
