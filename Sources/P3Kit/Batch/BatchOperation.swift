/// The work of one step on one image. A new kind of step is a new type with this protocol and a case of
/// `BatchStepKind`.
protocol BatchOperation: Sendable {
  /// What `{target}` stands for; nil where the operation writes no image of its own (a check).
  var targetName: String? { get }

  /// Everything beside the input's content that decides the output, as text: equal text, equal result. Asked for every
  /// source: worked out once.
  var recipe: String { get }

  /// The rules that it looks at; none where it is no check.
  var rules: Set<Rule> { get }

  /// The files that the operation writes, where `named` is the one its template names.
  func outputs(for source: BatchSource, named: String?) throws(BatchOutputConflict) -> [String]

  /// Does the work. Outputs that exist are replaced, atomically.
  func perform(_ task: BatchTask) async throws(ConversionError) -> BatchResult
}

extension BatchOperation {
  var rules: Set<Rule> { [] }
}
