// GitHub-flavoured Markdown, for comments on pull requests and summaries of CI jobs.

import Checking
import ImageFiles

/// A heading, the counts, a table of findings with the most severe first, and the remedies. Long parts are folded.
/// Findings of the baseline are counted, but not listed.
///
/// The document fits into a comment (GitHub's limit is 65,536 characters). The last line has the number of rows left
/// out.
struct MarkdownContent: FindingsContent {
  let command: String
  let rules: [ReportedRule]
  private let tables = TextSpool()
  /// Rows of failures, and rows of findings per level. Within a level, in the order of inputs.
  private var failed = Rows()
  private var found = FindingLevel.allCases.map { _ in Rows() }
  /// The ids of rules with findings.
  private var foundRules: Set<String> = []

  init(command: String, rules: [ReportedRule]) {
    self.command = command
    self.rules = rules
  }

  /// The rows of a table, limited to a size, and the number of all rows.
  private struct Rows {
    private(set) var kept: [String] = []
    private(set) var count = 0
    private var characters = 0

    /// Counts a row, and makes it only if there is room: a large run has thousands of rows, and a comment shows few.
    mutating func add(_ row: @autoclosure () -> String) {
      count += 1
      // The first row that is too long is stored as well, so that no later row is shown.
      guard characters <= MarkdownContent.mostCharacters else { return }
      kept.append(row())
      characters += kept.last?.utf16.count ?? 0
    }
  }

  mutating func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError) {
    if let notes, notes.hasArticle { for table in notes.tables { try add(table) } }
    if let failure = file.failure {
      failed.add(Self.row(["**failed**", MarkdownText.code(file.name), MarkdownText.prose(failure)]))
    }
    for finding in file.newFindings {
      let word = finding.level == .error ? "**error**" : finding.level.rawValue
      found[finding.level.index].add(
        Self.row([
          word, MarkdownText.code(file.name),
          "\(MarkdownText.code(finding.ruleID)) \(MarkdownText.prose(finding.messageWithPlace))",
        ]))
      foundRules.insert(finding.ruleID)
    }
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws {
    put("### p3tool \(MarkdownText.prose(command)): \(MarkdownText.prose(outline.headline))\n\n")
    put(Self.counts(totals))
    if let summary = outline.summary { put("\n" + Self.table(summary.heads, summary.rows)) }
    try tables.forEachPiece(put)
    writeFindings(put)
    writeRemedies(put)
  }

  /// `1 error, 2 warnings, 1 file failed; 3 of the baseline are not listed.`, or nothing without findings: the heading
  /// has the result.
  private static func counts(_ totals: FindingsTotals) -> String {
    let failed = totals.failures > 0 ? "\(Numbers.counted(totals.failures, "file")) failed" : nil
    let found = [totals.levels.text, failed].compactMap(\.self).joined(separator: ", ")
    let known = totals.known > 0 ? "; \(Numbers.count(totals.known)) of the baseline are not listed" : ""
    return found.isEmpty ? "" : "**\(found)**\(known).\n"
  }

  // MARK: Tables

  /// Adds a table of an input other than its findings, such as the pairs of `contrast`.
  private func add(_ table: ReportTable) throws(FileError) {
    let isLong = table.rows.count > Self.seenRows
    let text = Self.table(table.heads, table.rows.prefix(Self.mostTableRows).map(\.self))
    try tables.append(isLong ? Self.folded("\(table.caption): \(table.rows.count)", text) : "\n" + text)
    let rest = table.rows.count - Self.mostTableRows
    if rest > 0 { try tables.append("\nAnd \(rest) more, which are not listed here.\n") }
  }

  private static func table(_ heads: [String], _ rows: [[String]]) -> String {
    let lines =
      [heads.map(MarkdownText.prose), ["---"] + heads.dropFirst().map { _ in "--:" }]
      + rows.map { $0.map(MarkdownText.prose) }
    return lines.map(row).joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.isEmpty ? " " : $0 }.joined(separator: " | ") + " |\n"
  }

  private static func folded(_ title: String, _ text: String) -> String {
    // After HTML, Markdown starts again at an empty line.
    "\n<details>\n<summary>\(MarkdownText.prose(title))</summary>\n\n\(text)\n</details>\n"
  }

  // MARK: Findings

  /// The number of rows that are not folded.
  private static let seenRows = 20
  /// The most rows of a table other than the list of findings.
  private static let mostTableRows = 200
  /// The most characters of all rows of findings.
  private static let mostCharacters = 56_000

  private func writeFindings(_ put: (String) -> Void) {
    let all = [failed] + found.reversed()
    let count = all.reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    var characters = 0
    let rows = all.flatMap(\.kept).filter { row in
      characters += row.utf16.count
      return characters <= Self.mostCharacters
    }
    let head = Self.row(["Level", "File", "Finding"]) + Self.row(["---", "---", "---"])
    let rest = rows.dropFirst(Self.seenRows)
    put("\n" + head + rows.prefix(Self.seenRows).joined())
    if !rest.isEmpty { put(Self.folded("\(rest.count) more", head + rest.joined())) }
    let leftOut = count - rows.count
    if leftOut > 0 {
      put("\n\(leftOut) more are not listed here: a comment has no room for them. See the other formats.\n")
    }
  }

  /// Writes the remedies of the rules with findings.
  private func writeRemedies(_ put: (String) -> Void) {
    let lines = rules.filter { foundRules.contains($0.id) }.map {
      "- \(MarkdownText.code($0.id)): \(MarkdownText.prose($0.remedy))\n"
    }
    if !lines.isEmpty { put(Self.folded("What to do", lines.joined())) }
  }
}

