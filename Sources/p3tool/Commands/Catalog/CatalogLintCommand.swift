import ArgumentParser
import Catalogs
import Checking
import CommandParts
import ImageFiles
import Reports

/// `p3tool catalog lint`.
struct CatalogLintCommand: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check the colours and files of asset catalogs and Icon Composer bundles.",
    discussion: """
      p3tool catalog lint Assets.xcassets
      p3tool catalog lint Assets.xcassets --fail-on warning --format sarif
      p3tool catalog lint "$SRCROOT/Assets.xcassets" --format xcode
      p3tool catalog lint AppIcon.icon

      The colour sets of a catalog are judged together by the rules of palette lint
      as well, with warnings at most: names alone say what they are for.
      Exits with 1 when a finding fails.
      """)

  @Argument(
    help: "Asset catalogs, folders in them, .icon bundles, or folders with some.", completion: .directory)
  var catalogs: [String]

  @OptionGroup(title: "Rules") var rules: CatalogRuleOptions
  @OptionGroup(title: "Rules") var explaining: ExplainOption<CatalogLintCommand>

  @OptionGroup(title: CommonOptions.title) var run: RunOptions<FindingsFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  static var explained: [any NamedRule] { CatalogRule.allCases }

  func run() async throws {
    let policy = try rules.policy()
    var items: [ImageRun<CatalogLintWorker>.Item] = []
    for catalog in catalogs {
      do throws(ImageError) {
        let tree = try CatalogTree(catalog)
        items += tree.sets.map { .init(path: $0, job: .success(.init(tree: tree, path: $0))) }
        let colors = CatalogColorLint(tree, path: catalog)
        if let report = colors.report.map(policy.selected), !report.findings.isEmpty {
          items.append(
            .init(path: report.path, job: .success(.init(tree: tree, path: report.path, colors: report))))
        }
      } catch {
        items.append(.init(path: catalog, job: .failure(error)))
      }
    }
    let worker = CatalogLintWorker(
      policy: policy, palette: run.console().palette, isVerbose: run.verbose)
    try await ImageRun(worker, run).perform(items)
  }
}

extension CatalogSetReport: ImageReport {
  var notes: [String] { [] }
}

/// Checks one set of `p3tool catalog lint`.
struct CatalogLintWorker: ImageWorker {
  /// A set in its catalog, or the colour sets of a whole catalog.
  struct Job: Sendable {
    let tree: CatalogTree
    let path: String
    /// The report on the colour sets of a whole catalog; nil for a set.
    var colors: CatalogSetReport?
  }

  let command = "catalog lint"
  let reportsAreResults = true
  let policy: CatalogPolicy
  /// The colours of text results.
  let palette: ConsolePalette
  /// Whether text includes sets without findings, and findings of the baseline.
  let isVerbose: Bool

  func process(_ job: Job) async throws(ImageError) -> CatalogSetReport {
    job.colors ?? policy.selected(CatalogLinter(job.tree).lint(job.path))
  }

  /// One line per finding and one remedy per rule; empty if there are no findings to list.
  func text(_ report: CatalogSetReport) -> String {
    let listed = report.findings.filter { isVerbose || !policy.isKnown($0) }
    if listed.isEmpty {
      return isVerbose ? "\(report.path.printableName): nothing to complain about" : ""
    }
    return CatalogRule.allCases.flatMap { rule -> [String] in
      let findings = listed.filter { $0.rule == rule }
      guard !findings.isEmpty else { return [] }
      return findings.map(line) + ["  " + palette.dim("→ \(rule.remedy)")]
    }.joined(separator: "\n")
  }

  private func line(_ finding: CatalogFinding) -> String {
    let known = policy.isKnown(finding) ? palette.dim(" (in the baseline)") : ""
    let level = palette.level(finding.level, finding.level.rawValue)
    return "\(finding.file.printableName): \(level): \(finding.message) [\(finding.rule.rawValue)]\(known)"
  }

  /// `1 error, 2 notes in 2 of 7 sets; exit 1: --fail-on error`.
  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] {
    let conditions = policy.conditions.map(\.text).joined(separator: ", ")
    return [summary.closing("set", reason: "--fail-on \(conditions)", palette)]
  }

  func tally(_ report: CatalogSetReport) -> FindingTally {
    FindingTally(
      findings: FindingCounts(report.findings.map(\.level)),
      failing: report.findings.count { policy.fails($0) })
  }

  func findings(_ entry: ReportEntry<CatalogSetReport>, withNotes: Bool) -> FindingsRecord {
    FindingsRecord(files: files(entry))
  }

  var rules: [ReportedRule] {
    CatalogRule.allCases.filter(policy.rules.contains).map { ReportedRule($0) }
  }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    let isClean = totals.findings == 0 && totals.failures == 0
    return HTMLPage.Outline(
      headline: isClean ? "Nothing to complain about" : Numbers.counted(totals.findings, "finding"),
      lead: Numbers.counted(totals.inputs, "set") + " of asset catalogs.")
  }

  /// The files of a set that have findings; the set itself if none has.
  private func files(_ entry: ReportEntry<CatalogSetReport>) -> [ReportedFile] {
    guard case .report(let report) = entry else { return [entry.file { ReportedFile(typed: $0.path) }] }
    let findings = Dictionary(grouping: report.findings, by: \.file)
    var seen: Set<String> = []
    var names = report.findings.map(\.file).filter { seen.insert($0).inserted }
    if names.isEmpty { names = [report.path] }
    return names.map { name in
      ReportedFile(typed: name, findings: (findings[name] ?? []).map { reported($0) })
    }
  }

  private func reported(_ finding: CatalogFinding) -> ReportedFinding {
    ReportedFinding(
      ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: nil,
      fingerprint: finding.fingerprint, fails: policy.fails(finding),
      isKnown: policy.baseline?.contains(finding))
  }
}
