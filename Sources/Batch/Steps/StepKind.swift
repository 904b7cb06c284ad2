/// The kind of a pipeline step: the name of a subcommand, whose options the step has (for `catalog`, those of `catalog
/// build`; for `catalog-color`, of `catalog color`; for `palette-lint`, of `palette lint`).
package enum StepKind: String, Sendable, Hashable, CaseIterable {
  case convert
  case soften
  case check
  case catalog
  case catalogColor = "catalog-color"
  case paletteLint = "palette-lint"
  case diff

  /// The kind of source that the step takes.
  var takes: SourceKind {
    switch self {
    case .convert, .soften, .check, .catalog, .diff: .image
    case .paletteLint: .palette
    case .catalogColor: .pipeline
    }
  }

  /// The subcommand with the step's options.
  package var subcommand: String {
    switch self {
    case .convert, .soften, .check, .diff: rawValue
    case .catalog: "catalog build"
    case .catalogColor: "catalog color"
    case .paletteLint: "palette lint"
    }
  }

  /// Whether the step makes one image, which other steps can take.
  var makesImage: Bool {
    switch self {
    case .convert, .soften: true
    case .check, .catalog, .catalogColor, .paletteLint, .diff: false
    }
  }

  /// Defaults of options in a step that differ from those on the command line.
  private var standards: [String: String] {
    switch self {
    case .catalog: ["name": "{stem}"]
    case .convert, .soften, .check, .catalogColor, .paletteLint, .diff: [:]
    }
  }

  /// Summaries of options whose meaning differs in a step, because the paths come from the source.
  private var summaries: [String: String] {
    switch self {
    case .catalog:
      [
        "name": "The set's name, from {stem} and the other placeholders.",
        "dark": "The dark variant: 'auto' for the source softened, or a file such as dark/{stem}.png.",
        "high-contrast": "The high-contrast variant: a file such as contrast/{stem}.png.",
        "dark-high-contrast": "The dark high-contrast variant: a file such as dark-contrast/{stem}.png.",
        "tinted": "With 'appicon': the tinted variant, a grey image: a file such as tinted/{stem}.png.",
      ]
    case .diff:
      ["before": "The folder of the images as they were, by the same paths; relative to this file."]
    case .convert, .soften, .check, .catalogColor, .paletteLint: [:]
    }
  }

  /// Keys of a step that are no options of its subcommand.
  private var ownFields: [SchemaObject.Field] {
    guard self == .check else { return [] }
    return [
      .init(
        "rules", CheckStep.levels,
        "Other levels for rules, before those of the whole pipeline: note, warning, error or off.")
    ]
  }

  /// The options of the step's subcommand in `commands`, with the defaults of a step.
  func options(_ commands: any StepCommands) -> [StepOption] {
    commands.options(of: self).map { option in
      var option = option
      if let standard = standards[option.name] { (option.standard, option.isOwnStandard) = (standard, true) }
      if let summary = summaries[option.name] { option.summary = summary }
      return option
    }
  }

  /// The schema of a step of this kind. Required options may come from an override, so the schema requires none.
  func schema(_ options: [StepOption]) -> SchemaObject {
    var schema = SchemaObject(
      "\(rawValue) step", options.filter { $0.remedy == nil }.map(\.field) + ownFields)
    for option in options { schema.remedies[option.name] = option.remedy }
    return schema
  }
}
