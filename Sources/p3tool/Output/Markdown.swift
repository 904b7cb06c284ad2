// GitHub-flavoured Markdown: comments on pull requests, and summaries of CI jobs.

import P3Kit

extension FindingsDocument {
  /// A heading, the counts, a table of findings with the most severe first, and what to do; what is long is folded.
  /// Findings of the baseline are counted and left out.
  ///
  /// It fits into a comment: GitHub takes 65,536 characters, and the last line says how many rows were left out for that.
  func writeMarkdown(_ put: (String) -> Void) throws {
    let outline = outline(records.totals)
    put("### p3tool \(MarkdownText.prose(command)): \(MarkdownText.prose(outline.headline))\n\n")
    put("\(counts)\n")
    if let summary = outline.summary { put("\n" + Self.table(summary.heads, summary.rows)) }
    try writeTables(put)
    try writeFindings(put)
    try writeRemedies(put)
  }

  /// `1 error, 2 warnings, 1 file failed; 3 of the baseline are not listed.`
  private var counts: String {
    let totals = records.totals
    let failed = totals.failures > 0 ? "\(Numbers.counted(totals.failures, "file")) failed" : nil
    let found = [totals.levels.text, failed].compactMap(\.self).joined(separator: ", ")
    let known = totals.known > 0 ? "; \(Numbers.count(totals.known)) of the baseline are not listed" : ""
    return "**\(found.isEmpty ? "Nothing to complain about" : found)**\(known)."
  }

  // MARK: Tables

  /// The tables of inputs that are more than their findings, such as the pairs of `contrast`.
  private func writeTables(_ put: (String) -> Void) throws {
    try records.forEachFile { _, notes in
      guard let notes, notes.hasArticle else { return }
      for table in notes.tables {
        let isLong = table.rows.count > Self.seenRows
        let text = Self.table(table.heads, table.rows.prefix(Self.mostTableRows).map(\.self))
        put(isLong ? Self.folded("\(table.caption): \(table.rows.count)", text) : "\n" + text)
        let rest = table.rows.count - Self.mostTableRows
        if rest > 0 { put("\nAnd \(rest) more, which are not listed here.\n") }
      }
    }
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
    // Markdown begins again after an empty line.
    "\n<details>\n<summary>\(MarkdownText.prose(title))</summary>\n\n\(text)\n</details>\n"
  }

  // MARK: Findings

  /// Rows that are seen at once; the others are folded.
  private static let seenRows = 20
  /// Rows of a table that is no list of findings, at most.
  private static let mostTableRows = 200
  /// Characters of all rows of findings, at most.
  private static let mostCharacters = 56_000

  private func writeFindings(_ put: (String) -> Void) throws {
    var (seen, rest) = ("", "")
    var (count, characters, leftOut) = (0, 0, 0)
    try forEachRow { row in
      count += 1
      characters += row.utf16.count
      if characters > Self.mostCharacters {
        leftOut += 1
      } else if count <= Self.seenRows {
        seen += row
      } else {
        rest += row
      }
    }
    guard count > 0 else { return }
    let head = Self.row(["Level", "File", "Finding"]) + Self.row(["---", "---", "---"])
    put("\n" + head + seen)
    if !rest.isEmpty { put(Self.folded("\(count - leftOut - Self.seenRows) more", head + rest)) }
    if leftOut > 0 {
      put("\n\(leftOut) more are not listed here: a comment has no room for them. See the other formats.\n")
    }
  }

  /// Rows of what failed, then of findings, the most severe first; within a level in the order of inputs.
  private func forEachRow(_ body: (String) -> Void) throws {
    try records.forEachFile { file, _ in
      guard let failure = file.failure else { return }
      body(Self.row(["**failed**", MarkdownText.code(file.name), MarkdownText.prose(failure)]))
    }
    for level in FindingLevel.allCases.reversed() {
      try records.forEachFile { file, _ in
        for finding in file.findings where finding.level == level && finding.isKnown != true {
          let word = level == .error ? "**error**" : level.rawValue
          let text = "\(MarkdownText.code(finding.ruleID)) \(MarkdownText.prose(finding.messageWithPlace))"
          body(Self.row([word, MarkdownText.code(file.name), text]))
        }
      }
    }
  }

  /// What to do about the rules that found something.
  private func writeRemedies(_ put: (String) -> Void) throws {
    var found: Set<String> = []
    try records.forEachFile { file, _ in
      for finding in file.findings where finding.isKnown != true { found.insert(finding.ruleID) }
    }
    let lines = rules.filter { found.contains($0.id) }.map {
      "- \(MarkdownText.code($0.id)): \(MarkdownText.prose($0.remedy))\n"
    }
    if !lines.isEmpty { put(Self.folded("What to do", lines.joined())) }
  }
}

/// Text in GitHub-flavoured Markdown. What files say of themselves must neither end a table's cell, nor become markup, nor
/// mention anybody: GitHub looks for `@name` and `#1` in text, also where it is escaped, but not in code.
enum MarkdownText {
  /// `text` as a span of code, in a table or outside of it.
  static func code(_ text: String) -> String {
    let text = text.printable
    let isSimple =
      !text.isEmpty && !text.contains { "`|\\".contains($0) } && text.first != " " && text.last != " "
    return isSimple ? "`\(text)`" : "<code>\(escaped(text))</code>"
  }

  /// A sentence, in which words between backticks are code, and so are colours.
  static func prose(_ text: String) -> String {
    let parts = text.printable.split(separator: "`", omittingEmptySubsequences: false)
    // A backtick without a partner stands for itself.
    let isPaired = !parts.count.isMultiple(of: 2)
    return parts.enumerated().map { index, part in
      if !index.isMultiple(of: 2), isPaired || index < parts.count - 1 { return code(String(part)) }
      let mark = !isPaired && index == parts.count - 1 ? "&#96;" : ""
      return mark + words(part)
    }.joined()
  }

  /// Words outside of code: GitHub shows the colour beside `#1C1C1E` in a span of code.
  private static func words(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let color = word.firstMatch(of: /^(\(?)(#[0-9A-Fa-f]{3,8})([.,;:)]*)$/) else {
        return escaped(String(word))
      }
      return escaped(String(color.1)) + code(String(color.2)) + escaped(String(color.3))
    }.joined(separator: " ")
  }

  /// `text` with every character that could be markup as a reference to it.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "@", "#": result += "<code>&#\(scalar.value);</code>"
      // A colon begins an emoji and makes an address a link, a dollar sign begins a formula.
      case "&", "<", ">", "|", "\\", "`", "*", "_", "[", "]", "~", ":", "$": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    .replacing("www.", with: "www&#46;")
  }
}
