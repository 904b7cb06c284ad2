package import ArgumentParser
package import Checking

/// A command whose findings come from rules.
package protocol RuledCommand: ParsableCommand {
  /// The command's rules, of which some may share an id.
  static var explained: [any NamedRule] { get }
}

extension RuledCommand {
  /// The ids of the rules, each once.
  package static var ruleIDs: [String] {
    // The compiler crashes on key paths from any NamedRule.
    explained.map { $0.rawValue }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The explanations of the rules `names`, each of which may be several names separated by commas.
  ///
  /// - Throws: a usage error for a name that no rule has.
  package static func pages(of names: [String]) throws -> String {
    try names.flatMap { $0.split(separator: ",") }.flatMap { name in
      let rules = explained.filter { $0.rawValue == name }
      guard rules.isEmpty else { return rules.map { $0.explanation } }
      throw ValidationError(
        "--explain: \(UnknownRule(String(name), among: ruleIDs, synonyms: Rule.synonyms))")
    }.joined(separator: "\n\n")
  }
}

/// `--explain` of a command. `Answer` handles it before the command is parsed, so that inputs may be missing.
package struct ExplainOption<Command: RuledCommand>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Say what this rule finds, why, and what to do, and do nothing else; repeatable.",
      discussion: Command.ruleIDs.joined(separator: ", ") + ".", valueName: "rule"),
    completion: .list(Command.ruleIDs))
  package var explain: [String] = []

  package init() {}
}
