import Checking
import ColorManagement
import ImageFiles
import Reports

/// The HTML page of `convert --compare`: one file without scripts that loads nothing from elsewhere.
struct MappingPage {
  let pictures: MappingPictures
  /// The image's name.
  let name: String

  /// The whole page.
  func text() throws(ImageError) -> String {
    var figures: [HTML] = []
    for picture in pictures.pictures { figures.append(try figure(picture)) }
    let title = "\(name) in \(pictures.target)".printable
    let style: HTML = """
      .mappings { display: grid; gap: 24px; }
      .mappings { grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); }
      .mappings figure { margin: 0; } .mappings img { width: 100%; height: auto; }
      """
    let head = HTMLPage.start(
      of: "convert", policy: "style-src 'unsafe-inline'; img-src data:", title: title, style: style,
      heading: title, lead: lead)
    let page: HTML = """
      \(head)<main class="mappings">
      \(figures)</main>
      </body>
      </html>

      """
    return page.text
  }

  private var lead: String {
    guard let nearest = pictures.nearest else { return "Nothing lies out of gamut: all pictures are alike." }
    return "Nearest is \(nearest.rawValue): ΔE (CIEDE2000) is that of the colours out of gamut. "
      + "Look on a display of wide gamut."
  }

  private func figure(_ picture: MappingPictures.Picture) throws(ImageError) -> HTML {
    let png = try pictures.png(picture).base64
    return """
      <figure><img src="data:image/png;base64,\(png)" width="\(pictures.width)" height="\(pictures.height)" \
      alt="\(picture.name.printable)"><figcaption><strong>\(picture.name.printable)</strong> \
      \(picture.figures.printable)</figcaption></figure>

      """
  }
}
