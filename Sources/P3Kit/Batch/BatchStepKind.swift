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
