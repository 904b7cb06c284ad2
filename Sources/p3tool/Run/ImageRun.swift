import ArgumentParser
import P3Kit

/// Runs a worker over many images in parallel and reports in command-line order; one bad file never stops
/// the rest.
struct ImageRun<Worker: ImageWorker> {
  /// One input, by the name the user knows, with its job or the reason there is none.
  struct Item: Sendable {
    let path: String
    let job: Result<Worker.Job, ImageError>
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
  ) async -> Result<Worker.Report, ImageError> {
    do throws(ImageError) {
      return .success(try await worker.process(try item.job.get()))
    } catch {
      return .failure(error)
    }
  }
}

/// What a subcommand does with each image; everything around it is the same for all.
protocol ImageWorker<Job>: Sendable {
  associatedtype Job: Sendable
  associatedtype Report: Sendable, Encodable

  /// The subcommand's name in JSON.
  var command: String { get }

  /// Whether the report in words is what the user asked for, or a remark on images that were written, which
  /// `--quiet` drops.
  var reportsAreResults: Bool { get }

  /// Processes one image.
  func process(_ job: Job) async throws(ImageError) -> Report

  /// The report in words, one line or more.
  func text(_ report: Report) -> String

  /// Remarks for standard error, each one line with the file's name.
  func notes(_ report: Report) -> [String]

  /// Whether the report makes the run exit with 1.
  func hasFindings(_ report: Report) -> Bool

  /// The values of `--format` that the subcommand has.
  var formats: [ReportFormat] { get }

  /// The document of a run in one of `formats` other than text and JSON.
  func document(_ inputs: [ReportEntry<Report>], as format: ReportFormat) throws -> String
}

extension ImageWorker {
  func hasFindings(_ report: Report) -> Bool { false }
  func notes(_ report: Report) -> [String] { [] }
  var formats: [ReportFormat] { [.text, .json] }
  func document(_ inputs: [ReportEntry<Report>], as format: ReportFormat) throws -> String {
    preconditionFailure("\(command) has no format \(format.rawValue)")
  }
}
