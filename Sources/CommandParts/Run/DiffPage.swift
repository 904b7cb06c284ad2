import Analysis
package import Checking
import ImageFiles
package import Reports

/// The contents of a comparison's HTML report beside the findings.
package struct DiffPage {
  package typealias Entry = ReportEntry<TimedReport<DifferenceReport>>

  /// The layout of folders.
  package let layout: DifferenceLayout

  package init(layout: DifferenceLayout) { self.layout = layout }

  /// The result of the run in a few words.
  package func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    HTMLPage.Outline(
      headline: totals.headline("pair", clean: "No difference"),
      lead: (layout == .plain ? "" : "Layout \(layout.rawValue). ")
        + "Colours compared through each file's own tag.",
      columns: [.text("Image"), .number("Pixels"), .number("ΔE max")], hasOverview: totals.inputs > 1,
      anchor: "pair", hasPictures: true)
  }

  /// The contents for one pair beside its findings.
  package func notes(_ entry: Entry) -> HTMLPage.FileNotes {
    switch entry {
    case .failure(let path, _):
      HTMLPage.FileNotes(path: path, facts: ["could not be compared"], columnValues: [.text(""), .text("")])
    case .report(let timed): notes(timed.report)
    }
  }

  private func notes(_ report: DifferenceReport) -> HTMLPage.FileNotes {
    var notes = HTMLPage.FileNotes(
      path: report.verdict == .missing ? report.path : report.other, facts: facts(report),
      columnValues: [
        .number(report.pixels.map { Numbers.count($0.different) } ?? "–"),
        .number(report.deltaE.map { Numbers.twoDecimals($0.max) } ?? "–"),
      ], pictures: isMentioned(report) ? Self.pictures(report) : [],
      tables: regions(report))
    notes.review = review(report)
    if report.path != "-", report.other != "-" {
      notes.names = ["BEFORE": report.path, "AFTER": report.other]
    }
    return notes
  }

  /// The pair for `--accept` with its hashes; nil if nothing can be copied.
  private func review(_ report: DifferenceReport) -> HTMLPage.ReviewedPair? {
    guard report.verdict == .different || report.verdict == .added, report.accepted != true,
      let path = report.relativePath, let after = try? ContentHash(file: report.other)
    else { return nil }
    let before = (try? ContentHash(file: report.path)).map { "\($0)" }
    guard before != nil || report.verdict == .added else { return nil }
    return HTMLPage.ReviewedPair(path: path, before: before, after: "\(after)")
  }

  /// Both pictures of a comparison with a heat map; empty if the comparison made no pictures.
  package static func pictures(
    _ report: DifferenceReport, title: String? = nil, ground: HTMLPage.Pictures.Ground = .plain,
    withBoxes: Bool = true
  ) -> [HTMLPage.Pictures] {
    guard report.comparable, let previews = report.previews.first, let width = report.width,
      let height = report.height
    else { return alone(report, ground) }
    let regions = report.findings.map { finding in finding.region.map { [$0] } ?? [] }
    var pictures = HTMLPage.Pictures(
      [(previews.before, "Before"), (previews.after, "After")], width: previews.width,
      height: previews.height,
      ground: ground, hasTransparency: previews.hasTransparency, heatmap: previews.heatmap,
      legend: "What differs",
      boxes: withBoxes ? HTMLPage.Box.of(regions, width: width, height: height) : [])
    pictures.title = title
    pictures.shown = 1
    pictures.fullWidth = width
    // An image for a dark ground is meant to differ nearly everywhere.
    if case .dark = ground { pictures.isHeatAside = true }
    return [pictures]
  }

  /// The pictures of images that are not compared pixel by pixel: of another size, or in one folder only.
  private static func alone(
    _ report: DifferenceReport, _ ground: HTMLPage.Pictures.Ground
  ) -> [HTMLPage.Pictures] {
    zip(report.previews, report.existingPaths).enumerated().map { index, picture in
      let (previews, path) = picture
      var pictures = HTMLPage.Pictures(
        [(previews.after, path == report.path ? "Before" : "After")], width: previews.width,
        height: previews.height, ground: ground, hasTransparency: previews.hasTransparency, heatmap: nil)
      pictures.group = index + 1
      return pictures
    }
  }

  /// The most places in a table.
  private static let listedPlaces = 10

  private func regions(_ report: DifferenceReport) -> [ReportTable] {
    let listed = report.regions.prefix(Self.listedPlaces)
    guard !listed.isEmpty else { return [] }
    return [
      ReportTable(
        caption: "Where pixels differ: "
          + (listed.count < report.regions.count
            ? "the \(listed.count) largest of \(Numbers.count(report.regions.count)) places"
            : Numbers.counted(listed.count, "place")),
        heads: ["Place", "Pixels", "Largest ΔE"],
        rows: listed.map { region in
          [
            "\(region.box.width) × \(region.box.height) at \(region.box.x), \(region.box.y)",
            Numbers.count(region.pixels),
            Numbers.twoDecimals(region.maxDeltaE),
          ]
        })
    ]
  }

  private func isMentioned(_ report: DifferenceReport) -> Bool {
    report.verdict != .same || report.pixels?.different ?? 0 > 0
  }

  private func facts(_ report: DifferenceReport) -> [String] {
    guard isMentioned(report) else { return [] }
    guard let width = report.width, let height = report.height else { return [report.verdict.rawValue] }
    var facts = ["\(width) × \(height) pixels"]
    if let tags = report.tags {
      facts.append(tags.before == tags.after ? tags.before : "\(tags.before) → \(tags.after)")
    }
    return facts
  }
}
