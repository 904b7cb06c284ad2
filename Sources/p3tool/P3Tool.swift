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
  /// What is wrong and what to type instead.
  let message: String
  /// The names of the command that was called, as far as they are known.
  let path: [String]
}

extension P3Tool {
  /// The command that `arguments` name, as `parseAsRoot` finds it in the tree of all commands.
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
      // The parser's words repeat those of the command line: a name that a pattern of the shell has put there must not
      // steer the terminal. Printable words fail as the others do.
      _ = try parseAsRoot(arguments.map(\.printable))
      throw error
    }
  }

  /// The parser answers `help` with a word that is no command with the help of all commands.
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

  /// A word that a pattern of the shell has made of a file's name: `-dash.png` would be read as `-d -a -s -h`, which asks
  /// for help.
  private static func fileReadAsOptions(_ arguments: [String]) -> String? {
    guard arguments.first?.hasPrefix("---") != true else { return nil }
    return arguments.prefix { $0 != "--" }.first { word in
      guard word.hasPrefix("-"), word.contains("."), !word.contains("=") else { return false }
      return word.lowercased().hasSuffix(".png") || FileStatus(path: word) != nil
    }
  }

  /// The command at `path`.
  static func command(at path: [String]) -> any ParsableCommand.Type {
    path.reduce(P3Tool.self as any ParsableCommand.Type) { command, name in
      command.configuration.subcommands.first { $0.configuration.commandName == name } ?? command
    }
  }

  /// The names of the command whose help `arguments` want: as far as they name commands, other words among them.
  static func path(in arguments: [String], tree: CommandTree) -> [String] {
    var (node, path) = (tree, [String]())
    for word in arguments {
      if let next = node.command(word) { (node, path) = (next, path + [word]) }
    }
    return path
  }

  /// The command that the first of `arguments` names, parsed without the tree of all commands, which takes as long to
  /// build as all else of the parsing. Nil where the command is not to run: the tree answers for help, versions,
  /// completions and errors.
  ///
  /// The argument parser does not search commands that name their super-command for completion scripts, which saves
  /// as much time again.
  static func parsedCommand(namedBy arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let command = configuration.subcommands.first(where: { $0.configuration.commandName == name }),
      command.configuration.subcommands.isEmpty,
      let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())), type(of: parsed) == command
    else { return nil }
    return parsed
  }
}
