import ArgumentParser

extension P3Tool {
  /// The command that `arguments` ask for, as `parseAsRoot` finds it in the tree of all commands.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let command = parsedCommand(namedBy: arguments) { return command }
    return try parseAsRoot(arguments)
  }

  /// The command that the first of `arguments` names, parsed without the tree: to make that takes as long as the rest.
  /// Nil unless it is to run: help, versions, completions and errors are the tree's, and read as everywhere else.
  ///
  /// Commands that name their super-command are not searched for completion scripts, which saves as much again.
  static func parsedCommand(namedBy arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let command = configuration.subcommands.first(where: { $0.configuration.commandName == name }),
      command.configuration.subcommands.isEmpty,
      let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())), type(of: parsed) == command
    else { return nil }
    return parsed
  }
}
