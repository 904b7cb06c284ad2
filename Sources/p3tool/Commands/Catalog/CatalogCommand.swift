import ArgumentParser

/// `p3tool catalog`.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Build and check Xcode asset catalogs, on any platform.",
    subcommands: [CatalogBuildCommand.self, CatalogColorCommand.self, CatalogLintCommand.self])
}
