// The page of any command: its findings document, and what else it says of the run and of each file.

import Mustache
import P3Kit

extension HTMLPage {
  /// What a command says of a run beside the findings.
  struct Outline {
    /// The result in a few words.
    let headline: String
    /// A sentence below it.
    let lead: String
    /// The heads of the overview, from the file's name on; where no file has notes, only the first is shown.
    var columns: [Cell] = [.text("File")]
    /// The run in figures.
    var summary: ReportTable?
    /// Whether there is an overview of all files.
    var hasOverview = true
    /// The anchors of the articles are this word with a number.
    var anchor = "file"
    /// Whether files without findings are called clean.
    var saysClean = true
    /// Whether the footer explains colour differences.
    var hasDifferences = false
    /// Whether files have comparisons of pictures.
    var hasComparisons = false
  }

  /// What a command says of a file beside its findings.
  struct FileNotes: Codable {
    /// The file's name where it is not to be the document's, which is relative to the repository.
    var path: String?
    /// What the file is or became, below its name.
    var facts: [String] = []
    /// One for each column of the overview after the first.
    var columnValues: [Cell] = []
    /// Whether there is an article on a file that has neither findings nor facts.
    var hasArticle = false
    var pictures: Pictures?
    var comparison: Comparison?
    var scale: Scale?
    var tables: [ReportTable] = []
  }

  /// What stands around the files of `document`.
  ///
  /// - Parameter hasNotes: whether there is anything to say of files beside the findings.
  init(_ document: FindingsDocument, _ outline: Outline, hasNotes: Bool) {
    command = document.command
    title = "p3tool \(document.command): \(outline.headline)"
    headline = outline.headline
    lead = outline.lead
    summary = outline.summary.map { Table($0) }
    hasOverview = outline.hasOverview
    columns = hasNotes ? outline.columns : Array(outline.columns.prefix(1))
    hasDifferences = outline.hasDifferences
    viewer = outline.hasComparisons ? .comparisons : nil
  }
}

extension FindingsDocument {
  /// The run as a page: its frame, a row of the overview for each file, and an article for each.
  func writePage(_ put: (String) -> Void) throws {
    let outline = outline(records.totals)
    let page = HTMLPage(self, outline, hasNotes: records.totals.hasNotes)
    let template = try HTMLTemplate()
    func eachFile(_ text: (HTMLPage.File) -> String) throws {
      var number = 0
      try records.forEachFile { file, notes in
        number += 1
        put(
          text(
            HTMLPage.File(
              file, rules: rules, notes: notes ?? HTMLPage.FileNotes(), anchor: "\(outline.anchor)-\(number)",
              saysClean: outline.saysClean)))
      }
    }
    put(template.start.render(page))
    if page.hasOverview { try eachFile { template.row.render($0) } }
    put(template.middle.render(page))
    try eachFile { template.article.render($0) }
    put(template.end.render(page))
  }
}

extension HTMLPage.File {
  init(
    _ file: ReportedFile, rules: [ReportedRule], notes: HTMLPage.FileNotes, anchor: String, saysClean: Bool
  ) {
    let isMentioned = file.failure != nil || !file.findings.isEmpty || !notes.facts.isEmpty
    self.anchor = isMentioned || notes.hasArticle ? anchor : nil
    path = notes.path?.printableName ?? file.name
    facts = notes.facts.joined(separator: " · ")
    failure = file.failure
    columnValues = notes.columnValues
    counts = HTMLPage.Count.byLevel(file.findings)
    isClean = saysClean && file.failure == nil && file.findings.isEmpty
    findings =
      file.findings.isEmpty
      ? nil : HTMLPage.FindingList(groups: rules.compactMap { HTMLPage.Group($0, of: file.findings) })
    pictures = notes.pictures
    comparison = notes.comparison
    scale = notes.scale
    tables = notes.tables.map { HTMLPage.Table($0) }
  }
}

extension HTMLPage.Count {
  /// The levels that `findings` have, the most severe first.
  fileprivate static func byLevel(_ findings: [ReportedFinding]) -> [Self] {
    FindingLevel.allCases.reversed().compactMap { level in
      let count = findings.count { $0.level == level }
      guard count > 0 else { return nil }
      return Self(level: level.rawValue, count: count, word: level.rawValue + (count == 1 ? "" : "s"))
    }
  }
}

extension HTMLPage.Group {
  /// How many findings of a rule are shown before the others are folded.
  private static let shownFindings = 3

  /// Those of `findings` that are of `rule`; nil where none is.
  fileprivate init?(_ rule: ReportedRule, of findings: [ReportedFinding]) {
    let own = findings.filter { $0.ruleID == rule.id }
    guard let level = own.map(\.level).max() else { return nil }
    let messages = own.map { HTMLPage.Message($0) }
    let rest = Array(messages.dropFirst(Self.shownFindings))
    self.init(
      level: level.rawValue, rule: rule.id, remedy: rule.remedy,
      messages: Array(messages.prefix(Self.shownFindings)),
      more: rest.isEmpty ? nil : HTMLPage.Rest(count: rest.count, messages: rest))
  }
}

extension HTMLPage.Message {
  fileprivate init(_ finding: ReportedFinding) {
    self.init(
      message: finding.message, isKnown: finding.isKnown ?? false,
      place: finding.region.map { "\($0.width) × \($0.height) pixels at \($0.x), \($0.y)" })
  }
}

extension HTMLPage.Table {
  fileprivate init(_ table: ReportTable) {
    self.init(
      caption: table.caption, heads: Self.cells(table.heads),
      rows: table.rows.map { Row(cells: Self.cells($0)) })
  }

  /// Names in the first column, figures in the others.
  private static func cells(_ texts: [String]) -> [HTMLPage.Cell] {
    texts.enumerated().map { $0 == 0 ? .name($1) : .number($1) }
  }
}
