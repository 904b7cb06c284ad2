import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the argument parser knows of a command and those below it: the one source of help, man pages and hints on mistyped
/// words.
struct CommandTree: Decodable {
  /// An option, a flag or a positional argument.
  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable {
      let kind: String
      let name: String

      /// With its dashes.
      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let isOptional: Bool
    let isRepeating: Bool
    let defaultValue: String?
    let allValues: [String]?
    private let completionKind: CompletionKind?
    let abstract: String?
    let discussion: String?
    let sectionTitle: String?

    /// What shells complete it with.
    private struct CompletionKind: Decodable {
      struct List: Decodable { let values: [String] }
      struct File: Decodable {}

      let list: List?
      let file: File?
    }

    /// Words that shells offer for its value: some that are legal.
    var offeredWords: [String] { completionKind?.list?.values ?? [] }

    /// Whether shells offer files for its value.
    var takesFile: Bool { completionKind?.file != nil }

    /// The names with their dashes, long ones first.
    var words: [String] {
      let names = names ?? []
      return (names.filter { $0.kind == "long" } + names.filter { $0.kind != "long" }).map { $0.text }
    }
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let defaultSubcommand: String?
  private let shouldDisplay: Bool
  private let subcommands: [CommandTree]?
  private let arguments: [Argument]?

  /// The commands below this one that help shows, but for `help` itself.
  var commands: [CommandTree] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// Its arguments that help shows, in their order.
  var shownArguments: [Argument] { (arguments ?? []).filter { $0.shouldDisplay } }

  /// The tree from `root` on.
  init(of root: any ParsableCommand.Type) throws {
    struct Document: Decodable { let command: CommandTree }
    self = try JSONDecoder().decode(Document.self, from: Data(root._dumpHelp().utf8)).command
  }

  /// The command called `name` right below this one.
  func command(_ name: String) -> CommandTree? { commands.first { $0.commandName == name } }

  /// The option called `word`, dashes and all.
  func argument(_ word: String) -> Argument? { shownArguments.first { $0.words.contains(word) } }

  /// Whether `word` is an option of this command or of its default subcommand, also one that help does not show.
  func hasOption(_ word: String) -> Bool {
    let commands = [self] + (subcommands ?? []).filter { $0.commandName == defaultSubcommand }
    return Self.ofParser.contains(word)
      || commands.contains { ($0.arguments ?? []).contains { $0.words.contains(word) } }
  }

  /// Options that the argument parser adds to each command.
  private static let ofParser = ["--generate-completion-script", "--experimental-dump-help", "--help-hidden"]
}
