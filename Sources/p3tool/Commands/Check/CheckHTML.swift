import P3Kit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fills the HTML report of a check.
struct CheckHTML {
  let request: CheckRequest

  private typealias Values = [String: Any]

  /// The page on all inputs.
  func page(_ inputs: [ReportEntry<TimedReport<CheckReport>>]) throws -> String {
    let images = inputs.enumerated().map { image($1, anchor: "image-\($0 + 1)") }
    let reports = inputs.compactMap { entry in
      if case .report(let timed) = entry { timed.report } else { nil }
    }
    let findings = reports.flatMap(\.findings)
    let target = request.target.profile.reportName
    let headline =
      findings.isEmpty && reports.count == inputs.count
      ? "Nothing to complain about"
      : "\(Self.counted(findings.count, "finding")) in \(Self.counted(inputs.count, "image"))"
    return try HTMLTemplate().render([
      "version": Version.current, "command": "check", "hasDifferences": true,
      "title": "p3tool check: \(headline)", "headline": headline,
      "lead": "What \(target) displays with \(request.targetDepth.bits) bits per sample make of "
        + (inputs.count == 1 ? "this image." : "these images."),
      "hasOverview": inputs.count > 1, "images": images,
      "columns": [Self.column("Image"), Self.column("Colours"), Self.column("Clipped", kind: "number")],
    ])
  }

  private static func column(_ text: String, kind: String = "") -> Values { ["text": text, "kind": kind] }

  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private func image(_ entry: ReportEntry<TimedReport<CheckReport>>, anchor: String) -> Values {
    switch entry {
    case .failure(let path, let message):
      return [
        "anchor": anchor, "path": path, "failure": message, "facts": "could not be checked",
        "columnValues": [Self.column(""), Self.column("")], "isClean": false, "hasScale": false,
        "hasFindings": false,
      ]
    case .report(let timed):
      return values(timed.report, anchor: anchor)
    }
  }

  private func values(_ report: CheckReport, anchor: String) -> Values {
    let source = report.source
    var values: Values = [
      "anchor": anchor, "path": report.path,
      "facts": "\(report.width) × \(report.height) pixels, \(source.colorType), \(source.depth) bits"
        + (source.effectiveDepth < source.depth ? " that hold \(source.effectiveDepth)" : "")
        + ", \(source.profile)" + (source.tag == "none" ? " (assumed)" : " (\(source.tag))"),
      "columnValues": [Self.column(source.profile), Self.column(clipped(report), kind: "number")],
      "hasScale": report.previews?.heatmap != nil, "scale": scale, "tables": tables(report),
    ]
    let findings = HTMLFindings(
      rules: Rule.allCases.map { ReportedRule($0) },
      findings: report.findings.map { ReportedFinding($0, policy: request.policy) })
    values.merge(findings.values) { _, new in new }
    if let previews = report.previews { values["pictures"] = ["items": pictures(previews, report)] }
    return values
  }

  private func clipped(_ report: CheckReport) -> String {
    report.gamut.map { $0.outOfGamut == 0 ? "–" : Self.percent($0.fraction) } ?? "?"
  }

  // MARK: Pictures

  private func pictures(_ previews: CheckPreviews, _ report: CheckReport) -> [Values] {
    func picture(_ png: [UInt8], _ caption: String, ground: String, boxes: Values? = nil) -> Values {
      var values: Values = [
        "png": Data(png).base64EncodedString(), "caption": caption, "ground": ground,
        "width": previews.width, "height": previews.height,
        "isTiny": max(previews.width, previews.height) <= 64,
      ]
      values["boxes"] = boxes
      return values
    }
    let target = request.target.profile.reportName
    let boxes = boxes(report)
    var items: [Values] = []
    if previews.hasTransparency {
      items.append(picture(previews.original, "The image on white", ground: "light"))
      items.append(picture(previews.original, "The image on #1C1C1E", ground: "dark"))
    } else {
      items.append(
        picture(
          previews.original, boxes == nil ? "The image" : "The image and what was found", ground: "plain",
          boxes: boxes))
    }
    if let heatmap = previews.heatmap {
      items.append(
        picture(
          previews.target, "As \(target) shows it", ground: previews.hasTransparency ? "light" : "plain"))
      items.append(picture(heatmap, "What is lost", ground: "plain"))
    }
    return items
  }

