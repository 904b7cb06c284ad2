import ColorManagement
import Foundation
import P3Kit
import Pixels
import TestSupport
import Testing

/// The documentation speaks of the project as it is: what it names exists, what it lists is complete.
@Suite struct DocumentationTests {
  private let index: SourceIndex

  init() throws { index = try SourceIndex.current.get() }

  // MARK: Names and links

  @Test func whatStandsInCodeVoiceExists() throws {
    for page in try DocumentationPage.all() {
      for span in page.codeSpans {
        let problem = index.problem(with: span)
        #expect(problem == nil, "\(page.path): `\(span)`")
      }
    }
  }

  // Some are put together here, so that this file does not hold the words that are looked for.
  @Test(arguments: [
    "NoSuchScanner", "PixelConverter.noSuchMember", "Sources/P3Kit/Nowhere/", "Sources/Nowhere.swift",
    "NoSuchFile.swift", "no_such_function.c", "p3_no" + "_such_function", "P3_MISSING" + "_VARIABLE",
    "noSuchFunction(_:from:)", "make nothing", "Tests/Nowhere", "Sources/p3tool/Nowhere/<Name>",
  ])
  func aNameThatHasGoneIsNoticed(span: String) {
    let page = DocumentationPage(path: "made.md", text: "Some words, then `\(span)` and more.")
    #expect(page.codeSpans == [span])
    #expect(index.problem(with: span) != nil)
  }

  @Test(arguments: [
    "KernelTarget", "KernelTarget.available", "Sources/P3Kit/Check/", "Sources/Pixels/KernelTarget.swift",
    "KernelTarget.swift", "P3_KERNELS", "convert(_:to:)", "make test", "make bench ARGUMENTS=conversion",
    "--gamut",
    "photo.png", "in.srgb.png", "p3tool.yml", "srgb", "16", "Sources/p3tool/Commands/<Name>",
  ])
  func aNameThatIsThereIsLeftAlone(span: String) { #expect(index.problem(with: span) == nil) }

  @Test func linksToSymbolsAreOfPublicTypes() throws {
    for page in try DocumentationPage.all() where page.path.hasPrefix(DocumentationPage.catalog) {
      for symbol in page.symbolLinks {
        let problem = index.problem(withLink: symbol)
        #expect(problem == nil, "\(page.path): ``\(symbol)``")
      }
    }
  }

  @Test(arguments: ["NoSuchType", "Rule/noSuchMember", "PixelExecutor"])
  func aLinkToWhatIsNotPublicIsNoticed(symbol: String) { #expect(index.problem(withLink: symbol) != nil) }

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

  /// A public type stands on the landing page, or a public declaration of a type there speaks of it.
  @Test func everyPublicTypeIsReachableFromTheLandingPage() throws {
    let links = try DocumentationPage.article("P3Kit").symbolLinks
    let listed = Set(links.compactMap { $0.split(separator: "/").first.map(String.init) })
    let missing = index.publicTypes.subtracting(index.publicTypes(reachableFrom: listed))
    #expect(missing.isEmpty)
  }

  // MARK: Architecture

  @Test func architectureListsEveryModule() throws {
    let rows = try DocumentationPage.article("Architecture").table("module")
    let named = rows.flatMap { ($0.first ?? "").split(separator: ",") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(named.sorted() == index.folders(in: "Sources"))
  }

  @Test func architectureListsEveryRoom() throws {
    let rooms = try DocumentationPage.article("Architecture").table("room").compactMap(\.first)
    #expect(rooms.sorted() == index.folders(in: "Sources/P3Kit").filter { !$0.hasSuffix(".docc") })
  }

  @Test func architectureListsTheProgramsFolders() throws {
    let folders = try DocumentationPage.article("Architecture").table("folder").compactMap(\.first)
    #expect(folders.sorted() == index.folders(in: "Sources/p3tool"))
  }

  // MARK: Rules

  @Test func checkingListsEveryRuleAsItIs() throws {
    let rows = try DocumentationPage.article("Checking").table("rule")
    #expect(rows.compactMap(\.first) == Rule.allCases.map(\.rawValue))
    for (rule, row) in zip(Rule.allCases, rows) {
      try #require(row.count == 5, "\(rule.rawValue): rule, level, unit, measure, default limit")
      #expect(row[1] == rule.level.rawValue, "\(rule.rawValue)")
      #expect(row[2] == rule.unit.rawValue, "\(rule.rawValue)")
      #expect(!row[3].isEmpty, "\(rule.rawValue)")
      let limit = Double(row[4].prefix { "0123456789.".contains($0) })
      #expect(limit == rule.defaultLimit, "\(rule.rawValue)")
    }
  }

  @Test func aRuleSaysWhatToDo() {
    for rule in Rule.allCases {
      #expect(rule.summary.count > 20 && rule.remedy.count > 20, "\(rule.rawValue)")
      #expect(rule.remedy != rule.summary, "\(rule.rawValue)")
    }
  }

  @Test func pipelinesListsEveryRuleOfLint() throws {
    let rows = try DocumentationPage.article("Pipelines").table("rule")
    let documented = Set(rows.map { [$0[0], $0[1]] })
    #expect(documented == Set(CatalogRule.allCases.map { [$0.rawValue, $0.level.rawValue] }))
    #expect(rows.count == CatalogRule.allCases.count)
  }

  // MARK: Kernel targets

  @Test func everyKernelTargetIsNamed() throws {
    let targets = KernelTarget.allCases.map(\.rawValue)
    let accuracy = try DocumentationPage.article("Accuracy").table("target").compactMap(\.first)
    #expect(accuracy == targets)
    let extending = try #require(try DocumentationPage.article("Extending").section("A kernel target"))
    #expect(targets.filter { !extending.codeSpans.contains($0) } == [])
    let smoke = try DocumentationPage(".ci/smoke").text
    let loop = try #require(smoke.firstMatch(of: #/for target in ([a-z0-9 ]+); do/#))
    #expect(loop.1.split(separator: " ").map(String.init) == targets)
  }

  @Test func theSuitesOfExtendingAskForEveryTarget() throws {
    let extending = try #require(try DocumentationPage.article("Extending").section("A kernel target"))
    let suites = extending.codeSpans.filter { $0.hasSuffix("Tests") && $0 != "DocumentationTests" }
    #expect(suites.count >= 8)
    let asking = try filesOfTests { $0.contains("KernelTarget.available") }
    #expect(suites.filter { !asking.contains("\($0).swift") } == [])
    // None has a list of its own, which a new target would be missing from.
    #expect(try filesOfTests { $0.contains(#/\[ *\.scalar, *\.(baseline|avx2|neon)/#) } == [])
  }

  /// The names of the test files whose text is as wanted.
  private func filesOfTests(_ isWanted: (String) -> Bool) throws -> Set<String> {
    let folder = SharedFolder.packageRoot.appendingPathComponent("Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix("Tests.swift") && !$0.contains(".build")
    }
    let wanted = try files.filter {
      isWanted(try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
    }
    return Set(wanted.compactMap { $0.split(separator: "/").last.map(String.init) })
  }

  // MARK: Colour spaces

  @Test func theReadmeNamesEveryColorSpace() throws {
    let commands = try DocumentationPage("README.md").table("command")
    let convert = try #require(commands.first { $0[0].hasPrefix("p3tool convert") })
    let words = convert[1].split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    #expect(RGBColorSpace.allCases.map(\.rawValue).filter { !words.contains($0) } == [])
  }
}
