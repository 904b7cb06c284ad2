import ArgumentParser
import Batch
import Checking
import Colors
import CommandParts
import Palettes
import Reports

/// `p3tool palette lint`.
struct PaletteLintCommand: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check the colours of palettes, tokens, style sheets and asset catalogs.",
    discussion: """
      p3tool palette lint tokens.json
      p3tool palette lint Assets.xcassets theme.css --fail-on warning
      p3tool palette lint fiori --only contrast
      p3tool palette lint --pair light.json dark.json
      p3tool palette lint tokens.json --roles roles.yml --baseline old.json

      What colours are for is read from --roles, a YAML file with lines such as \
      text: ["*Label", "button/text*"] (roles: text, background, interactive, status, fill, separator, \
      decoration), from the palette, from `$extensions` of tokens, or from names such as primaryText or \
      error-background. Exits with 1 when a finding fails.
      """)

  @Argument(
    help: "Palettes: apple, fiori, files, asset catalogs, or - for standard input.", completion: .palette)
  var palettes: [String] = []

  @OptionGroup var pair: PalettePairOptions

  @Option(
    help: ArgumentHelp(
      "Exit with 1 on findings of this level or above, or of this rule; repeatable.",
      discussion:
        "note, warning, error (the default), none, a rule, or RULE=LIMIT: a ratio or ΔE2000 under it.",
      valueName: "condition"), completion: .conditions(PaletteRule.allCases.map(\.rawValue)))
  var failOn: [String] = []

  @Option(
    help: ArgumentHelp("Run only this rule; repeatable.", valueName: "rule"),
    completion: .list(PaletteRule.allCases.map(\.rawValue)))
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Leave this rule out; repeatable.", valueName: "rule"),
    completion: .list(PaletteRule.allCases.map(\.rawValue)))
  var skip: [String] = []

  @OptionGroup var explaining: ExplainOption<PaletteLintCommand>

  @Option(
    help: ArgumentHelp(
      "A JSON report of an earlier run: what it has already does not fail, unless it is worse by a tenth.",
      valueName: "file"), completion: .report)
  var baseline: String?

  @Option(
    help: ArgumentHelp("A YAML file that says what colours are for, by their names.", valueName: "file"),
    completion: .yaml)
  var roles: String?

  @Option(
    help: ArgumentHelp("Values on this platform: macOS, watchOS.", valueName: "name"),
    completion: .list(["macOS", "watchOS"]))
  var platform: String?

  @Option(help: "How results are printed: \(FindingsFormat.list).")
  var format: FindingsFormat = .text

  @Flag(name: .shortAndLong, help: "List what the baseline has, too.")
  var verbose = false

  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  func validate() throws {
    _ = try rules()
    _ = try conditions()
    if palettes.isEmpty, !pair.isGiven { throw ValidationError("give a palette, or two files with --pair") }
  }

  static var explained: [any NamedRule] { PaletteRule.allCases }

  func run() async throws {
    let rules = try rules()
    let roles = try roleGlobs()
    let policy = try policy()
    var reports = try palettes.map { try report(on: $0, rules, roles) }
    if pair.isGiven { reports.append(try report(on: pair.light, pair: pair, rules, roles)) }
    let worker = PaletteLintWorker(reports: reports, selected: rules, policy: policy, isVerbose: verbose)
    let console = Console(
      results: .output, isQuiet: false, isVerbose: verbose, palette: ConsolePalette(isEnabled: false))
    try await ImageRun(worker, console, format: format.format)
      .perform(reports.map { .init(path: $0.path, job: .success($0)) })
  }

  /// The findings about a palette, or why it cannot be read.
  ///
  /// - Throws: a usage error for an unknown name.
  private func report(
    on name: String, pair: PalettePairOptions? = nil, _ rules: Set<PaletteRule>, _ roles: PaletteRoleGlobs
  ) throws -> PaletteLintReport {
    do {
      let (palette, problems) = try PaletteOptions.source(name, pair: pair)
      let lint = PaletteLint(palette, platform: platform, problems: problems, roles: roles, rules: rules)
      let lines = PaletteLines(path: name)
      return PaletteLintReport(
        path: name, findings: lint.findings.map { $0.placed(in: lines) }, notes: lint.notes,
        isEmpty: lint.isEmpty)
    } catch let error where !(error is ValidationError) {
      return PaletteLintReport(path: name, failure: "\(error)")
    }
  }

  func rules() throws -> Set<PaletteRule> {
    let only = try PaletteRule.named(only, option: "--only")
    return Set(only.isEmpty ? PaletteRule.allCases : only)
      .subtracting(try PaletteRule.named(skip, option: "--skip"))
  }

  func policy() throws -> PalettePolicy {
    PalettePolicy(conditions: try conditions(), baseline: try baseline.map { try PaletteBaseline(path: $0) })
  }

  private func conditions() throws -> [PalettePolicy.Condition] {
    try failOn.map { text in
      do { return try .init(text) } catch { throw ValidationError("--fail-on: \(error)") }
    }
  }

  /// - Throws: `UnusableFile` for a file that cannot be used.
  func roleGlobs() throws -> PaletteRoleGlobs {
    do { return try roles.map { try PaletteRolesFile.read($0) } ?? PaletteRoleGlobs() } catch {
      throw UnusableFile(error)
    }
  }
}
