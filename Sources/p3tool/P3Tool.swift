import ArgumentParser
import P3Kit

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
      CatalogCommand.self, ReportCommand.self, ProfilesCommand.self,
    ])
}

extension P3Tool {
  /// The command that `arguments` ask for, as `parseAsRoot` finds it in the tree of all commands.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let command = parsedCommand(namedBy: arguments) { return command }
    do {
      return try parseAsRoot(arguments)
    } catch {
      // The parser's words repeat those of the command line: a name that a pattern of the shell has put there must not
      // steer the terminal. Printable words fail as the others do.
      _ = try parseAsRoot(arguments.map(\.printable))
      throw error
    }
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
