import Conversion
import ImageFiles
import Reports

/// Softens one image of `p3tool soften`.
struct SoftenWorker: OutputWorker {
  typealias Written = SofteningReport

  let command = "soften"
  let softening: ImageSoftening
  let settings: OutputSettings
  /// Where the preview of each input goes.
  let previews: [ImageSource: ImageDestination]
  let replacesPreviews: Bool
  let checksOutputs: Bool
  let withTimings: Bool
  let comparison: OutputComparisonPage?

  func write(_ job: OutputNaming.Job) async throws(ImageError) -> SofteningReport {
    try await softening.soften(
      job.source, to: job.destination, preview: previews[job.source], replacesPreview: replacesPreviews,
      settings: settings)
  }

  func isWritten(_ report: SofteningReport) -> Bool { report.output != nil }

  func facts(_ report: SofteningReport) -> [String] {
    ["\(report.width) × \(report.height) pixels", report.summary]
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
    return parts.joined(separator: "  ")
  }
}
