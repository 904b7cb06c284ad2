import ArgumentParser
import Batch
import CommandParts

/// The subcommands as steps of pipelines. Their options are parsed as on the command line.
struct Subcommands: StepCommands {
  /// The arguments typed for the subcommand, which follow those of a file; nil if all options come from a file.
  var typed: [String]?

  func options(of kind: StepKind) -> [StepOption] {
    let command = kind.command
    guard let tree = try? CommandTree(of: command) else {
      preconditionFailure("the parser reads its own dump")
    }
    let words = Set(tree.shownArguments.flatMap(\.words))
    return tree.shownArguments.compactMap { argument in
      let name = argument.words.first { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) } ?? argument.key
      let isKey = command.keys.contains(name)
      // Skips positional arguments that the pipeline provides, and the negative form of a flag.
      if argument.kind == .positional, !isKey { return nil }
      if name.hasPrefix("no-"), words.contains("--" + name.dropFirst(3)) { return nil }
      return argument.option(
        name, isInverted: words.contains("--no-" + name), remedy: isKey ? nil : Self.remedies[name])
    }
  }

  func request(of kind: StepKind, _ arguments: [StepArgument]) throws(StepRefusal) -> StepRequest {
    let command = kind.command
    do {
      let parsed = try command.parseAsRoot(words(arguments, of: command))
      guard let parsed = parsed as? any StepCommand else { preconditionFailure("no option asks for help") }
      return try parsed.stepRequest()
    } catch {
      let unusable = (error as? UnusableFile)?.description
      let message = unusable ?? (error as? ValidationError)?.message ?? command.message(for: error)
      // Arguments without a name are options in a step.
      throw StepRefusal(
        Self.text(command.keys.reduce(message) { $0.replacing("<\($1)>: ", with: "") }))
    }
  }

  /// The command line: options, then positional arguments. The pipeline replaces `-`.
  private func words(_ arguments: [StepArgument], of command: any StepCommand.Type) -> [String] {
    let positional = command.positionals.map { name in
      arguments.first { $0.option.form == .positional && $0.option.name == name }?.values.first ?? "-"
    }
    return arguments.flatMap(\.words) + (typed ?? ["--"] + positional)
  }

  /// The parser's message in one line, with options spelled as in a pipeline: `'ppi'` for `'--ppi <n>'`.
  fileprivate static func text(_ message: String) -> String {
    var text = ""
    var rest = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
    while let dashes = rest.firstRange(of: "--") {
      let name = rest[dashes.upperBound...].prefix { $0.isLetter || $0 == "-" }
      text += rest[..<dashes.lowerBound]
      rest = rest[name.endIndex...]
      if text.last == "'", let end = rest.firstIndex(of: "'") {
        text += name
        rest = rest[end...]
      } else {
        let isOption = text.last.map { " (".contains($0) } ?? true
        text += isOption ? "'\(name)'" : "--\(name)"
      }
    }
    return text + rest
  }

  /// Remedies for options that are only for the command line.
  private static let remedies: [String: String] = {
    let groups: [(remedy: String, names: [String])] = [
      (
        "the 'output' of the pipeline or of the step says where results go",
        ["output", "name", "in-place", "skip-existing"]
      ),
      (
        "'sources' and 'exclude' of the pipeline say what is read",
        ["recursive", "exclude", "files-from", "changed-since", "no-ignore"]
      ),
      ("a pipeline keeps one state for all steps", ["cache", "no-cache", "config", "no-config", "shard"]),
      (
        "give it on the command line",
        [
          "dry-run", "check", "force", "jobs", "format", "quiet", "verbose", "color", "min-level",
          "skip-unsupported",
        ]
      ),
      (
        "only the command line has it",
        ["timings", "schema", "explain", "pair", "layout", "help", "version"]
      ),
      (
        "a step writes no pictures and reports of its own",
        ["heatmap", "preview", "compare", "write-baseline"]
      ),
      (
        "only the command line changes what is compared with",
        ["prune-baseline", "accept", "accept-all", "accept-glob"]
      ),
    ]
    let pairs = groups.flatMap { group in group.names.map { ($0, group.remedy) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

/// A subcommand that can be a step of a pipeline.
protocol StepCommand: ParsableCommand {
  /// The names of its positional arguments, in order.
  static var positionals: [String] { get }
  /// Options that a step has although they are otherwise reserved for the command line, or have no name there.
  static var keys: Set<String> { get }

  /// The options as a request.
  func stepRequest() throws -> StepRequest
}

extension StepCommand {
  static var positionals: [String] { ["input"] }
  static var keys: Set<String> { [] }
}

extension StepKind {
  /// The subcommand with the step's options.
  fileprivate var command: any StepCommand.Type {
    switch self {
    case .convert: ConvertCommand.self
    case .soften: SoftenCommand.self
    case .check: CheckCommand.self
    case .catalog: CatalogBuildCommand.self
    case .catalogColor: CatalogColorCommand.self
    case .paletteLint: PaletteLintCommand.self
    case .diff: DiffCommand.self
    }
  }
}

extension CommandTree.Argument {
  /// The name of an argument without dashes.
  fileprivate var key: String { valueName ?? "" }

  /// The purpose for pipelines, where several values are a list.
  private var summary: String {
    ["; repeatable", " (repeatable)", " Repeatable."].reduce(Subcommands.text(abstract ?? "")) {
      text, words in
      text.replacing(words, with: "")
    }
  }

  /// The argument as an option of a step.
  fileprivate func option(_ name: String, isInverted: Bool, remedy: String?) -> StepOption {
    let form: StepOption.Form =
      switch kind {
      case .positional: .positional
      case .flag: isInverted ? .invertedFlag : .flag
      case .option: isRepeating ? .repeated : ["kinds", "list"].contains(valueName) ? .list : .single
      }
    let value: StepOption.Value =
      if kind == .flag {
        .flag
      } else if let words = allValues, !words.isEmpty {
        .choice(words)
      } else if valueName == "space" {
        .space
      } else if takesFile, kind == .option {
        .file
      } else {
        .text(examples: offeredWords)
      }
    // A flag that is on by default has its own name as its default.
    let standard = kind == .flag ? (defaultValue == nil ? "false" : "true") : defaultValue
    return StepOption(
      name, form, value, isRequired: !isOptional, standard: standard, valueName: valueName ?? "",
      summary: summary, remedy: remedy)
  }
}

extension StepArgument {
  /// The option as words of the command line, before positional arguments.
  fileprivate var words: [String] {
    let isOn = values == ["true"]
    return switch option.form {
    case .flag: isOn ? ["--\(option.name)"] : []
    case .invertedFlag: isOn ? ["--\(option.name)"] : ["--no-\(option.name)"]
    case .single, .list: ["--\(option.name)=\(values.joined(separator: ","))"]
    case .repeated: values.map { "--\(option.name)=\($0)" }
    case .positional: []
    }
  }
}

extension ConvertCommand: StepCommand {
  func stepRequest() throws -> StepRequest { .convert(try request(), try policy()) }
}

extension SoftenCommand: StepCommand {
  func stepRequest() throws -> StepRequest { .soften(try softening()) }
}

extension CheckCommand: StepCommand {
  func stepRequest() throws -> StepRequest { .check(try request()) }
}

extension CatalogBuildCommand: StepCommand {
  static var positionals: [String] { ["master"] }
  static var keys: Set<String> { ["name"] }

  func stepRequest() throws -> StepRequest { .catalog(request(), icon: iconPlatforms) }
}

extension CatalogColorCommand: StepCommand {
  static var positionals: [String] { ["name", "color"] }
  static var keys: Set<String> { ["name", "color"] }

  func stepRequest() throws -> StepRequest { .catalogColor(try builder()) }
}

extension PaletteLintCommand: StepCommand {
  static var positionals: [String] { ["palettes"] }

  func stepRequest() throws -> StepRequest {
    .paletteLint(rules: try rules(), policy: try policy(), roles: try roleGlobs(), platform: platform)
  }
}

extension DiffCommand: StepCommand {
  static var positionals: [String] { ["before", "after"] }
  static var keys: Set<String> { ["before"] }

  func stepRequest() throws -> StepRequest { .diff(try request(), try tolerance.policy()) }
}
