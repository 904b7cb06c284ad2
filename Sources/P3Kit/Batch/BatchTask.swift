/// One operation on one image, with full paths.
struct BatchTask: Sendable {
  /// The image to read, as messages name it.
  let input: String
  /// Where the output goes; nil for operations that write no image of their own.
  let output: String?
  /// The source that it comes from.
  let source: BatchSource
  /// Everything the plan says that is written.
  let outputs: [String]
  /// Strips in work at once, shared by the whole run.
  let budget: StripBudget
}
