import Catalogs
import Checking
import Foundation
import P3Kit
import TestSupport
import Testing

/// Links of the documentation lead somewhere, and its tables are complete.
@Suite struct DocumentationTests {
  // MARK: Links

  @Test func linksBetweenPagesResolve() throws {
    let root = SharedFolder.packageRoot
    let articles = try DocumentationPage.articleNames()
    let changelog = try DocumentationPage("CHANGELOG.md")
    for page in try DocumentationPage.all() + [changelog] {
      let unknown = page.articleLinks.filter { !articles.contains($0) }
      #expect(unknown.isEmpty, "\(page.path) links to articles that are not there")
      let folder = root.appendingPathComponent(page.path).deletingLastPathComponent()
      for link in page.links where !link.contains("://") {
        let candidates = [link, "Resources/\(link).png"].map { folder.appendingPathComponent($0).path }
        #expect(
          candidates.contains { FileManager.default.fileExists(atPath: $0) }, "\(page.path) links to \(link)")
      }
    }
  }

  @Test func theLandingPageLinksToEveryArticle() throws {
    let linked = try DocumentationPage.article("P3Kit").articleLinks.sorted()
    let articles = try DocumentationPage.articleNames()
    #expect(linked == articles, "each once")
  }

  // MARK: Tables

  @Test func architectureListsEveryModule() throws {
    let rows = try DocumentationPage.article("Architecture").table("module")
    let named = rows.flatMap { ($0.first ?? "").split(separator: ",") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let sources = SharedFolder.packageRoot.appendingPathComponent("Sources").path
    #expect(try named.sorted() == FileManager.default.contentsOfDirectory(atPath: sources).sorted())
  }

  @Test func checkingListsEveryRuleAsItIs() throws {
    var undocumented = Set(Rule.allCases)
    for row in try DocumentationPage.article("Checking").table("rule") {
      try #require(row.count == 4, "\(row): rules, level, measure, default limit")
      for name in row[0].matches(of: #/[a-z]+(?:-[a-z]+)+|untagged|banding/#) {
        let rule = try #require(undocumented.first { $0.rawValue == name.0 }, "\(name.0)")
        undocumented.remove(rule)
        #expect(row[1] == rule.level.rawValue && !row[2].isEmpty, "\(rule.rawValue)")
        let limit = Double(row[3].prefix { "0123456789.".contains($0) })
        #expect(limit == rule.defaultLimit, "\(rule.rawValue)")
      }
    }
    #expect(undocumented.isEmpty)
  }

  @Test func everyRuleHasASummaryAndARemedy() {
    for rule in Rule.allCases {
      #expect(rule.summary.count > 20 && rule.remedy.count > 20, "\(rule.rawValue)")
      #expect(rule.remedy != rule.summary, "\(rule.rawValue)")
    }
  }

  @Test func assetCatalogsListsEveryRuleOfLint() throws {
    let rows = try DocumentationPage.article("AssetCatalogs").table("rule")
    let documented = Set(rows.map { [$0[0], $0[1]] })
    #expect(documented == Set(CatalogRule.allCases.map { [$0.rawValue, $0.level.rawValue] }))
    #expect(rows.count == CatalogRule.allCases.count)
  }

  @Test func accuracyListsEveryKernelTarget() throws {
    let targets = KernelTarget.allCases.map(\.rawValue)
    #expect(try DocumentationPage.article("Accuracy").table("target").compactMap(\.first) == targets)
  }
}
