import Batch
import ImageFiles
import Reports

/// The `summary` in the JSON of a batch.
struct BatchSummary: Encodable {
  /// The number of sources without the skipped ones.
  var inputs = 0
  /// The number of sources that were skipped because no step works on their kind.
  var skipped = 0
  /// The number of sources whose steps all succeeded, now or earlier.
  var succeeded = 0
  /// The number of sources that failed, or with a failed step.
  var failed = 0
  /// The number of findings by level.
  var findings = FindingCounts()
  /// The number of findings that decide the exit code.
  var failing = 0
  /// The number of steps performed now.
  var done = 0
  /// The number of steps that were up to date.
  var upToDate = 0
  /// The number of steps that a dry run would perform.
  var planned = 0
  /// The number of orphans: outputs whose source is gone.
  var orphans = 0
  /// The number of removed orphans.
  var pruned = 0
  /// The bytes of the sources, each counted once.
  var bytesIn = 0
  /// The bytes of outputs, written now or earlier.
  var bytesOut = 0

  /// The bytes of sources that nothing was written for, for that reason.
  private var bytesLeftAlone = 0

  /// The number of results by step and status, in the order of the file; apart from these, of steps that were done and
  /// wrote nothing, as nothing in the image had to change.
  private var steps: [(name: String, counts: [BatchStepReport.Status: Int], leftAlone: Int)] = []

  /// The number of sources that are palettes.
  private var palettes = 0
  /// 1 if there are steps without a source, whose source is the pipeline itself; otherwise 0.
  private var pipelines = 0

  /// The number of sources with findings.
  private var inputsWithFindings = 0
  /// The number of sources with findings that fail the run.
  private var failingInputs = 0
  /// The number of sources all of whose findings are in a baseline.
  private var knownInputs = 0

  private enum CodingKeys: String, CodingKey {
    case inputs, succeeded, failed, findings, failing, done, upToDate, planned, orphans, pruned, bytesIn,
      bytesOut
  }

  mutating func add(_ report: BatchFileReport) {
    inputs += 1
    if report.source == .palette { palettes += 1 }
    if report.source == .pipeline { pipelines += 1 }
    if report.error == nil { succeeded += 1 } else { failed += 1 }
    let known = report.steps.flatMap { step in step.findings.map { step.isKnown($0) == true } }
    if !known.isEmpty { inputsWithFindings += 1 }
    if !known.isEmpty, !known.contains(false) { knownInputs += 1 }
    if report.steps.contains(where: { !$0.failures.isEmpty }) { failingInputs += 1 }
    findings.add(FindingCounts(report.steps.flatMap(\.findings).map(\.level)))
    failing += report.steps.reduce(0) { $0 + $1.failures.count }
    bytesIn += report.bytesIn
    bytesOut += report.bytesOut
    if report.isLeftAlone { bytesLeftAlone += report.bytesIn }
    for step in report.steps {
      if step.status == .done { done += 1 }
      if step.status == .upToDate { upToDate += 1 }
      if step.status == .planned { planned += 1 }
      let index = steps.firstIndex { $0.name == step.step } ?? steps.endIndex
      if index == steps.endIndex { steps.append((step.step, [:], 0)) }
      let isLeftAlone = step.status == .done && step.isLeftAlone
      steps[index].leftAlone += isLeftAlone ? 1 : 0
      steps[index].counts[step.status, default: 0] += isLeftAlone ? 0 : 1
    }
  }

  /// A table of the steps, if there are several, and the totals in one line.
  func lines(isDryRun: Bool, elapsed: Duration) -> [String] {
    var lines: [String] = []
    if let table = table(isDryRun: isDryRun) {
      let width = max(4, table.rows.map { $0[0].count }.max() ?? 0)
      lines += ([table.heads] + table.rows).map { row in
        row[0].padded(to: width) + row.dropFirst().map { "  " + $0.padded(onLeftTo: 10) }.joined()
      }
    }
    lines.append("\(total(isDryRun: isDryRun))  \(Numbers.twoDecimals(elapsed.inSeconds)) s")
    return lines
  }

  /// The number of results by step and status; nil if there is only one step.
  func table(isDryRun: Bool) -> ReportTable? {
    guard steps.count > 1 else { return nil }
    let leftAlone = steps.contains { $0.leftAlone > 0 }
    let columns: [(String, BatchStepReport.Status)] = [
      (isDryRun ? "to do" : "done", isDryRun ? .planned : .done), ("up to date", .upToDate),
      ("failed", .failed), ("skipped", .skipped),
    ]
    return ReportTable(
      caption: "Steps", heads: ["step"] + columns.map(\.0) + (leftAlone ? ["left alone"] : []),
      rows: steps.map { step in
        [step.name.printable] + columns.map { Numbers.count(step.counts[$0.1] ?? 0) }
          + (leftAlone ? [Numbers.count(step.leftAlone)] : [])
      })
  }

  /// `3 images, 1 palette`; `0 images` if there are no sources.
  var inputsText: String {
    let images = inputs - palettes - pipelines
    return [
      images > 0 || palettes + pipelines == 0 ? Numbers.counted(images, "image") : nil,
      palettes > 0 ? Numbers.counted(palettes, "palette") : nil,
      pipelines > 0 ? "the pipeline's own" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The totals in one line.
  func total(isDryRun: Bool) -> String {
    let leftAlone = steps.reduce(0) { $0 + $1.leftAlone }
    let work = isDryRun ? "\(Numbers.count(planned)) to do" : "\(Numbers.count(done - leftAlone)) done"
    var parts = [work]
    if leftAlone > 0 { parts.append("\(Numbers.count(leftAlone)) left alone") }
    parts.append("\(Numbers.count(upToDate)) up to date")
    if failed > 0 { parts.append("\(Numbers.count(failed)) failed") }
    if inputsWithFindings > 0 {
      let kinds = [(failingInputs, "failing"), (knownInputs, "known from the baseline")].filter { $0.0 > 0 }
        .map { "\(Numbers.count($0.0)) \($0.1)" }.joined(separator: ", ")
      parts.append(
        "\(Numbers.count(inputsWithFindings)) with findings" + (kinds.isEmpty ? "" : " (\(kinds))"))
    }
    if orphans > 0 { parts.append("\(Numbers.count(orphans)) without a source") }
    if pruned > 0 { parts.append("\(Numbers.count(pruned)) pruned") }
    // A dry run, and a run in which all is up to date, reads and writes nothing.
    let read = bytesIn - bytesLeftAlone
    let sizes = read + bytesOut > 0 ? "  \(ByteCount.text(read)) → \(ByteCount.text(bytesOut))" : ""
    return "\(inputsText): \(parts.joined(separator: ", "))\(sizes)"
  }
}

/// The members of the JSON document of a batch beside its inputs, which are of type `BatchFileReport`.
struct BatchMembers: Encodable {
  /// Outputs whose source is gone.
  let orphans: [String]
  /// The removed orphans.
  let pruned: [String]
  /// The shard that the report covers. A merge of all shards removes this member.
  let shard: BatchShard?
  let summary: BatchSummary
}
