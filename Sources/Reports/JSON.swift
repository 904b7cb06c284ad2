package import Batch
package import Checking
package import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON document of a command: `members`, and those that all documents have.
private struct ReportDocument: Encodable {
  /// The subcommand; nil if it is written elsewhere.
  let command: String?
  let members: any Encodable

  private enum CodingKeys: String, CodingKey { case tool, version, schema, command }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("p3tool", forKey: .tool)
    try container.encode(Version.current, forKey: .version)
    try container.encode(1, forKey: .schema)
    try container.encodeIfPresent(command, forKey: .command)
    try members.encode(to: encoder)
  }
}

/// The members of the JSON document of a run beside its inputs.
package struct RunMembers: Encodable {
  /// The shard of a split run; nil for a whole run.
  let shard: BatchShard?
  let summary: RunSummary

  package init(summary: RunSummary, shard: BatchShard? = nil) {
    (self.summary, self.shard) = (summary, shard)
  }
}

/// One input in a JSON document: its report, or its path and its failure.
package enum ReportEntry<Report: Encodable>: Encodable {
  case report(Report)
  case failure(path: String, message: String)

  private enum FailureKeys: String, CodingKey {
    case path, error
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .report(let report):
      try report.encode(to: encoder)
    case .failure(let path, let message):
      var container = encoder.container(keyedBy: FailureKeys.self)
      try container.encode(path, forKey: .path)
      try container.encode(message, forKey: .error)
    }
  }
}

/// The `summary` in JSON documents of commands that read or write images one by one.
package struct RunSummary: Encodable {
  /// The number of inputs.
  package var inputs = 0
  /// The number of inputs that succeeded.
  package var succeeded = 0
  /// The number of inputs that failed.
  package var failed = 0
  /// The number of findings by level.
  package var findings = FindingCounts()
  /// The number of findings that decide the exit code, and of outdated outputs in a checked dry run.
  package var failing = 0
  /// The number of findings in the baseline.
  package private(set) var known = 0
  /// The number of skipped inputs, which are not in `inputs`.
  package var skipped = 0

  /// The number of inputs that nothing was written for, as nothing in them had to change.
  package private(set) var leftAlone = 0
  /// The bytes of outputs and of the inputs they were made from; 0 if the command does not count them.
  package private(set) var bytesIn = 0, bytesOut = 0
  /// The duration of the run.
  package var elapsed = Duration.zero

  /// The number of inputs with findings, with errors, and with failing findings.
  package private(set) var inputsWithFindings = 0, inputsWithErrors = 0, failingInputs = 0

  /// Whether JSON has the number of inputs that succeeded.
  private let countsSuccesses: Bool

  package init(countsSuccesses: Bool = true) { self.countsSuccesses = countsSuccesses }

  private enum CodingKeys: String, CodingKey { case inputs, succeeded, failed, findings, failing }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(inputs, forKey: .inputs)
    try container.encodeIfPresent(countsSuccesses ? succeeded : nil, forKey: .succeeded)
    try container.encode(failed, forKey: .failed)
    try container.encode(findings, forKey: .findings)
    try container.encode(failing, forKey: .failing)
  }

  /// Counts one input.
  package mutating func add<Report>(
    _ result: Result<Report, ImageError>, tally: (Report) -> FindingTally, failed hasFailed: (Report) -> Bool
  ) {
    inputs += 1
    switch result {
    case .success(let report):
      if hasFailed(report) { failed += 1 } else { succeeded += 1 }
      let tally = tally(report)
      findings.add(tally.findings)
      failing += tally.failing
      known += tally.known
      if tally.findings.total > 0 { inputsWithFindings += 1 }
      if tally.findings.error > 0 { inputsWithErrors += 1 }
      if tally.failing > 0 { failingInputs += 1 }
    case .failure: failed += 1
    }
  }

  /// Counts the bytes of one input; nil for an input that was left alone.
  package mutating func add(bytes: (read: Int, written: Int)?) {
    guard let bytes else { return leftAlone += 1 }
    bytesIn += bytes.read
    bytesOut += bytes.written
  }

  /// The last line of text of a command that judges inputs: `17 warnings, 1 note in 3 of 29 images; exit 1: REASON`.
  package func closing(_ unit: String, reason: String, _ palette: ConsolePalette) -> String {
    let inputs = Numbers.counted(succeeded, unit)
    let failed = failed > 0 ? ", \(Numbers.count(failed)) not read" : ""
    guard let counts = findings.text else {
      let nothing = self.failed > 0 ? "no findings" : palette.green("nothing to complain about")
      return "\(nothing) in \(inputs)\(failed)"
    }
    let places = succeeded == 1 ? inputs : "\(Numbers.count(inputsWithFindings)) of \(inputs)"
    let exit = failing > 0 && self.failed == 0 ? "; exit 1: \(reason)" : ""
    let known = known > 0 ? " (\(Numbers.count(known)) known from the baseline)" : ""
    return "\(counts)\(known) in \(places)\(failed)\(exit)"
  }

  /// The text about `count` skipped inputs.
  package static func skippedText(_ count: Int) -> String {
    "\(Numbers.counted(count, "image")) passed over (--skip-unsupported)"
  }

  /// The exit code of the run.
  package var outcome: Outcome { Outcome(failed: failed, findings: failing) }
}

