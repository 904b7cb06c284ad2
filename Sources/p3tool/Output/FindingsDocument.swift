import P3Kit

/// All findings of a run of any command, for the formats of code review and CI. It is written file by file.
struct FindingsDocument {
  /// The subcommand.
  let command: String
  /// The rules that ran, in their order.
  let rules: [ReportedRule]
  /// The inputs in command-line order.
  let records: ReportRecords
  /// What an HTML page says of the run beside the findings.
  let outline: (FindingsTotals) -> HTMLPage.Outline
}

/// A finding as the formats for code review show it.
struct ReportedFinding: Sendable, Codable {
  /// The id of its rule.
  let ruleID: String
  /// How much it matters.
  let level: FindingLevel
  /// One line for people.
  let message: String
  /// Where in the image.
  let region: ImageRegion?
  /// What it is recognised by in another run.
  let fingerprint: String
  /// Whether it makes the run exit with 1.
  let fails: Bool
  /// Whether it stands in the baseline; nil without one.
  let isKnown: Bool?
}

extension ReportedFinding {
  /// `finding` as `policy` judges it.
  init(_ finding: Finding, policy: FindingPolicy) {
    self.init(
      ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: finding.region,
      fingerprint: finding.fingerprint, fails: policy.fails(finding),
      isKnown: policy.baseline == nil ? nil : policy.isKnown(finding))
  }

  /// The message with the place in the image, for formats that have no field for it.
  var messageWithPlace: String {
    guard let region else { return message }
    return "\(message) (\(region.width)×\(region.height) px at \(region.x), \(region.y))"
  }
}

/// One input as the formats for code review see it.
struct ReportedFile: Sendable, Codable {
  /// Relative to the repository.
  let path: String
  /// The same for people.
  var name: String { path.printableName }
  /// What was found; of a failure, what could be found all the same.
  let findings: [ReportedFinding]
  /// Why the input could not be processed, or not to its end; nil where it was.
  var failure: String?
  /// The steps of a pipeline that succeeded and wrote files.
  var steps: [String] = []
  /// As it was typed, or found below what was typed; nil where there is no such file.
  var typedPath: String?
  /// The ids of the rules that ran on it; nil where all of the run did.
  var rules: Set<String>?
}

extension ReportedFile {
  /// The file at `path`, as it was typed or found below that.
  init(
    typed path: String, findings: [ReportedFinding] = [], failure: String? = nil, steps: [String] = [],
    rules: Set<String>? = nil
  ) {
    self.init(
      path: RepositoryPath.current.relative(path), findings: findings, failure: failure, steps: steps,
      typedPath: path, rules: rules)
  }
}

extension ReportEntry {
  /// The input as the formats for code review see it: its path as it was typed and what was found there, or why it
  /// failed.
  func file(_ content: (Report) -> (path: String, findings: [ReportedFinding])) -> ReportedFile {
    switch self {
    case .report(let report):
      let (path, findings) = content(report)
      return ReportedFile(typed: path, findings: findings)
    case .failure(let path, let message):
      return ReportedFile(typed: path, failure: message)
    }
  }
}

/// A rule as the formats for code review describe it.
struct ReportedRule: Sendable {
  /// The stable id.
  let id: String
  /// What it finds, in one sentence.
  let summary: String
  /// What to do about it, in one sentence.
  let remedy: String
  /// The level of its findings.
  let level: FindingLevel
}

extension ReportedRule {
  /// - Parameter target: what a conversion in the remedy goes to.
  init(_ rule: Rule, target: String = "srgb") {
    self.init(
      id: rule.rawValue, summary: rule.summary, remedy: rule.remedy(target: target), level: rule.level)
  }
}

extension ReportedRule {
  init(_ rule: StepRule) {
    self.init(id: rule.id, summary: rule.summary, remedy: rule.remedy, level: rule.level)
  }
}

extension FindingsDocument {
  /// The whole of a short document, without the newline at its end.
  func text() throws -> String {
    var text = ""
    try write { text += $0 }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Writes the document in the records' format, any but text and json, piece by piece.
  func write(_ put: (String) -> Void) throws {
    switch records.format {
    case .sarif: try writeSARIF(put)
    case .junit: try writeJUnit(put)
    case .github: try writeGitHubAnnotations(put)
    case .xcode: try writeXcodeIssues(put)
    case .html: try writePage(put)
    case .markdown: try writeMarkdown(put)
    case .text, .json: preconditionFailure("those that report print these themselves")
    }
  }
}
