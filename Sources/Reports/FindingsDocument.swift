package import Batch
package import Checking
package import ImageFiles

/// All findings of a run of any command, in a format of code review or CI. The part for an input is made when the input
/// is done and kept outside of memory: what stands before it, totals and the like, is known only at the end.
package final class FindingsDocument {
  private var content: any FindingsContent
  private let outline: (FindingsTotals) -> HTMLPage.Outline
  /// The inputs so far, in figures.
  private(set) var totals = FindingsTotals()

  /// Whether the document has more about inputs than their findings.
  package let hasNotes: Bool

  /// A document without inputs, in any format but text and json.
  ///
  /// - Parameters:
  ///   - command: the subcommand.
  ///   - rules: those that run, in their order.
  ///   - outline: what pages show of the run beside the findings.
  package init(
    _ format: ReportFormat, command: String, rules: [ReportedRule],
    outline: @escaping (FindingsTotals) -> HTMLPage.Outline
  ) {
    self.outline = outline
    hasNotes = format == .html || format == .markdown
    content =
      switch format {
      case .sarif: SARIFContent(rules: rules)
      case .junit: JUnitContent(command: command, rules: rules)
      case .github: GitHubContent(command: command)
      case .xcode: LineContent(lines: \.xcodeIssues)
      case .html: PageContent(command: command, rules: rules, outline: outline(FindingsTotals()))
      case .markdown: MarkdownContent(command: command, rules: rules)
      case .text, .json: preconditionFailure("those that report print these themselves")
      }
  }

  /// Adds what is said of the next input.
  ///
  /// - Throws: `FileError` when the temporary folder has no room.
  package func add(_ record: FindingsRecord) throws(FileError) {
    totals.add(record)
    for file in record.files { try content.add(file, record.notes) }
  }

  /// Writes the document piece by piece.
  package func write(_ put: (String) -> Void) throws { try content.write(totals, outline(totals), put) }

  /// The whole of a short document, without the newline at its end.
  package func text() throws -> String {
    var text = ""
    try write { text += $0 }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

/// A document in one format on the files of a run.
protocol FindingsContent {
  /// Adds a file, with what pages show of it beside the findings.
  mutating func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError)

  /// Writes the document, when all files are there.
  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws
}

/// A document of lines alone.
private struct LineContent: FindingsContent {
  /// The part for a file.
  let lines: (ReportedFile) -> [String]
  private let spool = TextSpool()

  init(lines: @escaping (ReportedFile) -> [String]) { self.lines = lines }

  func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError) {
    for line in lines(file) { try spool.append(line + "\n") }
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws {
    try spool.forEachPiece(put)
  }
}

/// One input as the formats for code review see it: mostly one file.
package struct FindingsRecord {
  package let files: [ReportedFile]
  /// What an HTML page shows of the file beside the findings; nil where there is nothing, or no page.
  package var notes: HTMLPage.FileNotes?

  package init(files: [ReportedFile], notes: HTMLPage.FileNotes? = nil) {
    self.files = files
    self.notes = notes
  }
}

/// A finding as the formats for code review show it.
package struct ReportedFinding: Sendable {
  /// The id of its rule.
  package let ruleID: String
  /// How much it matters.
  package let level: FindingLevel
  /// One line for people.
  package let message: String
  /// Where in the image.
  package let region: ImageRegion?
  /// Where in a file of text, from 1; nil for images.
  package let line: Int?
  /// What it is recognised by in another run.
  package let fingerprint: String
  /// Whether it makes the run exit with 1.
  package let fails: Bool
  /// Whether it stands in the baseline; nil without one.
  package let isKnown: Bool?

  package init(
    ruleID: String, level: FindingLevel, message: String, region: ImageRegion?, line: Int? = nil,
    fingerprint: String, fails: Bool, isKnown: Bool?
  ) {
    self.ruleID = ruleID
    self.level = level
    self.message = message
    self.region = region
    self.line = line
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
  package var messageWithPlace: String {
    guard let region else { return message }
    return "\(message) (\(region.width)×\(region.height) px at \(region.x), \(region.y))"
  }
}

/// One input as the formats for code review see it.
package struct ReportedFile: Sendable {
  /// Relative to the repository.
  package let path: String
  /// The same for people.
  var name: String { path.printableName }
  /// The findings that the baseline does not have.
  var newFindings: [ReportedFinding] { findings.filter { $0.isKnown != true } }
  /// What was found; of a failure, what could be found all the same.
  package let findings: [ReportedFinding]
  /// Why the input could not be processed, or not to its end; nil where it was.
  package var failure: String?
  /// The steps of a pipeline that succeeded and wrote files.
  var steps: [String] = []
  /// As it was typed, or found below what was typed; nil where there is no such file.
  var typedPath: String?

  package init(
    path: String, findings: [ReportedFinding], failure: String? = nil, steps: [String] = [],
    typedPath: String? = nil
  ) {
    self.path = path
    self.findings = findings
    self.failure = failure
    self.steps = steps
    self.typedPath = typedPath
  }
}

extension ReportedFile {
  /// The file at `path`, as it was typed or found below that.
  package init(
    typed path: String, findings: [ReportedFinding] = [], failure: String? = nil, steps: [String] = []
  ) {
    self.init(
      path: RepositoryPath.current.relative(path), findings: findings, failure: failure, steps: steps,
      typedPath: path)
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

/// The inputs of a run in figures.
package struct FindingsTotals {
  package private(set) var inputs = 0
  package private(set) var findings = 0
  /// Findings by level, those of the baseline too.
  private(set) var levels = FindingCounts()
  /// Findings of the baseline.
  private(set) var known = 0
  /// Files that could not be processed.
  package private(set) var failures = 0
  /// Whether any input has notes.
  private(set) var hasNotes = false

  package init() {}

  /// `1 error, 2 warnings, 1 file failed`, or that there is nothing.
  package var text: String {
    let failed = failures > 0 ? "\(Numbers.counted(failures, "file")) failed" : nil
    let found = [levels.text, failed].compactMap(\.self).joined(separator: ", ")
    return found.isEmpty ? "nothing to complain about" : found
  }

  package mutating func add(_ record: FindingsRecord) {
    inputs += 1
    findings += record.files.reduce(0) { $0 + $1.findings.count }
    for file in record.files {
      levels.add(FindingCounts(file.findings.map(\.level)))
      known += file.findings.count { $0.isKnown == true }
    }
    failures += record.files.count { $0.failure != nil }
    if record.notes != nil { hasNotes = true }
  }
}
