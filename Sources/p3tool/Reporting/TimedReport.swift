/// A report, how long it took and which kernel ran. They go into JSON only when they are asked for: they differ
/// from run to run and from machine to machine.
struct TimedReport<Report: Encodable & Sendable>: Encodable, Sendable {
  let report: Report
  let elapsed: Duration
  var kernel: String?
  let isEncoded: Bool

  private enum Keys: String, CodingKey {
    case kernel, seconds
  }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    guard isEncoded else { return }
    var container = encoder.container(keyedBy: Keys.self)
    try container.encodeIfPresent(kernel, forKey: .kernel)
    try container.encode(seconds, forKey: .seconds)
  }

  /// `0.9 s`, `12 ms`.
  var elapsedText: String {
    seconds < 0.1 ? "\(Int((seconds * 1000).rounded())) ms" : "\((seconds * 10).rounded() / 10) s"
  }

  private var seconds: Double {
    Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }
}
