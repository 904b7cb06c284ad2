import ArgumentParser
import ImageFiles

/// `p3tool manual`, for `make install`. Not for users, so the help does not list it.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the man pages of p3tool and its commands.", shouldDisplay: false)

  @Argument(help: ArgumentHelp("Where the pages go.", valueName: "folder"), completion: .directory)
  var folder: String

  func run() throws {
    let tree = try CommandTree(of: P3Tool.self)
    let pages = Self.paths(tree).map { HelpPage(path: $0, tree: tree) }
    let names = pages.map { $0.names.joined(separator: "-") }
    for page in pages {
      let own = page.names.joined(separator: "-")
      let manual = ManualPage(page: page, others: names.filter { $0 != own })
      try OutputFile.write(Array(manual.source.utf8), to: "\(folder)/\(manual.fileName)", overwrite: true)
    }
  }

  /// The paths of the root command and all commands below it.
  private static func paths(_ tree: CommandTree, below path: [String] = []) -> [[String]] {
    [path] + tree.commands.flatMap { paths($0, below: path + [$0.commandName]) }
  }
}
