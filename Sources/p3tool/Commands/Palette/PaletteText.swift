import Colors
import CommandParts
import ImageFiles
import Palettes
import Reports

/// The text output of `palette show`.
struct PaletteText {
  let palette: Palette
  let colors: [Palette.Entry]
  let appearance: PaletteCondition.Appearance?
  /// Whether swatches are drawn with the terminal's 24-bit colours.
  let paints: Bool
  /// The width of lines in columns.
  var columns = 80

  /// Title and sources, then a block of lines for each colour.
  var text: String {
    let date = palette.date.isEmpty ? "" : " (\(palette.date))"
    let sources = palette.sources.sorted { $0.key < $1.key }.map {
      "  " + "\($0.key): \($0.value.date), \($0.value.text)".printable.wrapped(to: columns, indent: 2)
    }
    let head =
      ["\(palette.name)\(date)  \(palette.title)".printableName.wrapped(to: columns, indent: 0)] + sources
    let rows = PaletteRows(colors: colors, appearance: appearance)
    let width = (colors.map { heading($0).count }.max() ?? 0) + 2
    return (head + colors.flatMap { lines($0, rows, width) }).joined(separator: "\n") + "\n"
  }

  private func heading(_ entry: Palette.Entry) -> String {
    (entry.name + (entry.platform.map { " (\($0))" } ?? "")).printableName
  }

  /// A line for each value. The first starts with the name.
  private func lines(_ entry: Palette.Entry, _ rows: PaletteRows, _ width: Int) -> [String] {
    rows.values(of: entry).enumerated().map { index, value in
      let name = (index == 0 ? heading(entry) : "").padded(to: width)
      let ratio = value.leastRatio.map { "  \(ContrastReport.truncated($0)):1" } ?? ""
      return "\(swatch(value))\(name)\(value.condition.text.padded(to: 24))\(value.color.cssText)\(ratio)"
    }
  }

  /// Two cells in the colour as it appears on its ground, as 8-bit sRGB; empty if colours are off.
  private func swatch(_ value: PaletteRows.Value) -> String {
    guard paints, let pair = try? ContrastPair(value.color, on: value.ground) else { return "" }
    let codes = (pair.seenForeground.clippedSRGB * 255).rounded(.toNearestOrAwayFromZero)
    return "\u{1B}[48;2;\(Int(codes.x));\(Int(codes.y));\(Int(codes.z))m  \u{1B}[0m "
  }
}
