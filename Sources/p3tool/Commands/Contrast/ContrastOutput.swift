import Checking
import Colors
import ImageFiles
import Reports

/// The results of `contrast` in every format.
struct ContrastOutput {
  let pairs: [ContrastReport]
  /// The value of `--palette`.
  let palette: String?
  let requirement: ContrastRequirement

  /// Prints the results in `format`.
  func write(as format: ReportFormat, isMatrix: Bool, isQuiet: Bool) throws {
    let text = ContrastText(output: self, isQuiet: isQuiet)
    switch format {
    case .json: StandardStream.output.write(line: try JSONText.document("contrast", document))
    case .text: StandardStream.output.write(line: text.text(isMatrix: isMatrix))
    case .sarif, .junit, .github, .xcode, .html, .markdown:
      let document = try findings(as: format)
      try document.write { StandardStream.output.write($0) }
      document.writeClosing(isQuiet ? nil : text.total)
    }
  }

  /// The number of pairs that do not meet the requirement.
  var failing: Int { pairs.count { !$0.passes } }

  private var document: ContrastDocument {
    ContrastDocument(
      pairs: pairs, summary: .init(pairs: pairs.count, passed: pairs.count - failing, failed: failing))
  }

  // MARK: Formats of code review and CI

  private static let rule = ReportedRule(ContrastRule.contrast)

  private func findings(as format: ReportFormat) throws -> FindingsDocument {
    let found = pairs.filter { !$0.passes }.map { pair in
      ReportedFinding(
        ruleID: Self.rule.id, level: .error, message: ContrastText.sentence(pair), region: nil,
        fingerprint: "contrast/\(pair.subject)", fails: true, isKnown: nil)
    }
    let file = ReportedFile(path: palette ?? "command line", findings: found, failure: nil)
    let document = FindingsDocument(format, command: "contrast", rules: [Self.rule]) { _ in outline }
    try document.add(FindingsRecord(files: [file], notes: document.hasNotes ? notes : nil))
    return document
  }

  private var outline: HTMLPage.Outline {
    HTMLPage.Outline(
      headline: failing == 0 ? "Every pair passes" : "\(Numbers.counted(failing, "pair")) too weak",
      lead:
        "\(Numbers.counted(pairs.count, "pair")), at least \(ContrastReport.truncated(requirement.ratio)):1.",
      hasOverview: false)
  }

  private var notes: HTMLPage.FileNotes {
    let rows = pairs.map { pair in
      [
        pair.subject, "\(pair.composite.foreground) on \(pair.composite.background)",
        ContrastReport.truncated(pair.decidingRatio), pair.passes ? "passes" : "fails",
      ]
    }
    return HTMLPage.FileNotes(
      hasArticle: true,
      tables: [ReportTable(caption: "Pairs", heads: ["Pair", "As seen", "Ratio", "Verdict"], rows: rows)])
  }
}

/// The rules of `contrast`.
enum ContrastRule: String, NamedRule {
  case contrast

  var level: FindingLevel { .error }

  var summary: String { "Text or a mark has too little contrast with what it stands on." }

  var remedy: String {
    "Choose a darker or lighter colour: p3tool contrast FOREGROUND BACKGROUND --suggest names the nearest."
  }

  var explanation: String {
    page(
      level, summary,
      why:
        "people with low vision, and everybody in the sun, cannot read it. WCAG 2.2 asks for 4.5:1 (7:1 with "
        + "--level aaa), 3:1 for large text and for marks.", remedy: remedy)
  }
}

/// The members of the JSON document of `contrast`.
struct ContrastDocument: Encodable {
  /// The totals of the run.
  struct Summary: Encodable {
    let pairs, passed, failed: Int
  }

  let pairs: [ContrastReport]
  let summary: Summary
}
