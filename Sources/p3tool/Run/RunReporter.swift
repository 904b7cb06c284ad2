import Reports

/// What is to be said of one input when it is done.
struct InputWords {
  /// What went wrong; said even when quiet.
  var errors: [String] = []
  /// What the user may want to know of it.
  var remarks: [Remark] = []
  /// The report in words, for the format text.
  var results: [String] = []

  /// Whether there is nothing to say.
  var isEmpty: Bool { errors.isEmpty && remarks.isEmpty && results.isEmpty }
}

/// Tells of a run while it goes on and prints its document at the end: the same for single commands and for batch.
///
/// `OrderedParallel` hands inputs over in their order, each as soon as those before it are done.
struct RunReporter {
  /// What the document will say of the inputs.
  let records: ReportRecords

  private let console: Console
  private let format: ReportFormat
  /// What the end of the run says; nil where each remark is said at once.
  private var repeated: RepeatedRemarks?
  /// What a terminal shows meanwhile.
  let progress: ProgressLine

  /// - Parameter total: the number of inputs.
  init(total: Int, console: Console, format: ReportFormat) {
    self.console = console
    self.format = format
    repeated = total > 1 && !console.isVerbose ? RepeatedRemarks() : nil
    records = ReportRecords(format: format)
    progress = ProgressLine(total: total, console: console)
  }

  /// The next input is done. Its results are said at once where no document follows.
  mutating func advance(saying words: InputWords) {
    if !words.isEmpty { progress.clear() }
    for error in words.errors { console.error(error) }
    for remark in words.remarks where repeated?.keep(remark) != true { console.note(remark.line) }
    if format == .text { for result in words.results { console.result(result) } }
  }

  /// All inputs are done: says what holds for several of them. What is printed now has the terminal for itself.
  func finish() {
    progress.finish()
    for line in repeated?.lines ?? [] { console.note(line) }
  }

  /// Prints what the format asks for: the last lines of text, or a document.
  ///
  /// - Parameters:
  ///   - json: the JSON document, whose array `inputs` is empty.
  ///   - findings: the document in the other formats.
  func printDocument(
    text: [String] = [], json: () -> some Encodable, findings: (ReportRecords) -> FindingsDocument
  ) throws {
    let put = { (text: String) in console.results.write(text) }
    switch format {
    case .text: for line in text { console.result(line) }
    case .json:
      let inputs = JSONList(name: "inputs", elements: records.forEachReport)
      try JSONText.write(json(), filling: [inputs], put)
    case .sarif, .junit, .github, .xcode, .html, .markdown:
      try findings(records).write(put)
    }
  }
}
