import Colors
import CommandParts
import Conversion
import ImageFiles
import Reports

/// Simulates the colour vision for one image of `p3tool simulate`.
struct SimulateWorker: OutputWorker {
  typealias Written = SimulationReport

  let command = "simulate"
  let simulation: ImageSimulation
  let options: OutputRun

  func write(_ job: OutputNaming.Job) async throws(ImageError) -> SimulationReport {
    try await simulation.simulate(job.source, to: job.destination, settings: options.settings)
  }

  func facts(_ report: SimulationReport) -> [String] {
    ["\(report.width) × \(report.height) pixels", report.vision.rawValue]
  }

  func text(_ timed: TimedReport<SimulationReport>) -> String {
    let report = timed.report
    var parts = [
      "\(report.path.printableName) → \(report.output.printableName)",
      report.vision.rawValue + (report.severity < 1 ? " of severity \(report.severity)" : ""),
      "\(report.destination.profile)",
      "\(report.width)×\(report.height) \(report.destination.colorType)\(report.destination.depth)",
    ]
    if options.isVerbose, let kernel = report.kernel { parts.append(kernel) }
    if let state = report.state { parts.append("dry run: output is \(state.rawValue)") }
    parts.append("\(ByteCount.text(report.bytesIn)) → \(ByteCount.text(report.bytesOut))")
    parts.append(timed.elapsedText)
    return parts.joined(separator: "  ")
  }
}