  private func boxes(_ report: CheckReport) -> Values? {
    let regions = Set(report.findings.compactMap(\.region)).filter {
      // A frame around everything says nothing.
      $0.width < report.width || $0.height < report.height
    }
    guard !regions.isEmpty else { return nil }
    let rects = regions.sorted { ($0.y, $0.x, $0.width, $0.height) < ($1.y, $1.x, $1.width, $1.height) }
    return [
      "imageWidth": report.width, "imageHeight": report.height,
      "rects": rects.map { ["x": $0.x, "y": $0.y, "width": $0.width, "height": $0.height] },
    ]
  }

  private var scale: [Values] {
    HeatmapScale.stops.enumerated().map { index, stop in
      let color = (0..<3).map { "\(stop.color[$0])" }.joined(separator: ",")
      let suffix = index == HeatmapScale.stops.count - 1 ? "+" : ""
      return ["color": "rgb(\(color))", "label": "\(Int(stop.deltaE))\(suffix)"]
    }
  }

  // MARK: Tables

  private func tables(_ report: CheckReport) -> [Values] {
    let bands = report.banding.regions + report.banding.predicted.regions
    var tables = bands.isEmpty ? [] : [self.bands(bands)]
    guard let gamut = report.gamut, gamut.outOfGamut > 0 else { return tables }
    tables += [channels(gamut), places(gamut)]
    if let colors = gamut.distinctColors { tables.append(distinctColors(colors)) }
    return tables
  }

  private func bands(_ bands: [BandingRegion]) -> Values {
    let listed = bands.prefix(10)
    return ReportTable(
      caption: "Bands: " + (listed.count < bands.count ? "\(listed.count) of " : "")
        + Self.counted(bands.count, "place") + " (score 1 is just visible)",
      heads: ["Place", "Cause", "What steps", "Step, codes", "Score"],
      rows: listed.map { region in
        [
          "\(region.box.width) × \(region.box.height) at \(region.box.x), \(region.box.y)",
          region.cause.rawValue,
          region.plane.rawValue, Self.tenths(region.step), Self.tenths(region.score),
        ]
      }
    ).values
  }

  private func channels(_ gamut: GamutReport) -> Values {
    let rows = [("Red", gamut.channels.red), ("Green", gamut.channels.green), ("Blue", gamut.channels.blue)]
    return ReportTable(
      caption: "Channels of the target: how far outside 0 to 1, in linear light",
      heads: ["Channel", "Pixels below", "Least", "Pixels above", "Most"],
      rows: rows.map { name, excess in
        [
          name, "\(excess.below)", Self.thousandths(-excess.maxBelow), "\(excess.above)",
          Self.thousandths(1 + excess.maxAbove),
        ]
      }
    ).values
  }

  private func places(_ gamut: GamutReport) -> Values {
    let listed = gamut.regions.prefix(10)
    let caption =
      "Where colours are clipped: "
      + (listed.count < gamut.regions.count
        ? "the \(listed.count) largest of \(gamut.regions.count) places"
        : Self.counted(listed.count, "place"))
    return ReportTable(
      caption: caption, heads: ["Place", "Pixels", "Largest ΔE"],
      rows: listed.map { region in
        [
          "\(region.box.width) × \(region.box.height) at \(region.box.x), \(region.box.y)",
          "\(region.pixels)",
          Self.tenths(region.maxDeltaE),
        ]
      }
    ).values
  }

  private func distinctColors(_ colors: GamutReport.DistinctColors) -> Values {
    let prefix = colors.atLeast == true ? "at least " : ""
    return ReportTable(
      caption: "Distinct colours", heads: ["", "Colours"],
      rows: [
        ["In the file", prefix + "\(colors.before)"],
        ["After clipping, at 16 bits", prefix + "\(colors.after16)"],
        ["After clipping, at 8 bits", prefix + "\(colors.after8)"],
        ["Lost to a neighbour by clipping", prefix + "\(colors.collapsed)"],
      ]
    ).values
  }

  static func percent(_ share: Double) -> String {
    let percent = share * 100
    return percent < 0.01 ? "< 0.01 %" : "\((percent * 100).rounded() / 100) %"
  }

  static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  static func thousandths(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }
}
