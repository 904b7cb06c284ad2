import ArgumentParser
import P3Kit

/// `p3tool catalog lint`.
struct CatalogLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check the colours and files of asset catalogs.",
    discussion: """
      p3tool catalog lint Assets.xcassets
      p3tool catalog lint Assets.xcassets --fail-on warning --format sarif

      Exits with 1 when there is a finding at or above --fail-on.
      """)

  @Argument(help: "Asset catalogs, or folders in them.")
  var catalogs: [String]

  @Option(help: ArgumentHelp("Exit with 1 from this level on: note, warning or error.", valueName: "level"))
  var failOn: FindingLevel = .error

  @OptionGroup(title: "Run") var run: RunOptions

  func run() async throws {
    var items: [ImageRun<CatalogLintWorker>.Item] = []
    for catalog in catalogs {
      do throws(ConversionError) {
        let tree = try CatalogTree(catalog)
        items += tree.sets.map { .init(path: $0, job: .success(.init(tree: tree, path: $0))) }
      } catch {
        items.append(.init(path: catalog, job: .failure(error)))
      }
    }
    try await ImageRun(
      worker: CatalogLintWorker(failingLevel: failOn), console: run.console(), format: run.format,
      jobCount: min(run.jobCount, max(items.count, 1))
    ).perform(items)
  }
}
