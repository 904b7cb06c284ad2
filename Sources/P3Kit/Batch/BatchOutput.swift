/// Where the outputs of a pipeline or of one step go.
struct BatchOutput: Sendable, Hashable {
  /// Relative to the pipeline's folder; empty for that folder itself.
  var folder: String
  /// The names below it.
  var name: NameTemplate
}
