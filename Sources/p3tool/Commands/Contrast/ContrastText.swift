import Colors
import ImageFiles

/// The text output of `contrast`.
struct ContrastText {
  let output: ContrastOutput
  let isQuiet: Bool

  /// A line for each pair, or a matrix of the pairs; then the totals.
  func text(isMatrix: Bool) -> String {
    let lines = isMatrix ? tables() : output.pairs.filter { !isQuiet || !$0.passes }.flatMap(lines)
    guard output.pairs.count > 1 else { return lines.joined(separator: "\n") }
    return (lines + [total]).joined(separator: "\n")
  }

  /// `2 of 7 pairs under what is asked; exit 1`.
  var total: String {
    "\(output.failing) of \(Numbers.counted(output.pairs.count, "pair")) under what is asked"
      + (output.failing > 0 ? "; exit 1" : "")
  }

  /// `label on systemBackground (dark): 3.70:1, 4.5 is asked`, for formats without columns.
  static func sentence(_ pair: ContrastReport) -> String {
    let ratio = ContrastReport.truncated(pair.decidingRatio)
    return "\(pair.subject) has \(ratio):1, at least \(ContrastReport.truncated(pair.required)):1 is asked"
      + (pair.suggestion.map { "; \($0.color) would have \(ContrastReport.truncated($0.ratio)):1" } ?? "")
  }

  private func lines(_ pair: ContrastReport) -> [String] {
    let ratio = "\(ContrastReport.truncated(pair.decidingRatio)):1"
    let need = ContrastReport.truncated(pair.required)
    var lines = ["\(pair.subject)  \(ratio)  \(pair.passes ? "passes" : "fails") (\(need) is asked)"]
    if let inSRGB = pair.ratioInSRGB {
      lines.append(
        "  \(ContrastReport.truncated(pair.ratio)) on a wide-gamut display, "
          + "\(ContrastReport.truncated(inSRGB)) clipped to sRGB")
    }
    lines.append("  " + verdicts(pair.verdicts))
    return lines + suggestion(pair)
  }

  private func verdicts(_ verdicts: ContrastReport.Verdicts) -> String {
    let all = [
      ("AA", verdicts.aa), ("AA large", verdicts.aaLarge), ("AAA", verdicts.aaa),
      ("AAA large", verdicts.aaaLarge), ("graphics", verdicts.nonText),
    ]
    return all.map { "\($0.0) \($0.1 ? "yes" : "no")" }.joined(separator: ", ")
  }

  private func suggestion(_ pair: ContrastReport) -> [String] {
    guard let search = pair.search else { return [] }
    guard let found = pair.suggestion else {
      return ["  no lightness passes: the best is \(ContrastReport.truncated(search.bestRatio)):1"]
    }
    return [
      "  nearest that passes: \(found.color)  \(ContrastReport.truncated(found.ratio)):1  "
        + "ΔEOK \(Numbers.threeDecimals(found.deltaEOK))"
    ]
  }

  // MARK: The matrix

  /// One table for each condition and group, with a row per text and a column per background.
  private func tables() -> [String] {
    var order: [PaletteCondition] = []
    for pair in output.pairs { if let when = pair.condition, !order.contains(when) { order.append(when) } }
    return order.flatMap { condition in
      [condition.text + ":"] + rows(output.pairs.filter { $0.condition == condition }) + [""]
    }
  }

  /// A row for each text, with a value for each of its backgrounds; `*` marks failing pairs.
  private func rows(_ pairs: [ContrastReport]) -> [String] {
    var texts: [String] = []
    for pair in pairs { if let name = pair.foreground.name, !texts.contains(name) { texts.append(name) } }
    let width = (texts.map(\.count).max() ?? 0) + 2
    return texts.compactMap { text in
      let cells = pairs.filter { $0.foreground.name == text && (!isQuiet || !$0.passes) }.map { pair in
        "\((pair.background.name ?? pair.background.input).printable) \(ContrastReport.truncated(pair.decidingRatio))"
          + (pair.passes ? "" : "*")
      }
      return cells.isEmpty ? nil : "  \(text.printableName.padded(to: width))\(cells.joined(separator: "  "))"
    }
  }
}
