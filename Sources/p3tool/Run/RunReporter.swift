import Reports

/// What is to be said of one input when it is done.
struct InputWords {
  /// What went wrong; said even when quiet.
  var errors: [String] = []
  /// What the user may want to know of it.
  var remarks: [Remark] = []
  /// The report in words, for the format text.
  var results: [String] = []

  /// Whether there is nothing to print.
  var isEmpty: Bool { errors.isEmpty && remarks.isEmpty && results.isEmpty }
}

/// Tells of a run while it goes on and prints its document at the end: the same for single commands and for batch.
///
/// `OrderedParallel` hands inputs over in their order, each as soon as those before it are done.
struct RunReporter {
  private let console: Console
  private let format: ReportFormat
  /// The document in the formats of code review; nil in the others.
  private let findings: FindingsDocument?
  /// What the JSON document has of the inputs.
  private let inputs = JSONElements(depth: 2)
  /// Why the document cannot be written.
  private var failure: (any Error)?
  /// What the end of the run prints; nil where each remark is printed at once.
  private var repeated: RepeatedRemarks?
  /// What a terminal shows meanwhile.
  let progress: ProgressLine

  /// - Parameters:
  ///   - total: the number of inputs.
  ///   - findings: the document in the formats of code review, not asked for in the others.
  init(total: Int, console: Console, format: ReportFormat, findings: () -> FindingsDocument) {
    self.console = console
    self.format = format
    self.findings = format == .text || format == .json ? nil : findings()
    repeated = total > 1 && !console.isVerbose ? RepeatedRemarks() : nil
    progress = ProgressLine(total: total, console: console)
  }

  /// Keeps the document's part for the next input: `report` in JSON, `record` in the formats of code review.
  mutating func add(_ report: some Encodable, record: (_ withNotes: Bool) -> FindingsRecord) {
    guard failure == nil else { return }
    do {
      if format == .json { try inputs.append(JSONText.encode(report)) }
      if let findings { try findings.add(record(findings.hasNotes)) }
    } catch {
      failure = error
    }
  }

  /// The next input is done. Its results are said at once where no document follows.
  mutating func advance(saying words: InputWords) {
    if !words.isEmpty { progress.clear() }
    for error in words.errors { console.error(error) }
    for remark in words.remarks where repeated?.keep(remark) != true { console.note(remark.line) }
    if format == .text { for result in words.results { console.result(result) } }
  }

  /// All inputs are done: prints what holds for several of them. What is printed now has the terminal for itself.
  func finish() {
    progress.finish()
    for line in repeated?.lines ?? [] { console.note(line) }
  }

  /// Prints the end of a report: the last lines of text, or a document.
  ///
  /// - Parameters:
  ///   - command: the subcommand's name in JSON.
  ///   - json: the members of the JSON document beside the command and the inputs.
  func printDocument(text: [String] = [], command: String, json: () -> some Encodable) throws {
    if let failure { throw failure }
    let put = { (text: String) in console.results.write(text) }
    if let findings { return try findings.write(put) }
    if format == .json { return try JSONText.write(command: command, inputs: inputs, json(), put) }
    for line in text { console.result(line) }
  }
}
