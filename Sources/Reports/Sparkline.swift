package import Analysis
package import ColorManagement
import ImageFiles

/// A histogram in one line of text: one bar per count. The height is the square root of the count's share of the
/// largest count, so that rare values are visible beside frequent ones.
package struct Sparkline: Sendable {
  /// The characters of bars, from an empty bar to the highest.
  private let bars: [Character]

  /// The block elements of Unicode.
  package static let blocks = Sparkline(bars: Array("▁▂▃▄▅▆▇█"))
  /// ASCII characters, for other terminals and files.
  static let ascii = Sparkline(bars: Array("_.:-=+*#@"))

  /// The bars for text on `stream`: blocks if the locale's encoding is UTF-8, except on terminals whose fonts lack
  /// them, such as the Linux console.
  package static func of(_ stream: StandardStream) -> Sparkline {
    if stream.isTerminal, ["dumb", "linux"].contains(SystemCall.environment("TERM")) { return ascii }
    // POSIX: the first of these variables that is set and not empty.
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(SystemCall.environment).first { !$0.isEmpty } ?? ""
    let words = locale.lowercased()
    return words.contains("utf-8") || words.contains("utf8") ? blocks : ascii
  }

  /// One bar for each of `counts`.
  func text(_ counts: [Int]) -> String {
    let most = counts.max() ?? 0
    return String(counts.map { bar($0, of: most) })
  }

  private func bar(_ count: Int, of most: Int) -> Character {
    guard count > 0 else { return bars[0] }
    let height = (Double(count) / Double(max(most, count))).squareRoot()
    let steps = bars.count - 1
    // The root is rounded, so a value at the end of a step must not count as slightly above it.
    return bars[min(max(Int((height * Double(steps) - 1e-9).rounded(.up)), 1), steps)]
  }

  /// `black ▁▂▃█▇▅▂▁▁  white`; nil where no pixel is visible.
  package func text(_ lightness: LightnessHistogram) -> String? {
    lightness.counts.contains { $0 > 0 } ? "black \(text(lightness.counts)) white" : nil
  }

  /// `ΔE 0 ▃ 0.5 █ 1 ▂ 2 ▁ 4`: each bar is between the limits of its step.
  package func text(_ spread: DifferenceSpread) -> String {
    let last = spread.counts.lastIndex { $0 > 0 } ?? 0
    let bars = text(Array(spread.counts[...last]))
    let ends = DifferenceSpread.ends.map { $0 < 1 ? "\($0)" : "\(Int($0))" } + ["and more"]
    return zip(bars, ends).reduce(into: "ΔE 0") { line, step in line += " \(step.0) \(step.1)" }
  }
}
