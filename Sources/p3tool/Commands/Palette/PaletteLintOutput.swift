import Checking
import ImageFiles
import Palettes
import Reports

/// The report of `palette lint` on one palette.
struct PaletteLintReport: Encodable {
  enum Result {
    case linted(findings: [PaletteFinding], notes: [String], isEmpty: Bool)
    /// The palette cannot be read.
    case failed(String)
  }

  /// The path, as typed.
  let path: String
  let result: Result

  init(path: String, _ result: Result) {
    self.path = path
    self.result = result
  }

  var findings: [PaletteFinding] {
    if case .linted(let findings, _, _) = result { findings } else { [] }
  }

  var failure: String? {
    if case .failed(let message) = result { message } else { nil }
  }

  /// Remarks on colours that could not be judged.
  var notes: [String] {
    if case .linted(_, let notes, _) = result { notes } else { [] }
  }

  /// Whether the palette was read and has nothing to judge.
  var isEmpty: Bool {
    if case .linted(_, _, let isEmpty) = result { isEmpty } else { false }
  }

  private enum Keys: String, CodingKey {
    case path, findings, notes, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(path, forKey: .path)
    if let failure {
      try container.encode(failure, forKey: .error)
    } else {
      try container.encode(findings, forKey: .findings)
      try container.encode(notes, forKey: .notes)
    }
  }
}

/// The results of `palette lint` in every format.
struct PaletteLintOutput {
  let reports: [PaletteLintReport]
  let rules: Set<PaletteRule>
  let policy: PalettePolicy
  /// Whether text includes findings of the baseline.
  let listsKnown: Bool

  /// The outcome of the run.
  var outcome: Outcome {
    Outcome(failed: summary.failed, findings: summary.failing)
  }

  /// The results as text in `format`.
  func text(as format: ReportFormat) throws -> String {
    switch format {
    case .json: try JSONText.encode(PaletteLintDocument(inputs: reports, summary: summary))
    case .text: text
    case .sarif, .junit, .github, .xcode, .html, .markdown:
      try document(as: format).text()
    }
  }

  private var summary: PaletteLintDocument.Summary {
    let findings = reports.flatMap(\.findings)
    return .init(
      inputs: reports.count, failed: reports.count { $0.failure != nil },
      findings: FindingCounts(findings.map(\.level)),
      failing: failing.count)
  }

  /// The findings that make the run exit with 1.
  private var failing: [PaletteFinding] {
    reports.flatMap { report in report.findings.filter { policy.fails($0, of: report.path) } }
  }

  // MARK: Text

  /// Why palettes could not be read, for standard error in every format.
  var failures: [String] { reports.compactMap(\.failure) }

  private var text: String {
    (reports.flatMap(lines) + [total]).joined(separator: "\n")
  }

  private func lines(_ report: PaletteLintReport) -> [String] {
    // The failure has been written to standard error.
    if report.failure != nil { return [] }
    let name = report.path.printableName
    let listed = report.findings.filter { listsKnown || !policy.isKnown($0, of: report.path) }
    return report.notes.map { "\(name): note: \($0.printable)" }
      + listed.map { finding in
        let known = policy.isKnown(finding, of: report.path) ? " (in the baseline)" : ""
        let place = finding.line.map { ":\($0)" } ?? ""
        return
          "\(name)\(place): \(finding.level.rawValue): \(finding.message) [\(finding.rule.rawValue)]\(known)"
      }
  }

  /// The verdict without findings.
  private var clean: String {
    if summary.failed > 0 { return "no findings" }
    return reports.allSatisfy(\.isEmpty) ? "nothing to judge" : "nothing to complain about"
  }

  /// `16 errors, 3 warnings, 1 note in 1 palette; exit 1: --fail-on error`.
  private var total: String {
    let what = summary.findings.text ?? clean
    let reason = summary.failing > 0 ? "; exit 1: --fail-on \(reasons)" : ""
    let failed = summary.failed > 0 ? ", \(summary.failed) not read" : ""
    let known = reports.reduce(0) { sum, report in
      sum + report.findings.count { policy.isKnown($0, of: report.path) }
    }
    let old = known > 0 ? " (\(known) in the baseline)" : ""
    return "\(what) in \(Numbers.counted(reports.count - summary.failed, "palette"))\(failed)\(old)\(reason)"
  }

  /// The conditions of `--fail-on` that findings meet.
  private var reasons: String {
    policy.conditions.filter { condition in failing.contains { condition.matches($0) } }.map(\.text)
      .joined(separator: ", ")
  }

  // MARK: Formats of code review and CI

  private func document(as format: ReportFormat) throws -> FindingsDocument {
    let all = PaletteRule.allCases.filter(rules.contains).map {
      ReportedRule(id: $0.rawValue, summary: $0.summary, remedy: $0.remedy, level: $0.level)
    }
    let document = FindingsDocument(format, command: "palette lint", rules: all) { _ in outline }
    for report in reports { try document.add(FindingsRecord(files: [file(report)])) }
    return document
  }

  private func file(_ report: PaletteLintReport) -> ReportedFile {
    let found = report.findings.map { finding in
      ReportedFinding(
        ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: nil,
        line: finding.line, fingerprint: finding.fingerprint, fails: policy.fails(finding, of: report.path),
        isKnown: policy.baseline?.contains(finding, of: report.path))
    }
    return ReportedFile(typed: report.path, findings: found, failure: report.failure)
  }

  private var outline: HTMLPage.Outline {
    let count = reports.flatMap(\.findings).count
    return HTMLPage.Outline(
      headline: count == 0
        ? clean.prefix(1).uppercased() + clean.dropFirst() : Numbers.counted(count, "finding"),
      lead: Numbers.counted(reports.count, "palette") + ".")
  }
}

/// The JSON document of `palette lint`.
struct PaletteLintDocument: Encodable {
  /// The totals of the run.
  struct Summary: Encodable {
    let inputs, failed: Int
    /// The number of findings by level.
    let findings: FindingCounts
    /// The number of findings that decide the exit code.
    let failing: Int
  }

  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  let command = "palette lint"
  let inputs: [PaletteLintReport]
  let summary: Summary

  private enum CodingKeys: String, CodingKey {
    case tool, version, schema, command, inputs, summary
  }
}
