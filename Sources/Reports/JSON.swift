package import Batch
package import Checking
package import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one JSON document of a run, without its command and its inputs, which `JSONText` writes before the rest.
package struct ReportDocument: Encodable {
  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  /// The part of a split run; nil where it is whole.
  let shard: BatchShard?
  package let summary: RunSummary

  package init(summary: RunSummary, shard: BatchShard? = nil) {
    self.summary = summary
    self.shard = shard
  }

  private enum CodingKeys: String, CodingKey { case tool, version, schema, shard, summary }
}

/// One input of a JSON document: its report, or its path and why it failed.
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

/// The `summary` of a JSON document for commands that write or read images one by one.
package struct RunSummary: Encodable {
  /// Inputs in all.
  package var inputs = 0
  /// Inputs that are done.
  package var succeeded = 0
  /// Inputs that failed.
  package var failed = 0
  /// Findings by level.
  package var findings = FindingCounts()
  /// Findings that decide the exit code, and outputs that a checked dry run would write otherwise.
  package var failing = 0
  /// Findings of the baseline.
  package private(set) var known = 0
  /// Inputs of kinds that are passed over, which count as none.
  package var skipped = 0

  /// Bytes of inputs that were read and of outputs that were written, where the command counts them.
  package private(set) var bytesIn = 0, bytesOut = 0
  /// The time of the run.
  package var elapsed = Duration.zero

  /// Inputs with findings, those with errors, and those with failing ones.
  package private(set) var inputsWithFindings = 0, inputsWithErrors = 0, failingInputs = 0

  package init() {}

  private enum CodingKeys: String, CodingKey { case inputs, succeeded, failed, findings, failing }

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

  /// Counts the bytes of one input.
  package mutating func add(bytes: (read: Int, written: Int)) {
    bytesIn += bytes.read
    bytesOut += bytes.written
  }

  /// What is said of `count` inputs that were passed over.
  package static func skippedText(_ count: Int) -> String {
    "\(Numbers.counted(count, "image")) passed over (--skip-unsupported)"
  }

  /// The exit code of the run.
  package var outcome: Outcome { Outcome(failed: failed, findings: failing) }
}

/// What one report adds to the counts of its run.
package struct FindingTally {
  package var findings = FindingCounts()
  /// How many decide the exit code.
  package var failing = 0
  /// How many stand in the baseline.
  package var known = 0

  package init() {}

  package init(findings: FindingCounts = FindingCounts(), failing: Int = 0, known: Int = 0) {
    self.findings = findings
    self.failing = failing
    self.known = known
  }
}

/// Numbers of findings by level.
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

  /// `17 warnings, 1 note`; nil where there are none.
  package var text: String? {
    let counts = [(error, "error"), (warning, "warning"), (note, "note")].filter { $0.0 > 0 }
    return counts.isEmpty ? nil : counts.map { Numbers.counted($0.0, $0.1) }.joined(separator: ", ")
  }
}

/// JSON as every command prints it: sorted keys, two-space indents, slashes as they are, nothing invisible.
package enum JSONText {
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).visibleJSON
  }
}

extension JSONText {
  /// Writes the document of a run, and a newline.
  ///
  /// - Parameters:
  ///   - inputs: its array `inputs`, of elements at depth 2.
  ///   - members: the object of all other members; their names come after "inputs" in the order of letters.
  package static func write(
    command: String, inputs: JSONElements, _ members: some Encodable, _ put: (String) -> Void
  ) throws {
    put("{\n  \"command\" : \(try encode(command)),\n  \"inputs\" : [\n")
    try inputs.write(put)
    put("\n  ],\n\(try encode(members).dropFirst("{\n".count))\n")
  }
}

/// A report with the time it took and the kernel that ran. Time and kernel differ from run to run and from machine to
/// machine, so that JSON has them only with `--timings`.
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
  /// In seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

  /// `0.9 s`, `12 ms`.
  package var text: String {
    inSeconds < 0.1 ? "\(Int((inSeconds * 1000).rounded())) ms" : "\(Numbers.oneDecimal(inSeconds)) s"
  }
}
