import P3Kit

/// What the HTML report of a comparison says beside the findings.
struct DiffPage {
  typealias Entry = ReportEntry<TimedReport<DifferenceReport>>

  /// The run in a few words.
  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    let images = Numbers.counted(totals.inputs, "pair")
    return HTMLPage.Outline(
      headline: totals.findings == 0 && totals.failures == 0
        ? "No difference" : "\(Numbers.counted(totals.findings, "finding")) in \(images)",
      lead: "Colours compared through each file's own tag.",
      columns: [.text("Image"), .number("Pixels"), .number("ΔE max")], hasOverview: totals.inputs > 1,
      anchor: "pair", hasDifferences: true)
  }

  /// What the page says of one pair beside its findings.
  func notes(_ entry: Entry) -> HTMLPage.FileNotes {
    switch entry {
    case .failure(let path, _):
      HTMLPage.FileNotes(path: path, facts: ["could not be compared"], columnValues: [.text(""), .text("")])
    case .report(let timed): notes(timed.report)
    }
  }

  private func notes(_ report: DifferenceReport) -> HTMLPage.FileNotes {
    HTMLPage.FileNotes(
      path: report.verdict == .missing ? report.path : report.other, facts: facts(report),
      columnValues: [
        .number(report.pixels.map { Numbers.count($0.different) } ?? "–"),
        .number(report.deltaE.map { Numbers.twoDecimals($0.max) } ?? "–"),
      ])
  }

  private func facts(_ report: DifferenceReport) -> [String] {
    guard report.verdict != .same || report.pixels?.different ?? 0 > 0 else { return [] }
    guard let width = report.width, let height = report.height else { return [report.verdict.rawValue] }
    var facts = ["\(width) × \(height) pixels"]
    if let tags = report.tags {
      facts.append(tags.before == tags.after ? tags.before : "\(tags.before) → \(tags.after)")
    }
    return facts
  }
}
