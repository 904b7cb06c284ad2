import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the document of a run says of its inputs, kept until the end outside of memory: what stands before them, totals
/// and rules, is known only then.
package final class ReportRecords {
  /// The document's format.
  let format: ReportFormat

  private let spool = RecordSpool()
  private var failure: (any Error)?
  private(set) var totals = FindingsTotals()

  /// No records yet, for a document in `format`.
  package init(format: ReportFormat) { self.format = format }

  /// Keeps what the document says of the next input: `report` in JSON, `findings` in the formats of code review; nothing
  /// for text, which says it at once.
  package func add(_ report: some Encodable, findings: (_ withNotes: Bool) -> FindingsRecord) {
    guard failure == nil else { return }
    do {
      switch format {
      case .text: return
      case .json: try spool.append(Array(JSONText.encode(report).utf8))
      case .sarif, .junit, .github, .xcode, .html, .markdown:
        let record = findings(format == .html || format == .markdown)
        totals.add(record)
        try spool.append(Array(JSONEncoder().encode(record)))
      }
    } catch {
      failure = error
    }
  }

  /// Calls `body` with each input's report in JSON.
  package func forEachReport(_ body: (String) throws -> Void) throws {
    if let failure { throw failure }
    try spool.forEach { try body(String(decoding: $0, as: UTF8.self)) }
  }

  /// Calls `body` with each file, and what an HTML page says of it beside the findings.
  func forEachFile(_ body: (ReportedFile, HTMLPage.FileNotes?) throws -> Void) throws {
    if let failure { throw failure }
    let decoder = JSONDecoder()
    try spool.forEach { bytes in
      let record = try decoder.decode(FindingsRecord.self, from: Data(bytes))
      for file in record.files { try body(file, record.notes) }
    }
  }
}

/// One input as the formats for code review see it: mostly one file.
package struct FindingsRecord: Codable {
  package let files: [ReportedFile]
  /// What an HTML page says of the file beside the findings; nil where there is nothing, or no page.
  package var notes: HTMLPage.FileNotes?

  package init(files: [ReportedFile], notes: HTMLPage.FileNotes? = nil) {
    self.files = files
    self.notes = notes
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

  mutating func add(_ record: FindingsRecord) {
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
