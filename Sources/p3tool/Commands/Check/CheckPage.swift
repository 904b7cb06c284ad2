import Analysis
import Checking
import CommandParts
import ImageFiles
import Reports

/// The contents of a check's HTML report beside the findings.
struct CheckPage {
  typealias Entry = ReportEntry<TimedReport<CheckReport>>

  let request: CheckRequest

  /// The result of the run in a few words.
  func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    HTMLPage.Outline(
      headline: totals.headline("image", clean: "Nothing to complain about"),
      lead: "What \(request.target.profile.reportName) displays with \(request.targetDepth.bits) bits per "
        + "sample make of " + (totals.inputs == 1 ? "this image." : "these images."),
      columns: [.text("Image"), .text("Colours"), .number("Clipped")], hasOverview: totals.inputs > 1,
      anchor: "image", hasPictures: true)
  }

  /// The contents for one input beside its findings.
  func notes(_ entry: Entry) -> HTMLPage.FileNotes {
    switch entry {
    case .failure(let path, _):
      HTMLPage.FileNotes(path: path, facts: ["could not be checked"], columnValues: [.text(""), .text("")])
    case .report(let timed): notes(timed.report)
    }
  }

  private func notes(_ report: CheckReport) -> HTMLPage.FileNotes {
    var notes = HTMLPage.FileNotes(
      path: report.path, facts: [facts(report)],
      columnValues: [.text(report.source.profile), .number(clipped(report))],
      pictures: report.previews.map {
        CheckPictures(previews: $0, target: request.target.profile.reportName).pictures(of: report)
      } ?? [],
      tables: CheckTables.tables(of: report))
    if report.path != "-" { notes.names = ["FILE": report.path] }
    return notes
  }

  /// The size, depth and colours of the image.
  private func facts(_ report: CheckReport) -> String {
    let source = report.source
    return "\(report.width) × \(report.height) pixels, \(source.colorType), \(source.depth) bits"
      + (source.effectiveDepth < source.depth ? " that hold \(source.effectiveDepth)" : "")
      + ", \(source.profile)" + (source.tag == "none" ? " (assumed)" : " (\(source.tag))")
  }

  /// The share of clipped pixels in percent.
  private func clipped(_ report: CheckReport) -> String {
    report.gamut.map { $0.outOfGamut == 0 ? "–" : Percentage.text($0.fraction) } ?? "?"
  }
}
