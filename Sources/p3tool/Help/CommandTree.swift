import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The argument parser's description of a command and its subcommands: the source of help, man pages and hints on
/// mistyped words.
struct CommandTree: Decodable {
  /// An option, a flag or a positional argument.
  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable {
      let kind: String
      let name: String

      /// The name with its dashes.
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

    /// The kind of completion in shells.
    private struct CompletionKind: Decodable {
      struct List: Decodable { let values: [String] }
      struct File: Decodable {}

      let list: List?
      let file: File?
    }

    /// The values that shells suggest; more values may be valid.
    var offeredWords: [String] { completionKind?.list?.values ?? [] }

    /// Whether shells suggest files as the value.
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

  /// The subcommands that the help shows, except `help` itself.
  var commands: [CommandTree] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The arguments that the help shows, in their order.
  var shownArguments: [Argument] { (arguments ?? []).filter { $0.shouldDisplay } }

  /// The tree with the root `root`.
  init(of root: any ParsableCommand.Type) throws {
    struct Document: Decodable { let command: CommandTree }
    self = try JSONDecoder().decode(Document.self, from: Data(root._dumpHelp().utf8)).command
  }

  /// The direct subcommand with the name `name`.
  func command(_ name: String) -> CommandTree? { commands.first { $0.commandName == name } }

  /// The option `word`, including its dashes.
  func argument(_ word: String) -> Argument? { shownArguments.first { $0.words.contains(word) } }

  /// Whether `word` is an option of this command or of its default subcommand, including hidden options.
  func hasOption(_ word: String) -> Bool {
    let commands = [self] + (subcommands ?? []).filter { $0.commandName == defaultSubcommand }
    return Self.ofParser.contains(word)
      || commands.contains { ($0.arguments ?? []).contains { $0.words.contains(word) } }
  }

  /// The options that the argument parser adds to each command.
  private static let ofParser = ["--generate-completion-script", "--experimental-dump-help", "--help-hidden"]
}
