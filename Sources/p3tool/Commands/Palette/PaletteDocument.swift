import P3Kit

/// The JSON document of `palette show`.
struct PaletteDocument: Encodable {
  /// A palette in figures.
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
    /// As CSS writes it.
    let color: String
    let srgb: String
    let alpha: Double
    let inSRGB: Bool
    /// The least ratio on the backgrounds of its group; nil where the colour is none that is read.
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
      sources: palette.sources.mapValues { Source(date: $0.date, text: $0.text) },
      colors: colors.map { entry in
        Color(
          name: entry.name, role: entry.role?.rawValue, group: entry.group, source: entry.source,
          platform: entry.platform, values: rows.values(of: entry).map(Value.init))
      })
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

/// The values of colours, with what is to be said of each.
struct PaletteRows {
  let colors: [Palette.Entry]
  let appearance: PaletteCondition.Appearance?

  /// A colour under a condition that it has a value of its own for.
  struct Value {
    let condition: PaletteCondition
    let color: CSSColor
    /// What lies under it: the first background of its group, or the appearance's white or black.
    let ground: CSSColor
    let leastRatio: Double?
  }

  /// The values of `entry`, light before dark.
  func values(of entry: Palette.Entry) -> [Value] {
    PaletteCondition.all.filter { entry.hasOwnValue($0) && (appearance ?? $0.appearance) == $0.appearance }
      .compactMap { condition in
        guard let color = entry.color(condition) else { return nil }
        let grounds = grounds(of: entry, condition)
        let ratios = grounds.compactMap { try? ContrastPair(color, on: $0).decidingRatio }
        return Value(
          condition: condition, color: color,
          ground: grounds.first
            ?? CSSColor(space: .sRGB, components: condition.appearance == .light ? .one : .zero),
          leastRatio: entry.role?.isRead == true ? ratios.min() : nil)
      }
  }

  /// The opaque backgrounds of the group of `entry`.
  private func grounds(of entry: Palette.Entry, _ condition: PaletteCondition) -> [CSSColor] {
    colors.filter { $0.role == .background && $0.group == entry.group }.compactMap { $0.color(condition) }
      .filter { $0.alpha == 1 }
  }
}

/// The JSON document of `palette list`.
struct PaletteListDocument: Encodable {
  /// One palette in the list.
  struct Item: Encodable {
    let name, title, date: String
    let colors: Int
    let platforms: [String]
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
        platforms: $0.platforms)
    }
  }

  /// The document as text.
  func json() throws -> String { try JSONText.encode(self) }
}
