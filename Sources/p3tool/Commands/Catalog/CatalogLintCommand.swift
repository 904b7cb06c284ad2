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

      The colour sets of a catalog are judged together by the rules of palette lint
      as well, with warnings at most: names alone say what they are for.
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
      do throws(ImageError) {
        let tree = try CatalogTree(catalog)
        items += tree.sets.map { .init(path: $0, job: .success(.init(tree: tree, path: $0))) }
        let colors = CatalogColorLint(tree, path: catalog)
        if let report = colors.report {
          items.append(
            .init(path: report.path, job: .success(.init(tree: tree, path: report.path, colors: report))))
        }
      } catch {
        items.append(.init(path: catalog, job: .failure(error)))
      }
    }
    try await ImageRun(CatalogLintWorker(failingLevel: failOn), run).perform(items)
  }
}

/// Checks one set of `p3tool catalog lint`.
struct CatalogLintWorker: ImageWorker {
  /// A set in its catalog.
  struct Job: Sendable {
    let tree: CatalogTree
    let path: String
    /// Of the colour sets of the whole catalog; nil for a set.
    var colors: CatalogSetReport?
  }

  let command = "catalog lint"
  let reportsAreResults = true
  let failingLevel: FindingLevel
  var formats: [ReportFormat] { ReportFormat.allCases }

  func process(_ job: Job) async throws(ImageError) -> CatalogSetReport {
    job.colors ?? CatalogLinter(job.tree).lint(job.path)
  }

  func text(_ report: CatalogSetReport) -> String {
    guard !report.findings.isEmpty else { return "\(report.path.printableName): nothing to complain about" }
    return report.findings.map {
      "\($0.file.printableName): \($0.level.rawValue): \($0.message) [\($0.rule.rawValue)]"
    }
    .joined(separator: "\n")
  }

  func tally(_ report: CatalogSetReport) -> FindingTally {
    let levels = report.findings.map(\.level)
    return FindingTally(findings: FindingCounts(levels), failing: levels.count { $0 >= failingLevel })
  }

  func findings(_ entry: ReportEntry<CatalogSetReport>, withNotes: Bool) -> FindingsRecord {
    FindingsRecord(files: files(entry))
  }

  var rules: [ReportedRule] {
    CatalogRule.allCases.map { rule in
      ReportedRule(id: rule.rawValue, summary: rule.summary, remedy: rule.remedy, level: rule.level)
    }
  }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    let isClean = totals.findings == 0 && totals.failures == 0
    return HTMLPage.Outline(
      headline: isClean ? "Nothing to complain about" : Numbers.counted(totals.findings, "finding"),
      lead: Numbers.counted(totals.inputs, "set") + " of asset catalogs.")
  }

  /// The files of a set that have findings; the set itself where none has.
  private func files(_ entry: ReportEntry<CatalogSetReport>) -> [ReportedFile] {
    let place = RepositoryPath.current
    switch entry {
    case .failure(let path, let message):
      return [ReportedFile(path: place.relative(path), findings: [], failure: message)]
    case .report(let report):
      let findings = Dictionary(grouping: report.findings, by: \.file)
      var seen: Set<String> = []
      var names = report.findings.map(\.file).filter { seen.insert($0).inserted }
      if names.isEmpty { names = [report.path] }
      return names.map { name in
        ReportedFile(
          path: place.relative(name), findings: (findings[name] ?? []).map { reported($0) }, failure: nil)
      }
    }
  }

  private func reported(_ finding: CatalogFinding) -> ReportedFinding {
    ReportedFinding(
      ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: nil,
      fingerprint: finding.fingerprint, fails: finding.level >= failingLevel, isKnown: nil)
  }
}
