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
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
      <meta name="generator" content="p3tool \(Version.current)">
      <title>\(title)</title>
      <style>
      \(HTMLPage.style)
      .mappings { display: grid; gap: 24px; }
      .mappings { grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); }
      .mappings figure { margin: 0; } .mappings img { width: 100%; height: auto; }
      </style>
      </head>
      <body>
      <header>
      <p class="tool">p3tool convert</p>
      <h1>\(title)</h1>
      <p class="lead">\(lead)</p>
      </header>
      <main class="mappings">
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