/// The counts that one report adds to those of its run.
package struct FindingTally {
  package var findings = FindingCounts()
  /// The number of findings that decide the exit code.
  package var failing = 0
  /// The number of findings in the baseline.
  package var known = 0

  package init(findings: FindingCounts = FindingCounts(), failing: Int = 0, known: Int = 0) {
    self.findings = findings
    self.failing = failing
    self.known = known
  }
}

/// The number of findings by level.
package struct FindingCounts: Encodable, Hashable {
  private(set) var error = 0
  private(set) var warning = 0
  private(set) var note = 0

  package init(_ levels: some Sequence<FindingLevel> = []) {
    for level in levels {
      switch level {
      case .error: error += 1
      case .warning: warning += 1
      case .note: note += 1
      }
    }
  }

  var total: Int { error + warning + note }

  package mutating func add(_ other: FindingCounts) {
    error += other.error
    warning += other.warning
    note += other.note
  }

  /// `17 warnings, 1 note`; nil if there are none.
  package var text: String? {
    let counts = [(error, "error"), (warning, "warning"), (note, "note")].filter { $0.0 > 0 }
    return counts.isEmpty ? nil : counts.map { Numbers.counted($0.0, $0.1) }.joined(separator: ", ")
  }
}

/// The JSON of every command: sorted keys, indents of two spaces, slashes not escaped, invisible characters escaped.
package enum JSONText {
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).visibleJSON
  }

  /// The document of `command` with these members beside those that all documents have.
  package static func document(_ command: String, _ members: some Encodable) throws -> String {
    try encode(ReportDocument(command: command, members: members))
  }
}

extension JSONText {
  /// Writes the document of a run, and a newline.
  ///
  /// - Parameters:
  ///   - inputs: the elements of the array `inputs`, at depth 2.
  ///   - members: the other members of the command, whose names must sort after "inputs".
  package static func write(
    command: String, inputs: JSONElements, _ members: some Encodable, _ put: (String) -> Void
  ) throws {
    let document = ReportDocument(command: nil, members: members)
    put("{\n  \"command\" : \(try encode(command)),\n  \"inputs\" : [\n")
    try inputs.write(put)
    put("\n  ],\n\(try encode(document).dropFirst("{\n".count))\n")
  }
}

/// A report with its duration and kernel. Both vary between runs and machines, so JSON contains them only with
/// `--timings`.
package struct TimedReport<Report: Encodable & Sendable>: Encodable, Sendable {
  package let report: Report
  package let elapsed: Duration
  package var kernel: String?
  package let isEncoded: Bool
  /// The pictures of input and output for a page; never in JSON.
  package var pictures: [HTMLPage.Pictures] = []

  package init(
    report: Report, elapsed: Duration, kernel: String? = nil, isEncoded: Bool,
    pictures: [HTMLPage.Pictures] = []
  ) {
    self.report = report
    self.elapsed = elapsed
    self.kernel = kernel
    self.isEncoded = isEncoded
    self.pictures = pictures
  }

  private enum Keys: String, CodingKey {
    case kernel, seconds
  }

  package func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    guard isEncoded else { return }
    var container = encoder.container(keyedBy: Keys.self)
    try container.encodeIfPresent(kernel, forKey: .kernel)
    try container.encode(seconds, forKey: .seconds)
  }

  /// `0.9 s`, `12 ms`.
  package var elapsedText: String { elapsed.text }

  private var seconds: Double { elapsed.inSeconds }
}

extension Duration {
  /// The duration in seconds.
  package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

  /// `0.9 s`, `12 ms`.
  package var text: String {
    inSeconds < 0.1 ? "\(Int((inSeconds * 1000).rounded())) ms" : "\(Numbers.oneDecimal(inSeconds)) s"
  }
}
