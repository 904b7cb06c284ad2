import ArgumentParser
import Batch
import Checking
import CommandParts
import ImageFiles
import Reports

/// Runs a pipeline and reports its results.
struct BatchReporter {
  let command: BatchCommand
  let console: Console
  let configuration: BatchConfiguration
  let settings: BatchSettings

  func perform() async throws {
    let start = ContinuousClock.now
    var summary = BatchSummary()
    var reports: [BatchFileReport] = []
    var reporter: RunReporter?
    let outcome = try await BatchRun(configuration, settings: settings).perform { total, rules in
      reporter = RunReporter(total: total, console: console, format: command.run.format) {
        FindingsDocument(command.run.format, command: "batch", rules: rules) { totals in
          outline(totals, rules: rules, summary: summary)
        }
      }
    } deliver: { full in
      let report = full.reporting(from: command.minLevel)
      if report.isPassedOver {
        summary.skipped += 1
        reporter?.advance(saying: words(report))
        reporter?.progress.countOne()
        return
      }
      summary.add(report)
      // Pictures are made from outputs, so only after all work is done.
      if command.run.format == .html {
        reports.append(report)
      } else {
        reporter?.add(report) { record(report, withNotes: $0) }
      }
      reporter?.advance(saying: words(report))
      reporter?.progress.countOne()
    }
    await configuration.trusted.confine { await addPictures(of: reports, to: &reporter) }
    reporter?.finish()
    summary.orphans = outcome.orphans.count
    summary.pruned = outcome.pruned.count
    say(outcome)
    if summary.skipped > 0 { console.note(RunSummary.skippedText(summary.skipped)) }
    let lines = summary.lines(isDryRun: settings.dryRun, elapsed: ContinuousClock.now - start)
    try reporter?.printDocument(text: console.isQuiet ? [] : lines, command: "batch") {
      BatchMembers(
        orphans: outcome.orphans, pruned: outcome.pruned,
        shard: settings.shard, summary: summary)
    }
    try finish(outcome, summary: summary)
  }

  /// Adds the contents of a page about `reports`, with pictures of the steps' outputs.
  private func addPictures(
    of reports: [BatchFileReport], to reporter: inout RunReporter?
  ) async {
    let difference = OutputComparisonPage.difference(inputs: reports.count, limits: settings.limits)
    let budget = command.run.budget
    await OrderedParallel.forEach(reports, limit: settings.jobs) { report in
      settings.dryRun ? [] : await pictures(of: report, with: difference, budget)
    } deliver: { report, pictures in
      reporter?.add(report) { record(report, withNotes: $0, pictures: pictures) }
    }
  }

  /// The texts about one source: its errors, the remarks of steps that were performed now, a line for each step, and
  /// findings.
  private func words(_ report: BatchFileReport) -> InputWords {
    let errors = report.error?.split(separator: "\n").map { String($0) } ?? []
    let told: [BatchStepReport.Status] = [.done, .planned, .skipped]
    let remarks = report.steps.filter { told.contains($0.status) }.flatMap(\.notes).map {
      Remark(subject: report.path.printableName, text: $0)
    }
    let listed = report.steps.filter {
      !console.isQuiet && !report.isPassedOver && ($0.status != .upToDate || console.isVerbose)
    }
    let findings = report.steps.flatMap { step in
      (console.isQuiet ? step.failingFindings : step.findings).compactMap { line($0, step, of: report) }
    }
    return InputWords(
      errors: errors, remarks: remarks, results: listed.compactMap { text($0, of: report) } + findings)
  }

  /// A finding in one line; nil for one of the baseline, except with --verbose.
  private func line(_ finding: StepFinding, _ step: BatchStepReport, of report: BatchFileReport) -> String? {
    let isKnown = step.isKnown(finding) == true
    if isKnown, !console.isVerbose { return nil }
    return "\(report.path.printableName): \(finding.level.rawValue): \(finding.message.printable) "
      + "[\(finding.rule.printable)]" + (isKnown ? " (in the baseline)" : "")
  }

  private func text(_ step: BatchStepReport, of report: BatchFileReport) -> String? {
    let name =
      (step.outputs.isEmpty ? [report.path.printableName] : [report.path.printableName, text(step.outputs)])
      .joined(separator: " → ")
    switch step.status {
    case .done where step.outputs.isEmpty: return nil
    case .done:
      return
        "\(name)  \(step.step.printable)  \(ByteCount.text(step.bytesIn)) → \(ByteCount.text(step.bytesOut))"
    case .planned: return "\(name)  \(step.step.printable)  dry run: \(step.reason?.text ?? "")"
    case .upToDate: return "\(name)  \(step.step.printable)  up to date"
    case .skipped: return "\(name)  \(step.step.printable)  skipped"
    case .failed: return nil
    }
  }

  /// The only output, or the folder of the first and the number of outputs.
  private func text(_ outputs: [String]) -> String {
    guard outputs.count > 1 else { return outputs.joined().printableName }
    return "\(FilePath(outputs[0]).folder.printableName) (\(outputs.count) files)"
  }

  private func say(_ outcome: BatchOutcome) {
    for error in outcome.emptySources { console.error(error) }
    for note in outcome.notes { console.note(note) }
    for path in outcome.pruned { console.note("\(path.printableName): removed, its source is gone") }
    for path in outcome.prunable {
      console.note("\(path.printableName): its source is gone (--prune removes it)")
    }
    if let failure = outcome.stateFailure { console.error(failure) }
  }

  /// Writes the depfile. Throws the outcome unless it is success.
  private func finish(_ outcome: BatchOutcome, summary: BatchSummary) throws {
    var failed = summary.failed + outcome.emptySources.count + (outcome.stateFailure == nil ? 0 : 1)
    if let depfile = command.depfile, !settings.dryRun {
      let target = command.depfileTarget ?? (depfile.hasSuffix(".d") ? String(depfile.dropLast(2)) : depfile)
      do {
        let bytes = try Depfile.bytes(target: target, dependencies: outcome.dependencies)
        try OutputFile.write(bytes, to: depfile, overwrite: true)
      } catch {
        console.error("\(error)")
        failed += 1
      }
    }
    let outcome = Outcome(
      failed: failed, findings: summary.failing + (command.check ? summary.planned : 0))
    if outcome != .success { throw outcome }
  }
}
