import P3Kit

/// All findings of a run of any command, for the formats of code review and CI.
struct FindingsDocument: Sendable {
  /// The subcommand.
  let command: String
  /// The rules that ran, in their order.
  let rules: [ReportedRule]
  /// The inputs in command-line order.
  let files: [ReportedFile]
}

/// A finding as the formats for code review show it.
struct ReportedFinding: Sendable {
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
struct ReportedFile: Sendable {
  /// Relative to the repository.
  let path: String
  /// The same for people.
  var name: String { path.printableName }
  /// What was found; empty for a failure.
  let findings: [ReportedFinding]
  /// Why the input could not be processed, or nil.
  let failure: String?
  /// The steps of a pipeline that succeeded and wrote files.
  var steps: [String] = []
}

extension ReportEntry {
  /// The input as the formats for code review see it: its path as it was typed and what was found there, or why it
  /// failed.
  func file(_ content: (Report) -> (path: String, findings: [ReportedFinding])) -> ReportedFile {
    let place = RepositoryPath.current
    switch self {
    case .report(let report):
      let (path, findings) = content(report)
      return ReportedFile(path: place.relative(path), findings: findings, failure: nil)
    case .failure(let path, let message):
      return ReportedFile(path: place.relative(path), findings: [], failure: message)
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
  init(_ rule: Rule) {
    self.init(id: rule.rawValue, summary: rule.summary, remedy: rule.remedy, level: rule.level)
  }
}

extension FindingsDocument {
  /// The document in `format`, one of sarif, junit, github and html; `page` makes the last, which depends on the command.
  func text(as format: ReportFormat, page: () throws -> String) throws -> String {
    switch format {
    case .sarif: try sarif()
    case .junit: junit()
    case .github: githubAnnotations()
    case .html: try page()
    case .text, .json: preconditionFailure("those that report print these themselves")
    }
  }
}
