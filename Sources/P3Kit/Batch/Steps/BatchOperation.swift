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
  func perform(_ task: BatchTask) async throws(ImageError) -> BatchResult
}

extension BatchOperation {
  var rules: Set<Rule> { [] }
}

/// What a step of a pipeline does: a subcommand by its name, with the options of that subcommand (for `catalog`,
/// of `catalog build`).
enum BatchStepKind: String, Sendable, Hashable, CaseIterable {
  case convert
  case soften
  case check
  case catalog

  /// Whether other steps can take what it makes: one image.
  var makesImage: Bool {
    switch self {
    case .convert, .soften: true
    case .check, .catalog: false
    }
  }

  /// The options of the step, as the file spells them.
  var options: SchemaObject {
    switch self {
    case .convert: ConvertOperation.options
    case .soften: SoftenOperation.options
    case .check: CheckOperation.options
    case .catalog: CatalogOperation.options
    }
  }

  /// The step's work with `options`.
  ///
  /// - Throws: `ConfigurationError` for options that contradict each other or name what does not exist.
  func operation(
    _ options: BatchOptions, context: BatchContext
  ) throws(ConfigurationError) -> any BatchOperation {
    switch self {
    case .convert: try ConvertOperation(options, context: context)
    case .soften: try SoftenOperation(options, context: context)
    case .check: try CheckOperation(options, context: context)
    case .catalog: try CatalogOperation(options, context: context)
    }
  }
}

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
  let budget: StripPermits
}