extension FindingLevel {
  /// The rank of the level: 0 for a note, 2 for an error.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension String {
  /// The sentence in pieces, where text between two backticks is code. A backtick without a partner is a normal
  /// character.
  var piecesOfCode: [(text: Substring, isCode: Bool)] {
    let parts = split(separator: "`", omittingEmptySubsequences: false)
    let isPaired = !parts.count.isMultiple(of: 2)
    return parts.enumerated().flatMap { index, part -> [(Substring, Bool)] in
      if !isPaired, index == parts.count - 1 { return [("`", false), (part, false)] }
      return [(part, !index.isMultiple(of: 2))]
    }
  }
}

/// Text in GitHub-flavoured Markdown. Texts from files must not end a table cell, become markup, or mention anybody:
/// GitHub recognises `@name` and `#1` in text, even if escaped, but not in code.
enum MarkdownText {
  /// `text` as a span of code, inside or outside of a table.
  static func code(_ text: String) -> String {
    let text = text.printable
    let isSimple =
      !text.isEmpty && !text.contains { "`|\\".contains($0) } && text.first != " " && text.last != " "
    return isSimple ? "`\(text)`" : "<code>\(escaped(text))</code>"
  }

  /// A sentence. Text between backticks and colours become code.
  static func prose(_ text: String) -> String {
    text.printable.piecesOfCode.map { $0.isCode ? code(String($0.text)) : words($0.text) }.joined()
  }

  /// Text outside of code. Colours become code because GitHub shows a swatch beside `#1C1C1E` in a span of code.
  private static func words(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let color = color(in: word) else { return escaped(String(word)) }
      let (front, rest) = (word[..<color.startIndex], word[color.endIndex...])
      return escaped(String(front)) + code(String(color)) + escaped(String(rest))
    }.joined(separator: " ")
  }

  /// The colour, such as `#1C1C1E`, in a word that may start with a parenthesis and end with punctuation.
  private static func color(in word: Substring) -> Substring? {
    let rest = word.first == "(" ? word.dropFirst() : word
    guard rest.first == "#" else { return nil }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isHexDigit }
    let marks = rest[digits.endIndex...]
    guard (3...8).contains(digits.count), marks.allSatisfy({ ".,;:)".contains($0) }) else { return nil }
    return rest[..<digits.endIndex]
  }

  /// `text` with all characters that could be markup as character references.
  private static func escaped(_ text: String) -> String {
    var (result, letters) = ("", 0)
    for scalar in text.unicodeScalars {
      switch scalar {
      // Text that starts with `www.` would become a link.
      case "." where letters >= 3: result += "&#46;"
      case "@", "#": result += "<code>&#\(scalar.value);</code>"
      // A colon starts an emoji and makes an address a link; a dollar sign starts a formula.
      case "&", "<", ">", "|", "\\", "`", "*", "_", "[", "]", "~", ":", "$": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
      letters = scalar == "w" ? letters + 1 : 0
    }
    return result
  }
}
