import ArgumentParser
import P3Kit

/// Runs a pipeline and says how it went.
struct BatchReporter {
  let command: BatchCommand
  let console: Console
  let configuration: BatchConfiguration
  let settings: BatchSettings

  func perform() async throws {
    let start = ContinuousClock.now
    var summary = BatchSummary()
    var reports: [BatchFileReport] = []
    var progress = ProgressLine(total: 0, console: console)
    let outcome = try await BatchRun(configuration, settings: settings).perform { total in
      progress = ProgressLine(total: total, console: console)
    } deliver: { report in
      let isQuiet = report.isUpToDate && !console.isVerbose
      if !isQuiet { progress.clear() }
      summary.add(report)
      say(report)
      if command.run.format != .text { reports.append(report) }
      progress.advance()
    }
    progress.clear()
    summary.orphans = outcome.orphans.count
    summary.pruned = outcome.pruned.count
    say(outcome)
    switch command.run.format {
    case .json:
      let document = BatchDocument(
        inputs: reports, orphans: outcome.orphans, pruned: outcome.pruned,
        shard: settings.shard.map { .init(index: $0.index, count: $0.count) }, summary: summary)
      console.result(try JSONText.encode(document))
    case .sarif, .junit, .github, .html:
      let findings = BatchFindings(
        reports: reports, summary: summary, rules: outcome.rules, isDryRun: settings.dryRun)
      let document = try findings.document(as: command.run.format)
      if !document.isEmpty { console.result(document) }
    case .text where console.isQuiet: break
    case .text:
      for line in summary.lines(isDryRun: settings.dryRun, elapsed: ContinuousClock.now - start) {
        console.result(line)
      }
    }
    try finish(outcome, summary: summary)
  }

  private func say(_ report: BatchFileReport) {
    for line in report.error?.split(separator: "\n") ?? [] { console.error(String(line)) }
    for step in report.steps where step.status == .done {
      for note in step.notes { console.note("\(report.path): \(note)") }
    }
    guard command.run.format == .text else { return }
    for step in report.steps where !console.isQuiet && (step.status != .upToDate || console.isVerbose) {
      if let line = text(step, of: report) { console.result(line) }
    }
    for step in report.steps {
      for finding in step.findings {
        console.result(
          "\(report.path): \(finding.level.rawValue): \(finding.message) [\(finding.rule.rawValue)]")
      }
    }
  }

  private func text(_ step: BatchStepReport, of report: BatchFileReport) -> String? {
    let name = step.outputs.isEmpty ? report.path : "\(report.path) → \(text(step.outputs))"
    switch step.status {
    case .done where step.outputs.isEmpty: return nil
    case .done:
      return "\(name)  \(step.step)  \(ByteCount.text(step.bytesIn)) → \(ByteCount.text(step.bytesOut))"
    case .planned: return "\(name)  \(step.step)  dry run: \(step.reason?.text ?? "")"
    case .upToDate: return "\(name)  \(step.step)  up to date"
    case .skipped: return "\(name)  \(step.step)  skipped"
    case .failed: return nil
    }
  }

  /// The file, or how many there are in the folder of the first.
  private func text(_ outputs: [String]) -> String {
    guard outputs.count > 1 else { return outputs.joined() }
    return "\(FilePath(outputs[0]).folder) (\(outputs.count) files)"
  }

  private func say(_ outcome: BatchOutcome) {
    for note in outcome.notes { console.note(note) }
    for path in outcome.pruned { console.note("\(path): removed, its source is gone") }
    for path in outcome.orphans { console.note("\(path): its source is gone (--prune removes it)") }
    if let failure = outcome.stateFailure { console.error(failure) }
  }

  /// Writes the depfile and throws the outcome unless it is success.
  private func finish(_ outcome: BatchOutcome, summary: BatchSummary) throws {
    var failed = summary.failed > 0 || outcome.stateFailure != nil
    if let depfile = command.depfile, !settings.dryRun {
      let target = command.depfileTarget ?? (depfile.hasSuffix(".d") ? String(depfile.dropLast(2)) : depfile)
      let text = Depfile.text(target: target, dependencies: outcome.dependencies)
      do {
        try OutputFile.write(Array(text.utf8), to: depfile, overwrite: true)
      } catch {
        console.error("\(error)")
        failed = true
      }
    }
    if failed { throw Outcome.failedInputs }
    if summary.findings > 0 { throw Outcome.findings }
    if command.check, summary.planned > 0 { throw Outcome.findings }
  }
}
