package import Analysis
package import ColorManagement
import ImageFiles

/// Histograms in one line of text: a bar for each count, its height by the square root of its share of the largest, so that
/// what is rare is seen beside what is not.
package struct Sparkline: Sendable {
  /// The bars, that of nothing at all and then the lowest first.
  private let bars: [Character]

  /// Blocks of Unicode.
  package static let blocks = Sparkline(bars: Array("▁▂▃▄▅▆▇█"))
  /// For terminals and files that take ASCII only.
  static let ascii = Sparkline(bars: Array("_.:-=+*#@"))

  /// What text on `stream` may have: blocks where the locale's characters are UTF-8, and where a terminal is none whose
  /// fonts lack them, such as the Linux console.
  package static func of(_ stream: StandardStream) -> Sparkline {
    if stream.isTerminal, ["dumb", "linux"].contains(SystemCall.environment("TERM")) { return ascii }
    // POSIX: the first of these that is set and not empty.
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(SystemCall.environment).first { !$0.isEmpty } ?? ""
    let words = locale.lowercased()
    return words.contains("utf-8") || words.contains("utf8") ? blocks : ascii
  }

  /// A bar for each of `counts`.
  func text(_ counts: [Int]) -> String {
    let most = counts.max() ?? 0
    return String(counts.map { bar($0, of: most) })
  }

  private func bar(_ count: Int, of most: Int) -> Character {
    guard count > 0 else { return bars[0] }
    let height = (Double(count) / Double(max(most, count))).squareRoot()
    let steps = bars.count - 1
    // A square's root is rounded: what is a step's end is not a little above it.
    return bars[min(max(Int((height * Double(steps) - 1e-9).rounded(.up)), 1), steps)]
  }

  /// `black ▁▂▃█▇▅▂▁▁  white`; nil where no pixel is visible.
  package func text(_ lightness: LightnessHistogram) -> String? {
    lightness.counts.contains { $0 > 0 } ? "black \(text(lightness.counts)) white" : nil
  }

  /// `ΔE 0 ▃ 0.5 █ 1 ▂ 2 ▁ 4`: the bars stand between the ends of their steps.
  package func text(_ spread: DifferenceSpread) -> String {
    let last = spread.counts.lastIndex { $0 > 0 } ?? 0
    let bars = text(Array(spread.counts[...last]))
    let ends = DifferenceSpread.ends.map { $0 < 1 ? "\($0)" : "\(Int($0))" } + ["and more"]
    return zip(bars, ends).reduce(into: "ΔE 0") { line, step in line += " \(step.0) \(step.1)" }
  }
}
