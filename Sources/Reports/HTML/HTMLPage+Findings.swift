// The page of any command: its findings, and its notes on the run and on each file.

import Checking
import ImageFiles

/// The run as a page: a frame, a row of the overview for each file, and an article for each file with more contents.
/// Articles of clean files are folded.
struct PageContent: FindingsContent {
  let command: String
  let rules: [ReportedRule]
  /// The parts of the page that concern the whole run.
  let outline: HTMLPage.Outline
  private let rows = TextSpool()
  private let articles = TextSpool()
  private let foldedArticles = TextSpool()
  private var count = 0
  private var foldedCount = 0

  init(command: String, rules: [ReportedRule], outline: HTMLPage.Outline) {
    self.command = command
    self.rules = rules
    self.outline = outline
  }

  mutating func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError) {
    count += 1
    let page = PageFile(
      file: file, notes: notes ?? HTMLPage.FileNotes(), rules: rules, anchor: "\(outline.anchor)-\(count)",
      saysClean: outline.saysClean)
    try rows.append(page.row.text)
    guard let article = page.article else { return }
    if page.isFolded { foldedCount += 1 }
    try (page.isFolded ? foldedArticles : articles).append(article.text)
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws {
    let hasTools = outline.hasOverview && outline.saysClean && totals.inputs > 1
    let frame = PageFrame(command: command, outline: outline, totals: totals, hasTools: hasTools)
    put(frame.start.text)
    if outline.hasOverview {
      put(frame.overviewStart.text)
      try rows.forEachPiece(put)
      put(PageFrame.overviewEnd.text)
    }
    try articles.forEachPiece(put)
    // The only article of a page is never folded.
    let folds = hasTools && foldedCount > 0
    if folds { put(PageFrame.foldedStart(count: foldedCount).text) }
    try foldedArticles.forEachPiece(put)
    if folds { put("</details>\n") }
    put(frame.end.text)
  }
}

/// The parts of a page around the files.
private struct PageFrame {
  let command: String
  let outline: HTMLPage.Outline
  let totals: FindingsTotals
  /// Whether the files can be filtered and sorted.
  let hasTools: Bool

  /// Whether any part of the page needs the script.
  private var hasScript: Bool { hasTools || outline.hasPictures }

  var start: HTML {
    let scripts: HTML = hasScript ? "; script-src 'sha256-\(HTMLPage.scriptHash)'" : ""
    let head = HTMLPage.start(
      of: command, policy: "img-src data:; style-src 'unsafe-inline'\(scripts)",
      title: "p3tool \(command): \(outline.headline)", style: HTMLPage.picturesStyle,
      heading: outline.headline,
      lead: outline.lead)
    return """
      \(head)<main>
      \(summary)\(hasTools ? Self.tools : "")
      """
  }

  /// The totals of the run.
  private var summary: HTML? {
    outline.summary.map { summary in
      """
      <section class="card overview">
      <h2>\(summary.caption)</h2>
      \(HTML.table(summary))</section>

      """
    }
  }

  private static let tools: HTML = """
    <form class="card tools" aria-label="Filter and sort" hidden>
    <fieldset class="levels"><legend>Show</legend></fieldset>
    <label>Rule <select class="rule"><option value="">all</option></select></label>
    <label>Sort by <select class="order"><option value="rank">severity</option>\
    <option value="place">place</option><option value="name">name</option></select></label>
    <output aria-live="polite"></output>
    </form>

    """

  var overviewStart: HTML {
    let columns = totals.hasNotes ? outline.columns : Array(outline.columns.prefix(1))
    return """
      <section class="card overview">
      <h2>Overview</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Overview">
      <table>
      <thead><tr>\(columns.map(HTML.head))<th scope="col">Findings</th></tr></thead>
      <tbody class="files">

      """
  }

  static let overviewEnd: HTML = """
    </tbody>
    </table>
    </div>
    </section>

    """

  static func foldedStart(count: Int) -> HTML {
    """
    <details class="card folded">
    <summary>\(Numbers.counted(count, "file")) with nothing to complain about</summary>
    """
  }

  var end: HTML {
    let differences: HTML = """
       Colour differences are CIEDE2000: 1 is just noticeable side by side, 2 at a glance, 5 is plain, 10 another colour.
      """
    let keys: HTML = """
       Keys: 1 to 9 choose the view, x hides and shows boxes, v goes through colour visions, j and k go to the next and the last file.
      """
    let script: HTML = "<script>\(HTMLPage.script)</script>"
    return """
      </main>
      <footer>Made by p3tool \(Version.current).\(outline.hasPictures ? [differences, keys] : [])</footer>
      \(outline.hasPictures ? HTML.visionFilters : "")
      \(hasScript ? script : "")
      </body>
      </html>

      """
  }
}

/// One file of a page.
private struct PageFile {
  let file: ReportedFile
  let notes: HTMLPage.FileNotes
  let rules: [ReportedRule]
  /// The anchor of the article, to which the row in the overview links.
  let anchor: String
  /// Whether files without findings are labelled clean.
  let saysClean: Bool

  private var path: String { notes.path?.printableName ?? file.name }

  private var isClean: Bool { saysClean && file.failure == nil && file.findings.isEmpty }

  private var hasArticle: Bool {
    file.failure != nil || !file.findings.isEmpty || !notes.facts.isEmpty || notes.hasArticle
      || !notes.pictures.isEmpty
  }

  /// Whether the article is folded if there are several files. Articles with comparisons stay open: reviewers want to
  /// see them.
  var isFolded: Bool { isClean && !notes.pictures.contains { $0.isComparison } }

