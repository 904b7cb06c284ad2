import ArgumentParser
import CommandParts

/// The help on one command, for a terminal or a man page.
struct HelpPage {
  /// One argument, option or command.
  struct Entry {
    let label: String
    let text: String
    let discussion: String?
  }

  struct Section {
    let title: String
    let entries: [Entry]
  }

  /// `p3tool`, then the path of the command.
  let names: [String]
  let abstract: String
  let discussion: String
  /// The synopsis, in one line.
  let usage: String
  /// Sections in this order: arguments, required options, own options, groups of options, common options, commands.
  let sections: [Section]

  /// The page of the command at `path` in the program, whose tree is `tree`.
  init(path: [String], tree: CommandTree) {
    let node = path.reduce(tree) { $0.command($1) ?? $0 }
    names = [tree.commandName] + path
    abstract = node.abstract ?? ""
    discussion = node.discussion ?? ""
    usage = P3Tool.usageString(for: P3Tool.command(at: path))
    sections = Self.sections(node)
  }

  private static func sections(_ node: CommandTree) -> [Section] {
    let arguments = node.shownArguments
    let positional = arguments.filter { $0.kind == .positional }
    let options = arguments.filter { $0.kind != .positional }
    let isCommon = { (option: CommandTree.Argument) in
      option.sectionTitle == CommonOptions.title
        || option.words.contains { ["--help", "--version"].contains($0) }
    }
    let own = options.filter { !isCommon($0) && $0.sectionTitle == nil }
    var titles: [String] = []
    for case let title? in options.map(\.sectionTitle)
    where title != CommonOptions.title && !titles.contains(title) {
      titles.append(title)
    }
    var sections = [Section(title: "Arguments", entries: positional.map { Entry($0, isGiven: false) })]
    sections.append(
      Section(title: "Options", entries: entries(own.filter { !$0.isOptional } + own.filter(\.isOptional))))
    sections += titles.map { title in
      Section(title: title, entries: entries(options.filter { $0.sectionTitle == title }))
    }
    sections.append(Section(title: CommonOptions.title, entries: entries(options.filter(isCommon))))
    let commands = node.commands.map { command in
      let isDefault = command.commandName == node.defaultSubcommand
      return Entry(
        label: command.commandName + (isDefault ? " (default)" : ""), text: command.abstract ?? "",
        discussion: nil)
    }
    sections.append(Section(title: "Commands", entries: commands))
    return sections.filter { !$0.entries.isEmpty }
  }

  /// The entries of options. A flag and its negative form share an entry.
  private static func entries(_ options: [CommandTree.Argument]) -> [Entry] {
    let words = Set(options.filter { $0.kind == .flag }.flatMap(\.words))
    return options.compactMap { option in
      guard let name = option.words.first else { return nil }
      let isNegation = name.hasPrefix("--no-") && words.contains("--" + name.dropFirst(5))
      guard !isNegation else { return nil }
      let negation = "--no-" + name.dropFirst(2)
      return Entry(
        option, isGiven: true, alternative: option.kind == .flag && words.contains(negation) ? negation : nil)
    }
  }
}

extension HelpPage.Entry {
  /// - Parameter isGiven: whether the argument is passed by its name.
  fileprivate init(_ argument: CommandTree.Argument, isGiven: Bool, alternative: String? = nil) {
    let value = "<\(argument.valueName ?? "")>"
    if isGiven {
      // Short names come first.
      let names = argument.words.reversed().joined(separator: ", ")
      label =
        [names, alternative].compactMap { $0 }.joined(separator: "/")
        + (argument.kind == .option ? " \(value)" : "")
    } else {
      label = value
    }
    text = [argument.abstract, Self.values(argument)].compactMap { $0 }.joined(separator: " ")
    discussion = argument.discussion
  }

  /// The values and the default, without the values that the text explains.
  private static func values(_ argument: CommandTree.Argument) -> String? {
    let text = argument.abstract ?? ""
    let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { String($0) })
    let values = argument.allValues ?? []
    var parts: [String] = []
    if !values.allSatisfy(words.contains) { parts.append("values: \(values.joined(separator: ", "))") }
    if let value = argument.defaultValue, argument.kind == .option || !argument.isRepeating {
      parts.append("default: \(value)")
    }
    return parts.isEmpty ? nil : "(\(parts.joined(separator: "; ")))"
  }
}
