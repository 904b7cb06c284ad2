import ArgumentParser
import ImageFiles
import Reports

/// The root command.
struct P3Tool: AsyncParsableCommand {
  static let name = "p3tool"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Convert, inspect and check the colours of PNG images: sRGB, Display P3 and any ICC profile.",
    discussion: """
      Start with:
        p3tool convert photo.png --to srgb   writes photo.srgb.png beside it
        p3tool inspect photo.png             what the file claims and uses
        p3tool check photo.png               what a display will lose of it

      Exit codes: 0 done, 1 findings, 2 an input failed (the others are done),
      64 usage, 70 internal error.
      """,
    version: Version.current,
    subcommands: [
      ConvertCommand.self, CheckCommand.self, DiffCommand.self, SoftenCommand.self, SimulateCommand.self,
      InspectCommand.self, AssignCommand.self, ContrastCommand.self, PaletteCommand.self, BatchCommand.self,
      CatalogCommand.self, ReportCommand.self, ProfilesCommand.self, ManualCommand.self, WordsCommand.self,
    ])
}

/// A usage error found before any command runs.
struct MistypedArguments: Error {
  /// The mistake and its correction.
  let message: String
  /// The path of the command, as far as it is known.
  let path: [String]
}

extension P3Tool {
  /// The command for `arguments`, as found by `parseAsRoot` in the tree of all commands.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let file = fileReadAsOptions(arguments) {
      throw MistypedArguments(
        message:
          "'\(file.printable)' begins with a dash and is read as options: type ./\(file.printable)", path: [])
    }
    if let command = parsedCommand(namedBy: arguments) { return command }
    if arguments.first == "help" { try refuseUnknownCommands(Array(arguments.dropFirst())) }
    do {
      return try parseAsRoot(arguments)
    } catch {
      if exitCode(for: error) == .validationFailure,
        let hint = UsageHint(arguments.map(\.printable), in: try CommandTree(of: Self.self))
      {
        throw MistypedArguments(message: hint.message, path: hint.path)
      }
      // The parser quotes the command line in its message. A file name from a shell pattern must not contain control
      // sequences for the terminal, so arguments are parsed again in printable form, with the same error.
      _ = try parseAsRoot(arguments.map(\.printable))
      throw error
    }
  }

  /// Refuses `help` with an unknown command, for which the parser would print the help of all commands.
  private static func refuseUnknownCommands(_ words: [String]) throws {
    let tree = try CommandTree(of: Self.self)
    if let hint = UsageHint(words.map(\.printable), in: tree) {
      throw MistypedArguments(message: hint.message, path: hint.path)
    }
    let path = path(in: words, tree: tree)
    let names = words.filter { !$0.hasPrefix("-") }
    guard names.count > path.count else { return }
    throw MistypedArguments(message: "Unknown command '\(names[path.count].printable)'", path: path)
  }

  /// A file name from a shell pattern that looks like options: `-dash.png` would be parsed as `-d -a -s -h`, and print
  /// the help.
  private static func fileReadAsOptions(_ arguments: [String]) -> String? {
    guard arguments.first?.hasPrefix("---") != true else { return nil }
    return arguments.prefix { $0 != "--" }.first { word in
      guard word.hasPrefix("-"), word.contains("."), !word.contains("=") else { return false }
      return word.lowercased().hasSuffix(".png") || FileStatus(path: word) != nil
    }
  }

  static func command(at path: [String]) -> any ParsableCommand.Type {
    path.reduce(P3Tool.self as any ParsableCommand.Type) { command, name in
      command.configuration.subcommands.first { $0.configuration.commandName == name } ?? command
    }
  }

  /// The path of the command whose help `arguments` ask for: the words that name commands, skipping other words.
  static func path(in arguments: [String], tree: CommandTree) -> [String] {
    var (node, path) = (tree, [String]())
    for word in arguments {
      if let next = node.command(word) { (node, path) = (next, path + [word]) }
    }
    return path
  }

  /// Parses the command that the first of `arguments` names, without building the tree of all commands, which takes as
  /// long as all other parsing. Nil if that command is not to run: the tree then handles help, versions, completions
  /// and errors.
  ///
  /// The argument parser does not search for completion scripts if a command names its parent command, which saves the
  /// same time again.
  static func parsedCommand(namedBy arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let command = configuration.subcommands.first(where: { $0.configuration.commandName == name }),
      command.configuration.subcommands.isEmpty,
      let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())), type(of: parsed) == command
    else { return nil }
    return parsed
  }
}
