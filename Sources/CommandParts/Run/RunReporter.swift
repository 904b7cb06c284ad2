package import Reports

/// The texts about one finished input.
package struct InputWords {
  /// Errors, which are printed even with `--quiet`.
  package var errors: [String]
  /// Remarks for the user.
  package var remarks: [Remark]
  /// The report in the format text.
  package var results: [String]

  package init(errors: [String] = [], remarks: [Remark] = [], results: [String] = []) {
    (self.errors, self.remarks, self.results) = (errors, remarks, results)
  }

  /// Whether there is nothing to print.
  package var isEmpty: Bool { errors.isEmpty && remarks.isEmpty && results.isEmpty }
}

/// Reports on a run while it is in progress, and prints its document at the end: for single commands and for batch.
///
/// `OrderedParallel` delivers inputs in their order, each as soon as all earlier ones are done.
package struct RunReporter {
  private let console: Console
  private let format: ReportFormat
  /// The document in a format for code review; nil in other formats.
  private let findings: FindingsDocument?
  /// The inputs of the JSON document.
  private let inputs = JSONElements(depth: 2)
  /// Why the document cannot be written; nil if it can.
  private var failure: (any Error)?
  /// The remarks for the end of the run; nil if each remark is printed at once.
  private var repeated: RepeatedRemarks?
  /// The progress on a terminal.
  package let progress: ProgressLine

  /// - Parameters:
  ///   - total: the number of inputs.
  ///   - findings: makes the document in a format for code review; not called in other formats.
  package init(total: Int, console: Console, format: ReportFormat, findings: () -> FindingsDocument) {
    self.console = console
    self.format = format
    self.findings = format == .text || format == .json ? nil : findings()
    repeated = total > 1 && !console.isVerbose ? RepeatedRemarks() : nil
    progress = ProgressLine(total: total, console: console)
  }

  /// Adds the next input to the document: `report` in JSON, `record` in formats for code review.
  package mutating func add(_ report: some Encodable, record: (_ withNotes: Bool) -> FindingsRecord) {
    guard failure == nil else { return }
    do {
      if format == .json { try inputs.append(JSONText.encode(report)) }
      if let findings { try findings.add(record(findings.hasNotes)) }
    } catch {
      failure = error
    }
  }

  /// Finishes the next input. Prints its results at once if there is no document at the end.
  package mutating func advance(saying words: InputWords) {
    if !words.isEmpty { progress.clear() }
    for error in words.errors { console.error(error) }
    for remark in words.remarks where repeated?.keep(remark) != true { console.note(remark.line) }
    if format == .text { for result in words.results { console.result(result) } }
  }

  /// Finishes the last input: prints the joined remarks and ends the progress line.
  package func finish() {
    progress.finish()
    for line in repeated?.lines ?? [] { console.note(line) }
  }

  /// Prints the end of a report: the last lines of text, or a document.
  ///
  /// - Parameters:
  ///   - command: the subcommand's name in JSON.
  ///   - json: the members of the JSON document beside the command and the inputs.
  package func printDocument(text: [String] = [], command: String, json: () -> some Encodable) throws {
    if let failure { throw failure }
    let put = { (text: String) in console.results.write(text) }
    if let findings {
      try findings.write(put)
      return findings.writeClosing(console.isQuiet ? nil : text.last)
    }
    if format == .json { return try JSONText.write(command: command, inputs: inputs, json(), put) }
    for line in text { console.result(line) }
  }
}
