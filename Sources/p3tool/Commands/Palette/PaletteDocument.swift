import Colors
import CommandParts
import Palettes
import Reports

/// The JSON document of `palette show`.
struct PaletteDocument: Encodable {
  /// The palette with its totals.
  struct Content: Encodable {
    let name, title, date: String
    let sources: [String: Source]
    let colors: [Color]
  }

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

  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  let command = "palette show"
  let palette: Content

  private enum CodingKeys: String, CodingKey {
    case tool, version, schema, command, palette
  }

  /// `colors` of `palette`, under one appearance or under all.
  init(_ palette: Palette, colors: [Palette.Entry], _ appearance: PaletteCondition.Appearance?) {
    let rows = PaletteRows(colors: colors, appearance: appearance)
    self.palette = Content(
      name: palette.name, title: palette.title, date: palette.date,
      sources: Self.sources(of: palette),
      colors: colors.map { entry in
        Color(
          name: entry.name, role: entry.role?.rawValue, group: entry.group, source: entry.source,
          platform: entry.platform, values: rows.values(of: entry).map(Value.init))
      })
  }

  fileprivate static func sources(of palette: Palette) -> [String: Source] {
    palette.sources.mapValues { Source(date: $0.date, text: $0.text) }
  }

  /// The document as text.
  func json() throws -> String { try JSONText.encode(self) }
}

extension PaletteDocument.Value {
  init(_ row: PaletteRows.Value) {
    self.init(
      appearance: row.condition.appearance.rawValue, level: row.condition.isElevated ? "elevated" : nil,
      contrast: row.condition.isIncreased ? "increased" : nil, color: row.color.cssText,
      srgb: row.color.hexText, alpha: row.color.alpha, inSRGB: row.color.isInSRGB, leastRatio: row.leastRatio)
  }
}

/// The JSON document of `palette list`.
struct PaletteListDocument: Encodable {
  /// One palette in the list.
  struct Item: Encodable {
    let name, title, date: String
    let colors: Int
    let platforms: [String]
    /// The sources by their ids.
    let sources: [String: PaletteDocument.Source]
  }

  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  let command = "palette list"
  let palettes: [Item]

  private enum CodingKeys: String, CodingKey {
    case tool, version, schema, command, palettes
  }

  init(_ palettes: [Palette]) {
    self.palettes = palettes.map {
      Item(
        name: $0.name, title: $0.title, date: $0.date, colors: Set($0.colors.map(\.name)).count,
        platforms: $0.platforms, sources: PaletteDocument.sources(of: $0))
    }
  }

  /// The document as text.
  func json() throws -> String { try JSONText.encode(self) }
}
