package import Batch
package import Checking
package import ImageFiles

/// All findings of a run of any command, for the formats of code review and CI. It is written file by file.
package struct FindingsDocument {
  /// The subcommand.
  package let command: String
  /// The rules that ran, in their order.
  package let rules: [ReportedRule]
  /// The inputs in command-line order.
  package let records: ReportRecords
  /// What an HTML page says of the run beside the findings.
  package let outline: (FindingsTotals) -> HTMLPage.Outline

  package init(
    command: String, rules: [ReportedRule], records: ReportRecords,
    outline: @escaping (FindingsTotals) -> HTMLPage.Outline
  ) {
    self.command = command
    self.rules = rules
    self.records = records
    self.outline = outline
  }
}

/// A finding as the formats for code review show it.
package struct ReportedFinding: Sendable, Codable {
  /// The id of its rule.
  package let ruleID: String
  /// How much it matters.
  package let level: FindingLevel
  /// One line for people.
  package let message: String
  /// Where in the image.
  package let region: ImageRegion?
  /// What it is recognised by in another run.
  package let fingerprint: String
  /// Whether it makes the run exit with 1.
  package let fails: Bool
  /// Whether it stands in the baseline; nil without one.
  package let isKnown: Bool?

  package init(
    ruleID: String, level: FindingLevel, message: String, region: ImageRegion?, fingerprint: String,
    fails: Bool, isKnown: Bool?
  ) {
    self.ruleID = ruleID
    self.level = level
    self.message = message
    self.region = region
    self.fingerprint = fingerprint
    self.fails = fails
    self.isKnown = isKnown
  }
}

extension ReportedFinding {
  /// `finding` as `policy` judges it.
  package init(_ finding: Finding, policy: FindingPolicy) {
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
package struct ReportedFile: Sendable, Codable {
  /// Relative to the repository.
  package let path: String
  /// The same for people.
  var name: String { path.printableName }
  /// What was found; of a failure, what could be found all the same.
  package let findings: [ReportedFinding]
  /// Why the input could not be processed, or not to its end; nil where it was.
  package var failure: String?
  /// The steps of a pipeline that succeeded and wrote files.
  var steps: [String] = []
  /// As it was typed, or found below what was typed; nil where there is no such file.
  var typedPath: String?
  /// The ids of the rules that ran on it; nil where all of the run did.
  var rules: Set<String>?

  package init(
    path: String, findings: [ReportedFinding], failure: String? = nil, steps: [String] = [],
    typedPath: String? = nil, rules: Set<String>? = nil
  ) {
    self.path = path
    self.findings = findings
    self.failure = failure
    self.steps = steps
    self.typedPath = typedPath
    self.rules = rules
  }
}

extension ReportedFile {
  /// The file at `path`, as it was typed or found below that.
  package init(
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
  package func file(_ content: (Report) -> (path: String, findings: [ReportedFinding])) -> ReportedFile {
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
package struct ReportedRule: Sendable {
  /// The stable id.
  package let id: String
  /// What it finds, in one sentence.
  package let summary: String
  /// What to do about it, in one sentence.
  package let remedy: String
  /// The level of its findings.
  package let level: FindingLevel

  package init(id: String, summary: String, remedy: String, level: FindingLevel) {
    self.id = id
    self.summary = summary
    self.remedy = remedy
    self.level = level
  }
}

extension ReportedRule {
  /// - Parameter target: what a conversion in the remedy goes to.
  package init(_ rule: Rule, target: String = "srgb") {
    self.init(
      id: rule.rawValue, summary: rule.summary, remedy: rule.remedy(target: target), level: rule.level)
  }
}

extension ReportedRule {
  package init(_ rule: StepRule) {
    self.init(id: rule.id, summary: rule.summary, remedy: rule.remedy, level: rule.level)
  }
}

extension FindingsDocument {
  /// The whole of a short document, without the newline at its end.
  package func text() throws -> String {
    var text = ""
    try write { text += $0 }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Writes the document in the records' format, any but text and json, piece by piece.
  package func write(_ put: (String) -> Void) throws {
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
