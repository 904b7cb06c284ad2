import P3Kit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pictures of one image on the HTML page of a check.
struct CheckPictures {
  let previews: CheckPreviews
  /// What the target is called.
  let target: String

  /// The image, on white and on dark where it has transparency, and what is lost of it.
  func pictures(of report: CheckReport) -> HTMLPage.Pictures {
    HTMLPage.Pictures(items: original(report) + lost)
  }

  private func original(_ report: CheckReport) -> [HTMLPage.Picture] {
    if previews.hasTransparency {
      return [
        picture(previews.original, "The image on white", .light),
        picture(previews.original, "The image on #1C1C1E", .dark),
      ]
    }
    let boxes = boxes(report)
    let caption = boxes == nil ? "The image" : "The image and what was found"
    return [picture(previews.original, caption, .plain, boxes: boxes)]
  }

  private var lost: [HTMLPage.Picture] {
    guard let heatmap = previews.heatmap else { return [] }
    return [
      picture(previews.target, "As \(target) shows it", previews.hasTransparency ? .light : .plain),
      picture(heatmap, "What is lost", .plain),
    ]
  }

  private func picture(
    _ png: [UInt8], _ caption: String, _ ground: HTMLPage.Picture.Ground, boxes: HTMLPage.Boxes? = nil
  ) -> HTMLPage.Picture {
    HTMLPage.Picture(
      png: Data(png).base64EncodedString(), caption: caption, ground: ground, width: previews.width,
      height: previews.height, boxes: boxes)
  }

  /// Frames around the regions of findings, without those that are the whole image; nil where there are none.
  private func boxes(_ report: CheckReport) -> HTMLPage.Boxes? {
    let regions = Set(report.findings.flatMap(\.places))
      .filter { $0.width < report.width || $0.height < report.height }
      .sorted { ($0.y, $0.x, $0.width, $0.height) < ($1.y, $1.x, $1.width, $1.height) }
    guard !regions.isEmpty else { return nil }
    return HTMLPage.Boxes(
      imageWidth: report.width, imageHeight: report.height,
      rects: regions.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
  }

  /// The colours of the heat map, each with its ΔE.
  static var scale: HTMLPage.Scale {
    let stops = HeatmapScale.stops
    return HTMLPage.Scale(
      stops: stops.enumerated().map { index, stop in
        let color = (0..<3).map { "\(stop.color[$0])" }.joined(separator: ",")
        let suffix = index == stops.count - 1 ? "+" : ""
        return .init(color: "rgb(\(color))", label: "\(Int(stop.deltaE))\(suffix)")
      })
  }
}