  /// The number of findings per level, the most severe level first.
  private var counts: [(level: FindingLevel, count: Int)] {
    FindingLevel.allCases.reversed().compactMap { level in
      let count = file.findings.count { $0.level == level }
      return count > 0 ? (level, count) : nil
    }
  }

  /// The attributes for filters and sorting. The rank is 1000 for the worst level, plus 1 for each finding.
  private var data: HTML {
    let levels =
      counts.map(\.level.rawValue) + (file.failure == nil ? [] : ["failed"])
      + (file.findings.isEmpty && file.failure == nil ? ["clean"] : [])
    let rules = Set(file.findings.map(\.ruleID)).sorted()
    let worst = file.failure == nil ? counts.first.map { $0.level.index + 1 } ?? 0 : 4
    let rank = worst * 1000 + min(file.findings.count, 999)
    return """
      data-levels="\(levels.joined(separator: " "))" data-rules="\(rules.joined(separator: " "))" data-rank="\(rank)"
      """
  }

  /// The file's row in the overview.
  var row: HTML {
    let name: HTML = hasArticle ? "<a href=\"#\(anchor)\">\(path)</a>" : "\(path)"
    let values = notes.columnValues.map { value -> HTML in "\(HTML.cell(value))\n" }
    return """
      <tr \(data)>
      <td class="path">\(name)</td>
      \(values)<td>\(badges)</td>
      </tr>

      """
  }

  private var badges: [HTML] {
    var badges: [HTML] = file.failure == nil ? [] : ["\(HTML.badge("error", "failed")) "]
    badges += counts.map { level, count in
      "\(HTML.badge(level.rawValue, "\(count) \(level.rawValue)\(count == 1 ? "" : "s")")) "
    }
    return badges + (isClean ? [HTML.badge("clean", "clean")] : [])
  }

  /// The file's article; nil if the row shows everything.
  var article: HTML? {
    guard hasArticle else { return nil }
    let clean: HTML = isClean ? "<p class=\"clean-word\">Nothing to complain about.</p>" : ""
    let tables = notes.tables.map { table -> HTML in
      """
      <details>
      <summary>\(table.caption)</summary>
      \(HTML.table(table))</details>

      """
    }
    return """
      <article class="card" id="\(anchor)" \(data)\(review)>
      <div class="title">
      <h2 class="path">\(path)</h2>
      <p class="facts">\(notes.facts.joined(separator: " · "))</p>
      </div>
      \(failure)\(notes.pictures.map { HTML.viewer($0, anchor: anchor) })\(findings)\(clean)
      \(tables)</article>

      """
  }

  /// The attributes that the script copies into a file of decisions.
  private var review: HTML? {
    notes.review.map { pair in
      " data-path=\"\(pair.path)\" data-before=\"\(pair.before ?? "")\" data-after=\"\(pair.after)\""
    }
  }

  private var failure: HTML? {
    file.failure.map { failure in
      "<ul class=\"findings\"><li>\(HTML.badge("error", "failed"))<div><p>\(failure)</p></div></li></ul>\n"
    }
  }

  // MARK: Findings

  /// The number of findings of a rule that are shown unfolded; 1 for notes.
  private static let shownFindings = 3

  /// A finding with the number of its box in the picture; nil if it has no box.
  private typealias MarkedFinding = (finding: ReportedFinding, mark: Int?)

  private var findings: HTML? {
    guard !file.findings.isEmpty else { return nil }
    let boxes = notes.pictures.flatMap { $0.items.flatMap(\.boxes) }
    let marks = Dictionary(boxes.map { ($0.finding, $0.number) }, uniquingKeysWith: { first, _ in first })
    let found = file.findings.enumerated().map { (finding: $1, mark: marks[$0]) }
    return """
      <ul class="findings">
      \(rules.compactMap { group($0, found.filter { [id = $0.id] in $0.finding.ruleID == id }) })</ul>

      """
  }

  /// The findings of one rule; nil if there are none.
  private func group(_ rule: ReportedRule, _ own: [MarkedFinding]) -> HTML? {
    guard let level = own.map(\.finding.level).max()?.rawValue else { return nil }
    let shown = level == FindingLevel.note.rawValue ? 1 : Self.shownFindings
    let rest = own.dropFirst(shown)
    let more: HTML = """
      <details class="more"><summary>\(rest.count) more</summary>
      \(rest.map(message))</details>

      """
    return """
      <li data-level="\(level)" data-rule="\(rule.id)">\(HTML.badge(level, level))
      <div><p><b>\(rule.id)</b></p>
      \(own.prefix(shown).map(message))\(rest.isEmpty ? "" : more)\
      <p class="remedy">\(HTML.prose(remedy(rule)))</p></div></li>

      """
  }

  /// The rule's remedy with the names of the file in it.
  private func remedy(_ rule: ReportedRule) -> String {
    rule.remedy.replacing(#/FILE|BEFORE|AFTER/#) { word in
      notes.names[String(word.output)].map { ShellWord.quoted($0) } ?? String(word.output)
    }
  }

  private func message(_ marked: MarkedFinding) -> HTML {
    let (finding, mark) = marked
    let id = mark.map { mark -> HTML in " id=\"\(anchor)-finding-\(mark)\"" }
    let link = mark.map { mark -> HTML in
      """
      <a class="mark" href="#\(anchor)-box-\(mark)" aria-label="Place \(mark) in the picture">\(mark)</a> 
      """
    }
    let known: HTML = finding.isKnown == true ? " <span class=\"known\">(in the baseline)</span>" : ""
    let place = finding.region.map { region -> HTML in
      "<p class=\"place\">\(region.width) × \(region.height) pixels at \(region.x), \(region.y)</p>"
    }
    return "<p\(id)>\(link)\(HTML.prose(finding.message))\(known)</p>\(place)\n"
  }
}
