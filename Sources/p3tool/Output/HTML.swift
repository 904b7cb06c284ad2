// A page for people: an overview of all files, and an article on each of which there is more to say.

import P3Kit

extension FindingsDocument {
  /// What a page says of a file beside its findings.
  struct PageFacts {
    /// What became of it or what it is, in a few words: a column of the overview.
    var state = ""
    /// Its size: another column.
    var size = ""
    /// Remarks, each a sentence.
    var notes: [String] = []
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - headline: the result in a few words.
  ///   - lead: a sentence below it.
  ///   - heads: what the columns of the facts are called.
  ///   - facts: of each of `files`, in their order; empty where there are none.
  ///   - summary: the run in figures.
  func html(
    headline: String, lead: String, heads: (state: String, size: String) = ("Steps", "Size"),
    facts: [PageFacts] = [], summary: ReportTable? = nil
  ) throws -> String {
    let pageFiles = files.indices.map { index in
      pageFile(files[index], facts.isEmpty ? nil : facts[index], anchor: "file-\(index + 1)")
    }
    var values: HTMLFindings.Values = [
      "version": Version.current, "command": command, "title": "p3tool \(command): \(headline)",
      "headline": headline, "lead": lead, "hasOverview": true,
      "columns": [["text": "File", "kind": ""]]
        + (facts.isEmpty
          ? [] : [["text": heads.state, "kind": ""], ["text": heads.size, "kind": "number"]]),
      "images": pageFiles, "hasDifferences": rules.contains { $0.id == Rule.gamutClipping.rawValue },
    ]
    values["summary"] = summary?.values
    return try HTMLTemplate().render(values)
  }

  private func pageFile(_ file: ReportedFile, _ facts: PageFacts?, anchor: String) -> HTMLFindings.Values {
    var values = HTMLFindings(rules: rules, findings: file.findings).values
    values["path"] = file.path
    values["facts"] = facts?.notes.joined(separator: " · ") ?? ""
    values["failure"] = file.failure
    if let facts {
      values["columnValues"] = [
        ["text": facts.state, "kind": ""], ["text": facts.size, "kind": "number"],
      ]
    }
    if file.failure != nil || rules.isEmpty { values["isClean"] = false }
    if file.failure != nil || !file.findings.isEmpty || facts?.notes.isEmpty == false {
      values["anchor"] = anchor
    }
    return values
  }
}

/// The findings of one file as the HTML page shows them.
struct HTMLFindings {
  typealias Values = [String: Any]

  /// In the order of the page.
  let rules: [ReportedRule]
  let findings: [ReportedFinding]

  /// What the template wants of findings.
  var values: Values {
    ["counts": counts, "isClean": findings.isEmpty, "hasFindings": !findings.isEmpty, "findings": groups]
  }

  /// By level, the most severe first.
  private var counts: [Values] {
    FindingLevel.allCases.reversed().compactMap { level in
      let count = findings.count { $0.level == level }
      guard count > 0 else { return nil }
      return ["level": level.rawValue, "count": count, "word": level.rawValue + (count == 1 ? "" : "s")]
    }
  }

  /// The findings of each rule together; of many, the first few are seen at once.
  private var groups: [Values] {
    rules.compactMap { rule in
      let findings = findings.filter { $0.ruleID == rule.id }
      guard let level = findings.map(\.level).max() else { return nil }
      let first = findings.prefix(Self.shownFindings)
      let rest = findings.dropFirst(Self.shownFindings)
      var values: Values = [
        "level": level.rawValue, "rule": rule.id, "remedy": rule.remedy,
        "messages": first.map { finding($0) },
      ]
      if !rest.isEmpty { values["more"] = ["count": rest.count, "messages": rest.map { finding($0) }] }
      return values
    }
  }

  private static let shownFindings = 3

  private func finding(_ finding: ReportedFinding) -> Values {
    var values: Values = ["message": finding.message, "isKnown": finding.isKnown ?? false]
    if let region = finding.region {
      values["place"] = "\(region.width) × \(region.height) pixels at \(region.x), \(region.y)"
    }
    return values
  }
}
