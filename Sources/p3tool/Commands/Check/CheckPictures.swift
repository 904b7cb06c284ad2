import Checking
import Reports

/// The pictures of one image on the HTML page of a check.
struct CheckPictures {
  let previews: CheckPreviews
  /// The name of the target.
  let target: String

  /// The image with boxes around findings. If the target clips colours, also the converted image, the images with other
  /// mappings, and a heat map of the losses. If the image glows on a dark background, also the softened image.
  func pictures(of report: CheckReport) -> [HTMLPage.Pictures] {
    let isClipped = previews.heatmap != nil && !report.findings.isEmpty
    var items = [(png: previews.original, caption: "The image")]
    if isClipped {
      items.append((previews.target, "As \(target) shows it: clipped"))
      if let chroma = previews.chroma { items.append((chroma, "With --gamut chroma")) }
      if let soft = previews.soft { items.append((soft, "With --gamut soft")) }
    }
    if let softened = previews.softened { items.append((softened, "Softened")) }
    var pictures = HTMLPage.Pictures(
      items, width: previews.width, height: previews.height,
      ground: previews.softened == nil ? .plain : .dark(),
      hasTransparency: previews.hasTransparency || previews.softened != nil,
      heatmap: isClipped ? previews.heatmap : nil, legend: "What is lost",
      boxes: HTMLPage.Box.of(report.findings.map(\.places), width: report.width, height: report.height))
    pictures.fullWidth = report.width
    return [pictures]
  }
}
