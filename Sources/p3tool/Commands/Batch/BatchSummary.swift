import Batch
import ImageFiles
import Reports

/// The `summary` of a batch.
struct BatchSummary: Encodable {
  /// Sources in all, without those that are passed over.
  var inputs = 0
  /// Sources of kinds that are passed over.
  var skipped = 0
  /// Sources that are done, or were done before.
  var succeeded = 0
  /// Sources that failed, or a step of theirs.
  var failed = 0
  /// Findings of the steps, by level.
  var findings = FindingCounts()
  /// Findings that decide the exit code.
  var failing = 0
  /// Steps that were done.
  var done = 0
  /// Steps that were done before.
  var upToDate = 0
  /// Steps that a dry run would do.
  var planned = 0
  /// Outputs whose source is gone.
  var orphans = 0
  /// Orphans that were removed.
  var pruned = 0
  /// Bytes of the sources, each once.
  var bytesIn = 0
  /// Bytes written, now or before.
  var bytesOut = 0

  /// Counts by step, in the order of the file.
  private var steps: [(name: String, counts: [BatchStepReport.Status: Int])] = []

  /// Sources that are palettes.
  private var palettes = 0
  /// 1 where steps take no source, but the pipeline itself.
  private var pipelines = 0

  /// Sources with findings.
  private var inputsWithFindings = 0
  /// Sources with findings that fail the run.
  private var failingInputs = 0

  private enum CodingKeys: String, CodingKey {
    case inputs, succeeded, failed, findings, failing, done, upToDate, planned, orphans, pruned, bytesIn,
      bytesOut
  }

  mutating func add(_ report: BatchFileReport) {
    inputs += 1
    if report.source == .palette { palettes += 1 }
    if report.source == .pipeline { pipelines += 1 }
    if report.error == nil { succeeded += 1 } else { failed += 1 }
    if report.steps.contains(where: { !$0.findings.isEmpty }) { inputsWithFindings += 1 }
    if report.steps.contains(where: { !$0.failures.isEmpty }) { failingInputs += 1 }
    findings.add(FindingCounts(report.steps.flatMap(\.findings).map(\.level)))
    failing += report.steps.reduce(0) { $0 + $1.failures.count }
    bytesIn += report.bytesIn
    bytesOut += report.bytesOut
    for step in report.steps {
      if step.status == .done { done += 1 }
      if step.status == .upToDate { upToDate += 1 }
      if step.status == .planned { planned += 1 }
      let index = steps.firstIndex { $0.name == step.step } ?? steps.endIndex
      if index == steps.endIndex { steps.append((step.step, [:])) }
      steps[index].counts[step.status, default: 0] += 1
    }
  }

  /// A table of the steps, where there are several, and the whole in one line.
  func lines(isDryRun: Bool, elapsed: Duration) -> [String] {
    var lines: [String] = []
    if let table = table(isDryRun: isDryRun) {
      let width = max(4, table.rows.map { $0[0].count }.max() ?? 0)
      lines += ([table.heads] + table.rows).map { row in
        row[0].padded(to: width) + row.dropFirst().map { "  " + $0.padded(onLeftTo: 10) }.joined()
      }
    }
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    lines.append("\(total(isDryRun: isDryRun))  \(Numbers.twoDecimals(seconds)) s")
    return lines
  }

  /// How often each step came to which end; nil where there is but one step.
  func table(isDryRun: Bool) -> ReportTable? {
    guard steps.count > 1 else { return nil }
    let columns: [(String, BatchStepReport.Status)] = [
      (isDryRun ? "to do" : "done", isDryRun ? .planned : .done), ("up to date", .upToDate),
      ("failed", .failed), ("skipped", .skipped),
    ]
    return ReportTable(
      caption: "Steps", heads: ["step"] + columns.map(\.0),
      rows: steps.map { step in [step.name.printable] + columns.map { Numbers.count(step.counts[$0.1] ?? 0) }
      })
  }

  /// `3 images, 1 palette`; images also where there is nothing.
  var inputsText: String {
    let images = inputs - palettes - pipelines
    return [
      images > 0 || palettes + pipelines == 0 ? Numbers.counted(images, "image") : nil,
      palettes > 0 ? Numbers.counted(palettes, "palette") : nil,
      pipelines > 0 ? "the pipeline's own" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The whole in one line.
  func total(isDryRun: Bool) -> String {
    let work = isDryRun ? "\(Numbers.count(planned)) to do" : "\(Numbers.count(done)) done"
    var parts = [work, "\(Numbers.count(upToDate)) up to date"]
    if failed > 0 { parts.append("\(Numbers.count(failed)) failed") }
    if inputsWithFindings > 0 {
      let failing = failingInputs > 0 ? " (\(Numbers.count(failingInputs)) failing)" : ""
      parts.append("\(Numbers.count(inputsWithFindings)) with findings\(failing)")
    }
    if orphans > 0 { parts.append("\(Numbers.count(orphans)) without a source") }
    if pruned > 0 { parts.append("\(Numbers.count(pruned)) pruned") }
    // Nothing is read and written by a dry run, nor where all is up to date.
    let sizes = bytesIn + bytesOut > 0 ? "  \(ByteCount.text(bytesIn)) → \(ByteCount.text(bytesOut))" : ""
    return "\(inputsText): \(parts.joined(separator: ", "))\(sizes)"
  }
}

/// The JSON document of a batch, without its command and its inputs: a `BatchFileReport` for each.
struct BatchDocument: Encodable {
  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  /// Outputs whose source is gone.
  let orphans: [String]
  /// Orphans that were removed.
  let pruned: [String]
  /// The part of the work that the report is about; merging all parts drops it.
  let shard: BatchShard?
  let summary: BatchSummary

  private enum CodingKeys: String, CodingKey {
    case tool, version, schema, orphans, pruned, shard, summary
  }
}
