package import Checking
package import ImageFiles

/// All findings of a run of any command, in a format for code review or CI. The part of each input is made when the
/// input is done and stored in a file, because the start of the document, with totals, is known only at the end.
package final class FindingsDocument {
  private let format: ReportFormat
  private var content: any FindingsContent
  private let outline: (FindingsTotals) -> HTMLPage.Outline
  /// The totals of the inputs so far.
  package private(set) var totals = FindingsTotals()

  /// Whether the document shows more about inputs than their findings.
  package let hasNotes: Bool

  /// An empty document in any format but JSON. Text lists findings only: without remedies and without totals.
  ///
  /// - Parameters:
  ///   - command: the subcommand.
  ///   - rules: the rules of the run, in their order.
  ///   - outline: makes the parts of a page that concern the whole run.
  package init(
    _ format: ReportFormat, command: String, rules: [ReportedRule],
    outline: @escaping (FindingsTotals) -> HTMLPage.Outline
  ) {
    self.format = format
    self.outline = outline
    hasNotes = format == .html || format == .markdown
    content =
      switch format {
      case .sarif: SARIFContent(rules: rules)
      case .junit: JUnitContent(command: command, rules: rules)
      case .github: GitHubContent(command: command)
      case .xcode: LineContent(lines: \.xcodeIssues)
      case .text: LineContent(lines: \.listing)
      case .html: PageContent(command: command, rules: rules, outline: outline(FindingsTotals()))
      case .markdown: MarkdownContent(command: command, rules: rules)
      case .json: preconditionFailure("a report in JSON has members of its own")
      }
  }

  /// Adds the next input.
  ///
  /// - Throws: `FileError` if the temporary folder is full.
  package func add(_ record: FindingsRecord) throws(FileError) {
    totals.add(record)
    for file in record.files { try content.add(file, record.notes) }
  }

  /// Writes the document in pieces.
  package func write(_ put: (String) -> Void) throws { try content.write(totals, outline(totals), put) }

  /// Writes `line`, the last line of text, to standard error after a document that is a line for each finding, and empty
  /// without findings.
  package func writeClosing(_ line: String?) {
    guard format == .github || format == .xcode, let line else { return }
    StandardStream.error.write(line: line)
  }
}

/// A document in one format about the files of a run.
protocol FindingsContent {
  /// Adds a file. `notes` are the contents of a page beside the findings.
  mutating func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError)

  /// Writes the document, after all files have been added.
  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws
}

extension ReportedFile {
  /// A line for each finding below the name of the file; none without findings.
  fileprivate var listing: [String] {
    guard failure != nil || !findings.isEmpty else { return [] }
    return [name] + (failure.map { ["  failed   \($0.printable)"] } ?? [])
      + findings.map { finding in
        "  \(finding.level.rawValue.padded(to: 9))\(finding.ruleID.printable): \(finding.messageWithPlace.printable)"
      }
  }
}

/// A document that consists of independent lines.
private struct LineContent: FindingsContent {
  /// Makes the lines of a file.
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

/// One input in the formats for code review: mostly one file.
package struct FindingsRecord {
  package let files: [ReportedFile]
  /// The contents of an HTML page beside the findings; nil if there are none, or in other formats.
  package var notes: HTMLPage.FileNotes?
  /// Whether nothing was written for it, as nothing in it had to change.
  package var isLeftAlone = false

  package init(files: [ReportedFile], notes: HTMLPage.FileNotes? = nil) {
    self.files = files
    self.notes = notes
  }
}

/// A finding in the formats for code review.
package struct ReportedFinding: Sendable {
  package let ruleID: String
  package let level: FindingLevel
  /// The message, one line.
  package let message: String
  /// The place in the image, in pixels; nil if there is none.
  package let region: ImageRegion?
  /// The line in a text file, from 1; nil for images.
  package let line: Int?
  /// Identifies the same finding in another run.
  package let fingerprint: String
  /// Whether the finding makes the run exit with 1.
  package let fails: Bool
  /// Whether the baseline contains the finding; nil without a baseline.
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
  /// `finding`, judged by `policy`.
  package init(_ finding: Finding, policy: FindingPolicy) {
    self.init(
      ruleID: finding.rule.rawValue, level: finding.level, message: finding.message, region: finding.region,
      fingerprint: finding.fingerprint, fails: policy.fails(finding),
      isKnown: policy.baseline?.contains(finding))
  }

  /// The message with the place in the image, for formats without a field for places.
  package var messageWithPlace: String {
    guard let region else { return message }
    return "\(message) (\(region.width)×\(region.height) px at \(region.x), \(region.y))"
  }
}

/// One input in the formats for code review.
package struct ReportedFile: Sendable {
  /// The path relative to the repository.
  package let path: String
  /// The path, printable.
  var name: String { path.printableName }
  /// The findings that are not in the baseline.
  var newFindings: [ReportedFinding] { findings.filter { $0.isKnown != true } }
  /// The findings, including those of an input that failed.
  package let findings: [ReportedFinding]
  /// Why the input could not be processed completely; nil on success.
  package var failure: String?
  /// The steps of a pipeline that succeeded and wrote files.
  var steps: [String] = []
  /// The path as the user typed it, or below a typed folder; nil if there is no such file.
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
  /// The file at `path`, which the user typed or which lies below a typed folder.
  package init(
    typed path: String, findings: [ReportedFinding] = [], failure: String? = nil, steps: [String] = []
  ) {
    self.init(
      path: RepositoryPath.current.relative(path), findings: findings, failure: failure, steps: steps,
      typedPath: path)
  }
}

extension ReportEntry {
  /// The input for the formats for code review: `content` of a report; without a report, the failure.
  package func file(_ content: (Report) -> ReportedFile) -> ReportedFile {
    switch self {
    case .report(let report): content(report)
    case .failure(let path, let message): ReportedFile(typed: path, failure: message)
    }
  }
}

/// The totals of a run's inputs.
package struct FindingsTotals {
  package private(set) var inputs = 0
  package private(set) var findings = 0
  /// The number of findings by level, including those of the baseline.
  private(set) var levels = FindingCounts()
  /// The number of findings in the baseline.
  private(set) var known = 0
  /// The number of files that could not be processed.
  package private(set) var failures = 0
  /// The number of inputs that nothing was written for.
  package private(set) var leftAlone = 0
  /// Whether any input has notes for a page.
  private(set) var hasNotes = false

  package init() {}

  /// `1 error, 2 warnings, 1 file failed`, or a text for no findings.
  package var text: String {
    let failed = failures > 0 ? "\(Numbers.counted(failures, "file")) failed" : nil
    let found = [levels.text, failed].compactMap(\.self).joined(separator: ", ")
    return found.isEmpty ? "nothing to complain about" : found
  }

  /// `2 findings in 3 images`, or `clean` if there are neither findings nor failures.
  package func headline(_ unit: String, clean: String) -> String {
    findings == 0 && failures == 0
      ? clean : "\(Numbers.counted(findings, "finding")) in \(Numbers.counted(inputs, unit))"
  }

  mutating func add(_ record: FindingsRecord) {
    inputs += 1
    findings += record.files.reduce(0) { $0 + $1.findings.count }
    for file in record.files {
      levels.add(FindingCounts(file.findings.map(\.level)))
      known += file.findings.count { $0.isKnown == true }
    }
    failures += record.files.count { $0.failure != nil }
    if record.isLeftAlone { leftAlone += 1 }
    if record.notes != nil { hasNotes = true }
  }
}
