import Colors
import CommandParts
import ImageFiles
import Palettes
import Reports

/// The HTML page of `palette show`: one file without scripts that loads nothing from elsewhere.
struct PalettePage {
  let palette: Palette
  let colors: [Palette.Entry]
  let appearance: PaletteCondition.Appearance?

  /// The whole page.
  var text: String { html.text }

  private var html: HTML {
    let title = palette.title.isEmpty ? palette.name : palette.title
    let date = palette.date.isEmpty ? "" : ", \(palette.date)"
    let rows = PaletteRows(colors: colors, appearance: appearance)
    let heads = rows.conditions.map { condition -> HTML in "<th>\(condition.text)</th>" }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="generator" content="p3tool \(Version.current)">
      <title>\(title.printable)</title>
      <style>
      \(HTMLPage.style)
      .swatch { display: inline-block; padding: 8px 14px; border-radius: 8px; vertical-align: middle; }
      .swatch span { display: block; width: 44px; height: 20px; border-radius: 4px; }
      td { vertical-align: top; } td p { margin: 4px 0; white-space: nowrap; }
      </style>
      </head>
      <body>
      <header>
      <p class="tool">p3tool palette show</p>
      <h1>\(title.printable)</h1>
      <p class="lead">\((palette.name + date).printable): \(Numbers.counted(colors.count, "colour")).</p>
      </header>
      <main>
      <section class="card">
      <table>
      <thead><tr><th>Colour</th>\(heads)</tr></thead>
      <tbody>
      \(colors.map { Self.row($0, rows) })</tbody>
      </table>
      </section>
      \(sources)
      </main>
      </body>
      </html>

      """
  }

  private static func row(_ entry: Palette.Entry, _ rows: PaletteRows) -> HTML {
    let values = rows.values(of: entry)
    let cells = rows.conditions.map { condition -> HTML in
      "<td>\(values.filter { $0.condition == condition }.map(cell))</td>"
    }
    let platform = entry.platform.map { " (\($0))" } ?? ""
    let role = entry.role.map { role -> HTML in "<p>\(role.rawValue)</p>" }
    return "<tr><td>\((entry.name + platform).printable)\(role)</td>\(cells)</tr>\n"
  }

  /// The colour on its ground, its value and its least contrast ratio.
  private static func cell(_ value: PaletteRows.Value) -> HTML {
    let ratio = value.leastRatio.map { ratio -> HTML in "<p>\(ContrastReport.truncated(ratio)):1</p>" }
    return """
      <div class="swatch" style="background:\(value.ground.cssText)"><span \
      style="background:\(value.color.cssText)"></span></div><p><code>\(value.color.cssText)</code></p>\(ratio)
      """
  }

  private var sources: HTML? {
    guard !palette.sources.isEmpty else { return nil }
    let items = palette.sources.sorted { $0.key < $1.key }.map { name, source -> HTML in
      "<li>\("\(name): \(source.date), \(source.text)".printable)</li>"
    }
    return "<section class=\"card\"><h2>Sources</h2><ul>\(items)</ul></section>"
  }
}
