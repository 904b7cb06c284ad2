import ArgumentParser
import Checking
package import ImageFiles
package import Reports

/// Runs a worker on many images in parallel, and reports in the order of the command line. A bad file does not stop the
/// others.
package struct ImageRun<Worker: ImageWorker> {
  /// One input by its name for the user, with its job, or the reason why there is none.
  package struct Item: Sendable {
    package let path: String
    package let job: Result<Worker.Job, ImageError>

    package init(path: String, job: Result<Worker.Job, ImageError>) { (self.path, self.job) = (path, job) }
  }

  private let worker: Worker
  private let console: Console
  private let format: ReportFormat
  private let jobCount: Int
  private let skipsUnsupported: Bool

  /// A run with the options of the command line.
  ///
  /// - Parameters:
  ///   - results: the stream of reports: standard error if standard output carries an image or a profile.
  ///   - skipsUnsupported: whether images of kinds that no command works on are skipped.
  package init<Format>(
    _ worker: Worker, _ options: RunOptions<Format>, results: StandardStream = .output,
    skipsUnsupported: Bool = false
  ) {
    self.init(worker, options.reporting, results: results, skipsUnsupported: skipsUnsupported)
  }

  /// A run of a command with limits of its own.
  package init<Format>(
    _ worker: Worker, _ options: ReportingOptions<Format>, results: StandardStream = .output,
    skipsUnsupported: Bool = false
  ) {
    self.init(
      worker, options.console(results: results), format: options.format, jobCount: options.jobCount,
      skipsUnsupported: skipsUnsupported)
  }

  /// A run of a command with options of its own.
  package init(
    _ worker: Worker, _ console: Console, format: ReportFormat, jobCount: Int = 1,
    skipsUnsupported: Bool = false
  ) {
    self.worker = worker
    self.console = console
    self.format = format
    self.jobCount = jobCount
    self.skipsUnsupported = skipsUnsupported
  }

  /// Processes `items` and prints the results. Throws the outcome unless it is success.
  package func perform(_ items: [Item]) async throws {
    var summary = RunSummary(countsSuccesses: worker.countsSuccesses)
    var forTheEnd: [Rule: RepeatedRule] = [:]
    var reporter = RunReporter(total: items.count, console: console, format: format) {
      FindingsDocument(format, command: worker.command, rules: worker.rules, outline: worker.outline)
    }
    let progress = reporter.progress
    let start = ContinuousClock.now
    await OrderedParallel.forEach(Array(items.enumerated()), limit: jobCount) { [worker] index, item in
      await progress.following(index, item.path) { await Self.result(of: item, worker: worker) }
    } deliver: { numbered, result in
      let item = numbered.element
      if case .failure(let error) = result {
        if error.isBrokenPipe { Outcome.closedPipe.exit() }
        if skipsUnsupported, error.isOfUnsupportedKind {
          summary.skipped += 1
          return reporter.advance(saying: InputWords(remarks: [Remark(text: "\(error): passed over")]))
        }
      }
      summary.add(result, tally: worker.tally, failed: { worker.failure($0) != nil })
      if case .success(let report) = result { summary.add(bytes: worker.bytes(report)) }
      for rule in (try? result.get()).map(worker.rulesForTheEnd) ?? [] {
        forTheEnd[rule, default: RepeatedRule(rule: rule, first: item.path)].count += 1
      }
      let entry = entry(item, result)
      reporter.add(entry) { worker.findings(entry, withNotes: $0) }
      reporter.advance(saying: words(result))
    }
    reporter.finish()
    if summary.skipped > 0 { console.note(RunSummary.skippedText(summary.skipped)) }
    summary.elapsed = ContinuousClock.now - start
    let repeated = Rule.allCases.compactMap { forTheEnd[$0] }
    let says = worker.reportsAreResults || !console.isQuiet
    try reporter.printDocument(
      text: says ? worker.closing(summary, repeated: repeated) : [], command: worker.command
    ) {
      RunMembers(summary: summary, shard: worker.shard)
    }
    if summary.outcome != .success { throw summary.outcome }
  }

  /// The entry for an input in a document.
  private func entry(
    _ item: Item, _ result: Result<Worker.Report, ImageError>
  ) -> ReportEntry<Worker.Report> {
    switch result {
    case .success(let report): .report(report)
    case .failure(let error): .failure(path: item.path, message: "\(error)")
    }
  }

  private func words(_ result: Result<Worker.Report, ImageError>) -> InputWords {
    switch result {
    case .failure(let error): InputWords(errors: ["\(error)"])
    case .success(let report):
      InputWords(
        errors: [worker.failure(report)].compactMap(\.self),
        remarks: worker.remarks(report),
        results: format == .text && (worker.reportsAreResults || !console.isQuiet)
          ? [worker.text(report)].filter { !$0.isEmpty } : [])
    }
  }

  private static func result(
    of item: Item, worker: Worker
  ) async -> Result<Worker.Report, ImageError> {
    do throws(ImageError) {
      return .success(try await worker.process(try item.job.get()))
    } catch {
      return .failure(error)
    }
  }
}

extension ImageRun {
  /// The inputs of `collected` with their jobs, made by `job`. Inputs that failed keep their place.
  package static func items(
    _ collected: [Result<InputCollector.Input, InputCollector.Failure>],
    job: (InputCollector.Input) -> Worker.Job?
  ) -> [Item] {
    collected.compactMap { entry in
      switch entry {
      case .success(let image): job(image).map { Item(path: image.source.name, job: .success($0)) }
      case .failure(let failure): Item(path: failure.path, job: .failure(failure.error))
      }
    }
  }
}
