import P3Kit

// A page for people: an overview of all files, and an article on each of which there is more to say.

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
