package import ArgumentParser
package import Catalogs
import Checking

/// The rules of `catalog lint` to apply, and the findings that fail the run.
package struct CatalogRuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Exit with 1 on findings of this level or above, or of this rule; repeatable.",
      discussion: "note, warning, error (the default), none, or a rule.", valueName: "condition"),
    completion: .conditions(CatalogRule.allCases.map(\.rawValue)))
  package var failOn: [String] = []

  @Option(
    help: ArgumentHelp("Run only this rule; repeatable.", valueName: "rule"),
    completion: .list(CatalogRule.allCases.map(\.rawValue)))
  package var only: [String] = []

  @Option(
    help: ArgumentHelp("Leave this rule out; repeatable.", valueName: "rule"),
    completion: .list(CatalogRule.allCases.map(\.rawValue)))
  package var skip: [String] = []

  @Option(
    help: ArgumentHelp(
      "A JSON report of an earlier run: what it has already does not fail.", valueName: "file"),
    completion: .report)
  package var baseline: String?

  package func validate() throws {
    _ = try conditions()
    _ = try CatalogRule.named(only, option: "--only")
    _ = try CatalogRule.named(skip, option: "--skip")
  }

  /// - Throws: `BaselineError` for a baseline that cannot be used.
  package func policy() throws -> CatalogPolicy {
    CatalogPolicy(
      only: try CatalogRule.named(only, option: "--only"),
      skip: try CatalogRule.named(skip, option: "--skip"),
      conditions: try conditions(), baseline: try baseline.map { try CatalogBaseline(path: $0) })
  }

  private func conditions() throws -> [CatalogPolicy.Condition] {
    try failOn.map { text in
      do { return try .init(text) } catch { throw ValidationError("--fail-on: \(error)") }
    }
  }

  package init() {}
}
