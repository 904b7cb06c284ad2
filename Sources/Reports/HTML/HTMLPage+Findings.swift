// The page of any command: its findings document, and what else it says of the run and of each file.

import Checking
import ImageFiles
import Mustache

extension HTMLPage {
  /// What a command says of a run beside the findings.
  package struct Outline {
    /// The result in a few words.
    package let headline: String
    /// A sentence below it.
    package let lead: String
    /// The heads of the overview, from the file's name on; where no file has notes, only the first is shown.
    package var columns: [Cell] = [.text("File")]
    /// The run in figures.
    package var summary: ReportTable?
    /// Whether there is an overview of all files.
    package var hasOverview = true
    /// The anchors of the articles are this word with a number.
    package var anchor = "file"
    /// Whether files without findings are called clean.
    package var saysClean = true
    /// Whether the footer explains colour differences.
    package var hasDifferences = false
    /// Whether files have pictures.
    package var hasPictures = false

    package init(
      headline: String, lead: String, columns: [Cell] = [.text("File")], summary: ReportTable? = nil,
      hasOverview: Bool = true, anchor: String = "file", saysClean: Bool = true, hasDifferences: Bool = false,
      hasPictures: Bool = false
    ) {
      self.headline = headline
      self.lead = lead
      self.columns = columns
      self.summary = summary
      self.hasOverview = hasOverview
      self.anchor = anchor
      self.saysClean = saysClean
      self.hasDifferences = hasDifferences
      self.hasPictures = hasPictures
    }
  }

  /// What a command says of a file beside its findings.
  package struct FileNotes: Codable {
    /// The file's name where it is not to be the document's, which is relative to the repository.
    package var path: String?
    /// What the file is or became, below its name.
    package var facts: [String] = []
    /// One for each column of the overview after the first.
    package var columnValues: [Cell] = []
    /// Whether there is an article on a file that has neither findings nor facts.
    package var hasArticle = false
    package var pictures: [Pictures] = []
    package var tables: [ReportTable] = []

    package init(
      path: String? = nil, facts: [String] = [], columnValues: [Cell] = [], hasArticle: Bool = false,
      pictures: [Pictures] = [], tables: [ReportTable] = []
    ) {
      self.path = path
      self.facts = facts
      self.columnValues = columnValues
      self.hasArticle = hasArticle
      self.pictures = pictures
      self.tables = tables
    }
  }

  /// What stands around the files of `document`.
  ///
  /// - Parameter totals: its files in figures.
  init(_ document: FindingsDocument, _ outline: Outline, totals: FindingsTotals) {
    command = document.command
    title = "p3tool \(document.command): \(outline.headline)"
    headline = outline.headline
    lead = outline.lead
    summary = outline.summary.map { Table($0) }
    hasOverview = outline.hasOverview
    hasTools = outline.hasOverview && outline.saysClean && totals.inputs > 1
    columns = totals.hasNotes ? outline.columns : Array(outline.columns.prefix(1))
    hasDifferences = outline.hasDifferences
    script = hasTools || outline.hasPictures ? .page : nil
  }
}

extension FindingsDocument {
  /// The run as a page: its frame, a row of the overview for each file, and an article for each.
  func writePage(_ put: (String) -> Void) throws {
    let outline = outline(records.totals)
    let page = HTMLPage(self, outline, totals: records.totals)
    let template = try HTMLTemplate()
    func eachFile(_ body: (HTMLPage.File) -> Void) throws {
      var number = 0
      try records.forEachFile { file, notes in
        number += 1
        body(
          HTMLPage.File(
            file, rules: rules, notes: notes ?? HTMLPage.FileNotes(), anchor: "\(outline.anchor)-\(number)",
            saysClean: outline.saysClean, folds: page.hasTools))
      }
    }
    put(template.start.render(page))
    if page.hasOverview { try eachFile { put(template.row.render($0)) } }
    put(template.middle.render(page))
    var folded = 0
    try eachFile { file in
      if file.isFolded { folded += 1 } else { put(template.article.render(file)) }
    }
    if folded > 0 {
      put(template.folded.render(HTMLPage.Folded(number: Numbers.counted(folded, "file"))))
      try eachFile { if $0.isFolded { put(template.article.render($0)) } }
      put("</details>\n")
    }
    put(template.end.render(page))
  }
}

extension HTMLPage.File {
  /// - Parameter folds: whether articles on files without findings are folded, but for comparisons, which are there to be
  ///   looked at.
  init(
    _ file: ReportedFile, rules: [ReportedRule], notes: HTMLPage.FileNotes, anchor: String, saysClean: Bool,
    folds: Bool
  ) {
    let isMentioned = file.failure != nil || !file.findings.isEmpty || !notes.facts.isEmpty
    let isClean = saysClean && file.failure == nil && file.findings.isEmpty
    let hasArticle = isMentioned || notes.hasArticle || !notes.pictures.isEmpty
    self.anchor = hasArticle ? anchor : nil
    path = notes.path?.printableName ?? file.name
    facts = notes.facts.joined(separator: " · ")
    failure = file.failure
    columnValues = notes.columnValues
    counts = HTMLPage.Count.byLevel(file.findings)
    self.isClean = isClean
    isFolded = folds && isClean && hasArticle && !notes.pictures.contains { $0.isComparison }
    levelWords =
      (counts.map(\.level) + (file.failure == nil ? [] : ["failed"])
      + (file.findings.isEmpty && file.failure == nil ? ["clean"] : []))
      .joined(separator: " ")
    ruleWords = Set(file.findings.map(\.ruleID)).sorted().joined(separator: " ")
    let worst = file.failure == nil ? file.findings.map(\.level).max().map { $0.severity } ?? 0 : 4
    rank = worst * 1000 + min(file.findings.count, 999)
    let boxes = notes.pictures.flatMap { $0.items.flatMap(\.boxes) }
    let marks = Dictionary(boxes.map { ($0.finding, $0.number) }, uniquingKeysWith: { first, _ in first })
    let found = file.findings.enumerated().map { (finding: $1, mark: marks[$0]) }
    findings =
      found.isEmpty ? nil : HTMLPage.FindingList(groups: rules.compactMap { HTMLPage.Group($0, of: found) })
    pictures = notes.pictures
    tables = notes.tables.map { HTMLPage.Table($0) }
  }
}

extension FindingLevel {
  /// 1 for a note, 3 for an error.
  fileprivate var severity: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
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
  fileprivate init?(_ rule: ReportedRule, of findings: [(finding: ReportedFinding, mark: Int?)]) {
    let own = findings.filter { $0.finding.ruleID == rule.id }
    guard let level = own.map(\.finding.level).max() else { return nil }
    let messages = own.map { HTMLPage.Message($0.finding, mark: $0.mark) }
    let rest = Array(messages.dropFirst(Self.shownFindings))
    self.init(
      level: level.rawValue, rule: rule.id, remedy: [HTMLPage.Piece](rule.remedy),
      messages: Array(messages.prefix(Self.shownFindings)),
      more: rest.isEmpty ? nil : HTMLPage.Rest(count: rest.count, messages: rest))
  }
}

extension HTMLPage.Message {
  fileprivate init(_ finding: ReportedFinding, mark: Int?) {
    self.init(
      message: [HTMLPage.Piece](finding.message), isKnown: finding.isKnown ?? false,
      place: finding.region.map { "\($0.width) × \($0.height) pixels at \($0.x), \($0.y)" },
      mark: mark)
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
