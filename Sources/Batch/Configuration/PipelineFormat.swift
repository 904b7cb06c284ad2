import ColorManagement
import ImageFiles

/// The format of a pipeline file: the table from which the parser and the published JSON Schema are made.
struct PipelineFormat {
  /// The options of each kind of step. Missing kinds have no options.
  let options: [StepKind: [StepOption]]

  /// The format for files with the steps of `kinds`.
  init(of kinds: [StepKind] = StepKind.allCases, _ commands: any StepCommands) {
    options = Dictionary(uniqueKeysWithValues: kinds.map { ($0, $0.options(commands)) })
  }

  /// The schema of the whole file.
  var file: SchemaObject {
    SchemaObject(
      "pipeline",
      [
        .init("version", .integer(1...1), "The version of this format: 1."),
        .init("sources", .oneOrMore(.text()), "Images and palettes to process: globs such as art/**/*.png."),
        .init("allow-empty", .boolean, "Whether a glob of 'sources' may find nothing (default: false)."),
        .init("exclude", .oneOrMore(.text()), "Globs of files and folders that are passed over."),
        .init("output", .object(Self.output), "Where outputs go, unless a step says otherwise."),
        .init("profiles", .named(.text()), "Names for ICC files, relative to this file."),
        .init("steps", .list(.object(step)), "What is done to each image, in this order."),
        .init("check", .object(check), "What p3tool check does with images below this file's folder."),
        .init("rules", CheckStep.levels, "Levels for the rules of checks: note, warning, error or off."),
        .init("overrides", .list(.object(override)), "Other options for some paths; later ones win."),
        .init("jobs", .integer(1...1024), "Images in work at once (default: the cores)."),
      ])
  }

  private static let output = SchemaObject(
    "output",
    [
      .init("folder", .text(), "The folder of outputs, relative to this file (default: this file's)."),
      .init("name", .text(), "Names below it, from {dir}, {root}, {stem}, {ext}, {target} and {step}."),
    ])

  private var step: SchemaObject {
    SchemaObject(
      "step", exactlyOneOf: StepKind.allCases.map(\.rawValue),
      StepKind.allCases.map { kind in
        .init(kind.rawValue, options(of: kind), "The options of p3tool \(kind.subcommand).")
      } + [
        .init("id", .text(), "A name for 'input', 'skip' and {step} (default: the kind of step)."),
        .init(
          "input", .text(), "The id of an earlier step whose output this one takes (default: the source)."),
        .init("output", .object(Self.output), "Where this step's outputs go."),
      ])
  }

  /// The schema of the section `check`: options for all images, and others for some images.
  private var check: SchemaObject {
    func section(_ more: SchemaObject.Field) -> SchemaObject {
      let options = StepKind.check.schema(options[.check] ?? [])
      var section = SchemaObject("check", options.fields + [more])
      section.remedies = options.remedies
      return section
    }
    let paths = SchemaObject.Field(
      "paths", .oneOrMore(.text()), "Globs of the images that the options hold for.", isRequired: true)
    return section(
      .init("overrides", .list(.object(section(paths))), "Other options for some paths; later ones win."))
  }

  private var override: SchemaObject {
    SchemaObject(
      "override",
      [
        .init("paths", .oneOrMore(.text()), "Globs of the sources it holds for.", isRequired: true),
        .init("skip", .oneOrMore(.text()), "Ids of steps that are left out."),
      ]
        + StepKind.allCases.map { kind in
          .init(kind.rawValue, options(of: kind), "Other options of \(kind.rawValue) steps.")
        })
  }

  private func options(of kind: StepKind) -> SchemaType { .object(kind.schema(options[kind] ?? [])) }

  /// The published JSON Schema.
  var jsonSchema: JSONValue {
    guard case .object(let members) = file.jsonSchema else { preconditionFailure("a file is an object") }
    return .object(
      [
        .init(name: "$schema", value: "https://json-schema.org/draft/2020-12/schema"),
        .init(name: "title", value: "p3tool batch pipeline"),
      ] + members)
  }
}

extension SchemaType {
  /// The built-in colour spaces, as examples.
  static let spaces = RGBColorSpace.allCases.map(\.rawValue)
}
