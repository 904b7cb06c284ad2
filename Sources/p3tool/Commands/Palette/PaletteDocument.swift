import Colors
import Palettes

/// The palette in the JSON document of `palette show`.
struct PaletteContent: Encodable {
  /// A publication.
  struct Source: Encodable {
    let date, text: String
  }

  /// A colour with all its values.
  struct Color: Encodable {
    let name: String
    let role: String?
    let group, source: String
    let platform: String?
    let values: [Value]
  }

  /// A value under one condition.
  struct Value: Encodable {
    let appearance: String
    let level, contrast: String?
    /// The colour in CSS syntax.
    let color: String
    let srgb: String
    let alpha: Double
    let inSRGB: Bool
    /// The least contrast ratio on the backgrounds of its group; nil if the colour is not for text.
    let leastRatio: Double?
  }

  let name, title, date: String
  let sources: [String: Source]
  let colors: [Color]

  /// `colors` of `palette`, under one appearance or under all.
  init(_ palette: Palette, colors: [Palette.Entry], _ appearance: PaletteCondition.Appearance?) {
    let rows = PaletteRows(colors: colors, appearance: appearance)
    (name, title, date) = (palette.name, palette.title, palette.date)
    sources = Self.sources(of: palette)
    self.colors = colors.map { entry in
      Color(
        name: entry.name, role: entry.role?.rawValue, group: entry.group, source: entry.source,
        platform: entry.platform, values: rows.values(of: entry).map(Value.init))
    }
  }

  fileprivate static func sources(of palette: Palette) -> [String: Source] {
    palette.sources.mapValues { Source(date: $0.date, text: $0.text) }
  }
}

extension PaletteContent.Value {
  init(_ row: PaletteRows.Value) {
    self.init(
      appearance: row.condition.appearance.rawValue, level: row.condition.isElevated ? "elevated" : nil,
      contrast: row.condition.isIncreased ? "increased" : nil, color: row.color.cssText,
      srgb: row.color.hexText, alpha: row.color.alpha, inSRGB: row.color.isInSRGB, leastRatio: row.leastRatio)
  }
}

/// One palette in the JSON document of `palette list`.
struct PaletteListItem: Encodable {
  let name, title, date: String
  let colors: Int
  let platforms: [String]
  /// The sources by their ids.
  let sources: [String: PaletteContent.Source]

  init(_ palette: Palette) {
    (name, title, date) = (palette.name, palette.title, palette.date)
    colors = Set(palette.colors.map(\.name)).count
    platforms = palette.platforms
    sources = PaletteContent.sources(of: palette)
  }
}
