import Checking
import CommandParts
import ImageFiles
import Palettes
import Reports

/// The report of `palette lint` on one palette.
struct PaletteLintReport: ImageReport {
  /// The path, as typed.
  let path: String
  var findings: [PaletteFinding] = []
  /// Remarks on colours that could not be judged.
  var notes: [String] = []
  /// Whether the palette was read and has nothing to judge.
  var isEmpty = false
  /// Why the palette cannot be read; nil on success.
  var failure: String?

  private enum Keys: String, CodingKey {
    case path, findings, notes, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(path, forKey: .path)
    if let failure { return try container.encode(failure, forKey: .error) }
    try container.encode(findings, forKey: .findings)
    try container.encode(notes, forKey: .notes)
  }
}

/// Prints the reports of `palette lint`, which are made before the run.
struct PaletteLintWorker: ImageWorker {
  let command = "palette lint"
  let reportsAreResults = true
  let countsSuccesses = false
  let reports: [PaletteLintReport]
  let selected: Set<PaletteRule>
  let policy: PalettePolicy
  /// Whether text includes findings of the baseline.
  let isVerbose: Bool

  func process(_ report: PaletteLintReport) async throws(ImageError) -> PaletteLintReport { report }

  func failure(_ report: PaletteLintReport) -> String? { report.failure }

  /// Remarks are results here.
  func remarks(_ report: PaletteLintReport) -> [Remark] { [] }

  func text(_ report: PaletteLintReport) -> String {
    let name = report.path.printableName
    let listed = report.findings.filter { isVerbose || !policy.isKnown($0, of: report.path) }
    let lines = listed.map { finding in
      let known = policy.isKnown(finding, of: report.path) ? " (in the baseline)" : ""
      let place = finding.line.map { ":\($0)" } ?? ""
      return
        "\(name)\(place): \(finding.level.rawValue): \(finding.message) [\(finding.rule.rawValue)]\(known)"
    }
    return (report.notes.map { "\(name): note: \($0.printable)" } + lines).joined(separator: "\n")
  }

  /// `16 errors, 3 warnings, 1 note in 1 palette; exit 1: --fail-on error`.
  func closing(_ summary: RunSummary, repeated: [RepeatedRule]) -> [String] {
    let what = summary.findings.text ?? clean(failures: summary.failed)
    let failed = summary.failed > 0 ? ", \(summary.failed) not read" : ""
    let known = summary.known > 0 ? " (\(summary.known) in the baseline)" : ""
    let reason = summary.failing > 0 ? "; exit 1: --fail-on \(reasons)" : ""
    return ["\(what) in \(Numbers.counted(summary.succeeded, "palette"))\(failed)\(known)\(reason)"]
  }

  /// The verdict without findings.
  private func clean(failures: Int) -> String {
    if failures > 0 { return "no findings" }
    return reports.allSatisfy(\.isEmpty) ? "nothing to judge" : "nothing to complain about"
  }

  /// The conditions of `--fail-on` that findings meet.
  private var reasons: String {
    let failing = reports.flatMap { report in report.findings.filter { policy.fails($0, of: report.path) } }
    return policy.conditions.filter { failing.contains(where: $0.matches) }.map(\.text).joined(
      separator: ", ")
  }

  func tally(_ report: PaletteLintReport) -> FindingTally {
    FindingTally(
      findings: FindingCounts(report.findings.map(\.level)),
      failing: report.findings.count { policy.fails($0, of: report.path) },
      known: report.findings.count { policy.isKnown($0, of: report.path) })
  }

  func findings(_ entry: ReportEntry<PaletteLintReport>, withNotes: Bool) -> FindingsRecord {
    let file = entry.file { report in
      let findings = report.findings.map { finding in
        ReportedFinding(
          ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: nil,
          line: finding.line, fingerprint: finding.fingerprint, fails: policy.fails(finding, of: report.path),
          isKnown: policy.baseline?.contains(finding, of: report.path))
      }
      return ReportedFile(typed: report.path, findings: findings, failure: report.failure)
    }
    return FindingsRecord(files: [file])
  }

  var rules: [ReportedRule] { PaletteRule.allCases.filter(selected.contains).map { ReportedRule($0) } }

  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    let clean = clean(failures: totals.failures)
    return HTMLPage.Outline(
      headline: totals.findings == 0
        ? clean.prefix(1).uppercased() + clean.dropFirst() : Numbers.counted(totals.findings, "finding"),
      lead: Numbers.counted(totals.inputs, "palette") + ".")
  }
}
