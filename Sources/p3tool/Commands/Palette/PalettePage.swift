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
    let style: HTML = """
      .swatch { display: inline-block; padding: 8px 14px; border-radius: 8px; vertical-align: middle; }
      .swatch span { display: block; width: 44px; height: 20px; border-radius: 4px; }
      td { vertical-align: top; } td p { margin: 4px 0; white-space: nowrap; }
      """
    let head = HTMLPage.start(
      of: "palette show", policy: "style-src 'unsafe-inline'", title: title.printable, style: style,
      heading: title.printable,
      lead: "\((palette.name + date).printable): \(Numbers.counted(colors.count, "colour")).")
    return """
      \(head)<main>
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
