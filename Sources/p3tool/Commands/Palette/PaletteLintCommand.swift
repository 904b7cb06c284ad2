import ArgumentParser
import P3Kit

/// `p3tool palette lint`.
struct PaletteLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check the colours of palettes, tokens, style sheets and asset catalogs.",
    discussion: """
      p3tool palette lint tokens.json
      p3tool palette lint Assets.xcassets theme.css --fail-on warning
      p3tool palette lint fiori --only contrast

      What colours are for is read from the palette, from `$extensions` of tokens, or from names such as \
      primaryText or error-background. Exits with 1 when there is a finding at or above --fail-on.
      """)

  @Argument(help: "Palettes: apple, fiori, or files and asset catalogs.")
  var palettes: [String]

  @Option(
    help: ArgumentHelp("Exit with 1 from this level on: note, warning, error, or none.", valueName: "level"))
  var failOn = "error"

  @Option(help: ArgumentHelp("Run only this rule; repeatable.", valueName: "rule"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Leave this rule out; repeatable.", valueName: "rule"))
  var skip: [String] = []

  @Option(help: ArgumentHelp("Values on this platform: macOS, watchOS.", valueName: "name"))
  var platform: String?

  @Option(help: "How results are printed: text, json, sarif, junit, github or html.")
  var format: ReportFormat = .text

  func validate() throws {
    _ = try rules()
    _ = try failingLevel()
  }

  func run() throws {
    let rules = try rules()
    let reports = try palettes.map { PaletteLintReport(path: $0, try Self.result(of: $0, platform, rules)) }
    let output = PaletteLintOutput(reports: reports, rules: rules, failingLevel: try failingLevel())
    for failure in output.failures { StandardStream.error.write(line: "error: \(failure)") }
    StandardStream.output.write(line: try output.text(as: format))
    if output.outcome != .success { throw output.outcome }
  }

  /// What the rules say of a palette, or why it cannot be read.
  private static func result(
    of name: String, _ platform: String?, _ rules: Set<PaletteRule>
  ) throws -> PaletteLintReport.Result {
    let source: (palette: Palette, problems: [PaletteError])
    if FileStatus(path: name)?.kind == .directory {
      do throws(ImageError) { source = try ColorSetPalette.read(name) } catch { return .failed("\(error)") }
    } else {
      do throws(PaletteSourceError) {
        source = try Palette.lenient(named: name)
      } catch {
        if case .unknown = error { throw ValidationError("\(error)") }
        return .failed("\(error)")
      }
    }
    let lint = PaletteLint(source.palette, platform: platform, problems: source.problems, rules: rules)
    return .linted(findings: lint.findings, hasRoles: lint.hasRoles)
  }

  private func rules() throws -> Set<PaletteRule> {
    let only = try Self.rules(only, option: "--only")
    return (only.isEmpty ? Set(PaletteRule.allCases) : only).subtracting(
      try Self.rules(skip, option: "--skip"))
  }

  private static func rules(_ names: [String], option: String) throws -> Set<PaletteRule> {
    Set(
      try names.flatMap { $0.split(separator: ",") }.map { name in
        guard let rule = PaletteRule(rawValue: String(name)) else {
          let all = PaletteRule.allCases.map(\.rawValue)
          let hint = PaletteRule.nearest(to: String(name)).map { "; did you mean '\($0)'?" } ?? ""
          throw ValidationError("\(option): '\(name)' is no rule\(hint) (\(all.joined(separator: ", ")))")
        }
        return rule
      })
  }

  /// The level from which findings fail the run; nil for none.
  private func failingLevel() throws -> FindingLevel? {
    if failOn == "none" { return nil }
    guard let level = FindingLevel(rawValue: failOn) else {
      throw ValidationError("--fail-on takes note, warning, error or none, not '\(failOn)'")
    }
    return level
  }
}
