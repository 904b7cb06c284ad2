import CommandParts
import Conversion
import DarkMode
import ImageFiles
import Reports

/// Softens one image of `p3tool soften`.
struct SoftenWorker: OutputWorker {
  typealias Written = SofteningReport

  let command = "soften"
  let softening: ImageSoftening
  let options: OutputRun
  /// The destination of each input's preview.
  let previews: [ImageSource: ImageDestination]
  let replacesPreviews: Bool
  /// Whether the unchanged image is written beside its dark version.
  let writesPairs: Bool

  func write(_ job: OutputNaming.Job) async throws(ImageError) -> SofteningReport {
    try await softening.soften(
      job.source, to: job.destination, preview: previews[job.source], replacesPreview: replacesPreviews,
      light: writesPairs ? job.lightTwin.map { .file($0) } : nil, settings: options.settings)
  }

  func isWritten(_ report: SofteningReport) -> Bool { report.output != nil }

  func facts(_ report: SofteningReport) -> [String] {
    ["\(report.width) × \(report.height) pixels", report.summary]
  }

  /// A command that may give a better result in place of this one, on a line of its own.
  private func suggestion(_ report: SofteningReport) -> String {
    // Standard input has been read, and the suggested command would wait for more.
    guard let mode = report.suggestion, report.path != ImageSource.standardInput.name else { return "" }
    let output = report.output.map { " -o \(ShellWord.quoted($0)) --force" } ?? ""
    return "\n  or: p3tool soften \(ShellWord.quoted(report.path)) --mode \(mode.rawValue)\(output)"
  }

  func text(_ timed: TimedReport<SofteningReport>) -> String {
    let report = timed.report
    var parts = [
      report.path.printableName + (report.output.map { " → \($0.printableName)" } ?? ", nothing written"),
      "\(report.width)×\(report.height)",
      report.summary,
    ]
    if let state = report.state { parts.append("dry run: output is \(state.rawValue)") }
    if report.output != nil {
      parts.append("\(ByteCount.text(report.bytesIn)) → \(ByteCount.text(report.bytesOut))")
    }
    parts.append(timed.elapsedText)
    return parts.joined(separator: "  ") + suggestion(report) + (report.pair.map { "\n" + $0.picture } ?? "")
  }
}
