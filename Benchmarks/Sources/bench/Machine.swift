import Foundation

/// Where the figures come from.
enum Machine {
  /// "2 cores of …".
  static var description: String { "\(ProcessInfo.processInfo.activeProcessorCount) cores of \(processor)" }

  /// The load average of the last minute when the program started: above 1, others were at work.
  static let load: String = {
    var averages = [0.0, 0, 0]
    guard getloadavg(&averages, 3) == 3 else { return "unknown" }
    return Figure.text(averages[0])
  }()

  private static var processor: String {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
      return "an unnamed processor"
    }
    func field(_ name: String) -> String? {
      text.split(separator: "\n").first { $0.hasPrefix(name) }?
        .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let model = [field("cpu family"), field("model\t"), field("stepping")].compactMap { $0 }.joined(
      separator: "/")
    return "\(field("model name") ?? "an unnamed processor") (family/model/stepping \(model))"
  }
}
