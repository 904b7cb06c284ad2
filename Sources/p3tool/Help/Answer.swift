import ArgumentParser
import CommandParts
import ImageFiles
import Reports

/// The answer to `--explain RULE` or `--schema`, which a command prints instead of doing its work. As with `--help`,
/// all other arguments are ignored, and none is missing.
struct Answer {
  /// The text for standard output.
  let text: String

  /// The answer to `arguments`; nil if they contain neither option. Also nil if the command lacks the option, which the
  /// parser reports.
  ///
  /// - Throws: `MistypedArguments` for a rule that the command does not have.
  init?(to arguments: [String]) throws {
    let words = Array(arguments.prefix { $0 != "--" })
    let names = Self.values(of: "--explain", in: words)
    guard !names.isEmpty || words.contains("--schema"), !words.contains(where: ["-h", "--help"].contains)
    else {
      return nil
    }
    let (command, path) = Self.command(in: words)
    if names.isEmpty {
      // A batch also has a schema of its pipelines.
      let isOfReport = command != BatchCommand.self || Self.values(of: "--format", in: words).last == "json"
      guard isOfReport, let schema = ReportSchema.json(of: path.joined(separator: " ")) else { return nil }
      text = schema.prettyText
      return
    }
    guard let command = command as? any RuledCommand.Type else { return nil }
    do { text = try command.pages(of: names) } catch let error as ValidationError {
      throw MistypedArguments(message: error.message, path: path)
    }
  }

  /// The command named by the first of `words`, and its path.
  private static func command(in words: [String]) -> (any ParsableCommand.Type, path: [String]) {
    var (command, path) = (P3Tool.self as any ParsableCommand.Type, [String]())
    for word in words {
      guard
        let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
      else { break }
      (command, path) = (next, path + [word])
    }
    guard let standard = command.configuration.defaultSubcommand else { return (command, path) }
    return (standard, path + [standard.configuration.commandName ?? ""])
  }

  /// The values after `option`, or after its equals sign.
  private static func values(of option: String, in words: [String]) -> [String] {
    zip(words, words.dropFirst() + [""]).compactMap { word, next in
      if word == option { return next.isEmpty || next.hasPrefix("-") ? nil : next }
      return word.hasPrefix(option + "=") ? String(word.dropFirst(option.count + 1)) : nil
    }
  }
}
