import ArgumentParser
import P3Kit

/// Runs a worker over many images in parallel and reports in command-line order; one bad file never stops
/// the rest.
struct ImageRun<Worker: ImageWorker> {
  /// One input, by the name the user knows, with its job or the reason there is none.
  struct Item: Sendable {
    let path: String
    let job: Result<Worker.Job, ConversionError>
  }

  let worker: Worker
  let console: Console
  let format: ReportFormat
  let jobCount: Int

  /// Processes `items`, prints the results, and throws the outcome unless it is success.
  func perform(_ items: [Item]) async throws {
    try checkFormat()
    var summary = RunSummary()
    var entries: [ReportEntry<Worker.Report>] = []
    var progress = ProgressLine(total: items.count, console: console)
    await OrderedParallel.forEach(items, limit: jobCount) { [worker] item in
      await Self.result(of: item, worker: worker)
    } deliver: { item, result in
      progress.clear()
      summary.inputs += 1
      switch result {
      case .success(let report):
        summary.succeeded += 1
        if worker.hasFindings(report) { summary.findings += 1 }
        say(report)
        if format != .text { entries.append(.report(report)) }
      case .failure(let error):
        if error.isBrokenPipe { Outcome.closedPipe.exit() }
        summary.failed += 1
        console.error("\(error)")
        entries.append(.failure(path: item.path, message: "\(error)"))
      }
      progress.advance()
    }
    progress.clear()
    switch format {
    case .text: break
    case .json:
      let document = ReportDocument(command: worker.command, inputs: entries, summary: summary)
      console.result(try document.json())
    case .sarif, .junit, .github, .html:
      let document = try worker.document(entries, as: format)
      if !document.isEmpty { console.result(document) }
    }
    if summary.outcome != .success { throw summary.outcome }
  }

  private func checkFormat() throws {
    guard !worker.formats.contains(format) else { return }
    let names = worker.formats.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("--format \(format.rawValue): \(worker.command) prints \(names)")
  }

  private func say(_ report: Worker.Report) {
    for note in worker.notes(report) { console.note(note) }
    if format == .text, worker.reportsAreResults || !console.isQuiet { console.result(worker.text(report)) }
  }

  private static func result(
    of item: Item, worker: Worker
  ) async -> Result<Worker.Report, ConversionError> {
    do throws(ConversionError) {
      return .success(try await worker.process(try item.job.get()))
    } catch {
      return .failure(error)
    }
  }
}
