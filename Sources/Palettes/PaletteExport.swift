package import Colors
import ImageFiles

/// A palette in the form of another tool.
package enum PaletteExport: String, Sendable, Hashable, CaseIterable {
  /// p3tool's own form, which `--palette` reads.
  case json
  /// Custom properties with `light-dark()`.
  case css
  /// SwiftUI colours.
  case swift
  /// A folder of colour sets, as Xcode's asset catalogs hold them.
  case colorset
  /// Design tokens of the Design Tokens Community Group, 2025.10.
  case dtcg

  /// `palette` as text on `platform`; nil for `colorset`, which is a folder.
  package func text(_ palette: Palette, platform: String?) -> String? {
    let colors = palette.colors(of: platform)
    return switch self {
    case .json: PaletteJSON.file(palette, colors: colors).prettyText.visibleJSON + "\n"
    case .css: PaletteCSS(palette: palette, colors: colors).text
    case .swift: PaletteSwift(palette: palette, colors: colors).text
    case .dtcg: PaletteJSON.tokens(palette, colors: colors).prettyText.visibleJSON + "\n"
    case .colorset: nil
    }
  }
}

extension Palette.Entry {
  /// The values in a fixed order: light before dark, base before elevated.
  package var orderedValues: [(condition: PaletteCondition, color: CSSColor)] {
    PaletteCondition.all.compactMap { condition in values[condition].map { (condition, $0) } }
  }

  /// The value of a form that has one: the light one, or the first.
  package var plainColor: CSSColor? { color(PaletteCondition(.light)) ?? orderedValues.first?.color }
}

extension Palette {
  /// The title on one line, for a comment that it cannot end.
  fileprivate var commentTitle: String {
    (title.isEmpty ? name : title).printable.replacing("*/", with: "* /")
  }
}

/// The forms that are JSON.
private enum PaletteJSON {
  /// What `PaletteFile` reads.
  static func file(_ palette: Palette, colors: [Palette.Entry]) -> JSONValue {
    let sources = palette.sources.sorted { $0.key < $1.key }.map { id, source in
      (id, JSONValue.object([("date", .string(source.date)), ("text", .string(source.text))]))
    }
    return [
      "name": .string(palette.name), "title": .string(palette.title), "date": .string(palette.date),
      "sources": .object(sources), "colors": .array(colors.map(color)),
    ]
  }

  private static func color(_ entry: Palette.Entry) -> JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(entry.name))]
    members += facts(entry)
    members += entry.orderedValues.map { ($0.condition.text, .string($0.color.cssText)) }
    return .object(members)
  }

  private static func facts(_ entry: Palette.Entry) -> [(String, JSONValue)] {
    let facts = [
      ("role", entry.role?.rawValue ?? ""), ("group", entry.group), ("source", entry.source),
      ("note", entry.note),
    ]
    return facts.filter { !$0.1.isEmpty }.map { ($0.0, .string($0.1)) }
  }

  /// What `DesignTokens` reads.
  static func tokens(_ palette: Palette, colors: [Palette.Entry]) -> JSONValue {
    let tokens = colors.compactMap { entry in entry.plainColor.map { (entry.name, token(entry, $0)) } }
    return .object([("$type", .string("color")), ("$description", .string(palette.title))] + tokens)
  }

  private static func token(_ entry: Palette.Entry, _ plain: CSSColor) -> JSONValue {
    var ours = facts(entry).filter { $0.0 != "note" }
    let others = entry.orderedValues.filter { $0.condition != PaletteCondition(.light) }
    if !others.isEmpty {
      ours.append(("values", .object(others.map { ($0.condition.text, value($0.color)) })))
    }
    var members: [(String, JSONValue)] = [("$value", value(plain))]
    if !entry.note.isEmpty { members.append(("$description", .string(entry.note))) }
    members.append(("$extensions", .object([(DesignTokens.extensionName, .object(ours))])))
    return .object(members)
  }

  /// A colour of the Color module 2025.10, with `hex` for tools that know no spaces.
  private static func value(_ color: CSSColor) -> JSONValue {
    let components = [color.components.x, color.components.y, color.components.z]
    var members: [(String, JSONValue)] = [
      ("colorSpace", .string(color.space.rawValue)),
      ("components", .array(components.map { .number(CSSColor.number($0)) })),
      ("hex", .string(color.hexText)),
    ]
    if color.alpha < 1 { members.append(("alpha", .number(CSSColor.number(color.alpha)))) }
    return .object(members)
  }
}

/// Custom properties: values for browsers without `light-dark()` first, wide colours for displays that show them last.
private struct PaletteCSS {
  let palette: Palette
  let colors: [Palette.Entry]

  var text: String {
    let blocks = [
      ["/* \(palette.commentTitle) */"],
      [":root {", "  color-scheme: light dark;"] + properties(light, "  ") + ["}"],
      block("@media (prefers-color-scheme: dark)", ":root", properties(dark)),
      block("@supports (color: light-dark(white, black))", ":root", lightDark),
      block("@media (prefers-contrast: more)", ":root", properties { both($0, isIncreased: true) }),
      block("@media (color-gamut: p3)", ":root", properties(wide)),
      elevated,
      block(
        "@media (prefers-contrast: more)", Self.elevatedSelector,
        properties { both($0, isElevated: true, isIncreased: true) }),
    ]
    return blocks.filter { !$0.isEmpty }.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  /// What views above others are marked with.
  private static let elevatedSelector = "[data-level=\"elevated\"]"

  private func block(_ condition: String, _ selector: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(condition) {", "  \(selector) {"] + lines + ["  }", "}"]
  }

  private var elevated: [String] {
    let lines = properties({ both($0, isElevated: true) }, "  ")
    return lines.isEmpty ? [] : ["\(Self.elevatedSelector) {"] + lines + ["}"]
  }

  /// A line for each colour that `value` has one for.
  private func properties(_ value: (Palette.Entry) -> String?, _ indent: String = "    ") -> [String] {
    colors.compactMap { entry in value(entry).map { "\(indent)--\(Self.name(entry.name)): \($0);" } }
  }

  private func light(_ entry: Palette.Entry) -> String? { entry.plainColor.map(Self.inSRGB) }

  private func dark(_ entry: Palette.Entry) -> String? {
    guard let dark = entry.values[PaletteCondition(.dark)], dark != entry.plainColor else { return nil }
    return Self.inSRGB(dark)
  }

  private var lightDark: [String] {
    properties {
      dark($0) == nil ? nil : pair($0, PaletteCondition(.light), PaletteCondition(.dark), Self.inSRGB)
    }
  }

  /// Values of their own under another condition, for both appearances.
  private func both(_ entry: Palette.Entry, isElevated: Bool = false, isIncreased: Bool = false) -> String? {
    let conditions = PaletteCondition.Appearance.allCases.map {
      PaletteCondition($0, isElevated: isElevated, isIncreased: isIncreased)
    }
    guard conditions.contains(where: entry.hasOwnValue) else { return nil }
    return pair(entry, conditions[0], conditions[1], Self.inSRGB)
  }

  private func wide(_ entry: Palette.Entry) -> String? {
    guard entry.values.values.contains(where: { !$0.isInSRGB }) else { return nil }
    return pair(entry, PaletteCondition(.light), PaletteCondition(.dark)) { $0.cssText }
  }

  private func pair(
    _ entry: Palette.Entry, _ light: PaletteCondition, _ dark: PaletteCondition, _ text: (CSSColor) -> String
  ) -> String? {
    guard let lightColor = entry.color(light) ?? entry.plainColor else { return nil }
    let darkColor = entry.color(dark) ?? lightColor
    return lightColor == darkColor ? text(lightColor) : "light-dark(\(text(lightColor)), \(text(darkColor)))"
  }

  /// The colour, or what an sRGB display makes of it.
  private static func inSRGB(_ color: CSSColor) -> String {
    color.isInSRGB
      ? color.cssText
      : CSSColor(space: .sRGB, components: color.clippedSRGB, alpha: color.alpha).cssText
  }

  /// `secondaryLabel` as `secondary-label`, `brand.tint` as `brand-tint`.
  static func name(_ name: String) -> String {
    var text = ""
    for (index, character) in name.enumerated() {
      if character.isUppercase, index > 0, text.last != "-" { text += "-" }
      let isPlain = character.isLetter || character.isNumber || character == "-" || character == "_"
      text += isPlain ? character.lowercased() : "-"
    }
    return text
  }
}

/// SwiftUI colours that follow the appearance.
private struct PaletteSwift {
  let palette: Palette
  let colors: [Palette.Entry]

  var text: String {
    let head = [
      "// \(palette.commentTitle). Written by p3tool palette export.", "", "import SwiftUI", "",
      "extension Color {",
    ]
    return (head + colors.compactMap(declaration) + ["", Self.adaptive, "}", ""]).joined(separator: "\n")
  }

  /// What makes one colour of two.
  private static let adaptive = """
      /// A colour that follows the appearance.
      private static func adaptive(light: Color, dark: Color) -> Color {
        #if canImport(UIKit)
          Color(UIColor { $0.userInterfaceStyle == .dark ? UIColor(dark) : UIColor(light) })
        #else
          Color(
            NSColor(name: nil) {
              $0.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua ? NSColor(dark) : NSColor(light)
            })
        #endif
      }
    """

  private func declaration(_ entry: Palette.Entry) -> String? {
    guard let light = entry.plainColor else { return nil }
    let dark = entry.color(PaletteCondition(.dark)) ?? light
    let value =
      light == dark ? Self.color(light) : ".adaptive(light: \(Self.color(light)), dark: \(Self.color(dark)))"
    return "  static let \(Self.identifier(entry.name)): Color = \(value)"
  }

  private static func color(_ color: CSSColor) -> String {
    let color = color.inCatalogSpace
    let space = color.space == .displayP3 ? ".displayP3" : ".sRGB"
    let numbers = zip(
      ["red", "green", "blue"], [color.components.x, color.components.y, color.components.z]
    )
    .map { "\($0): \(CSSColor.number($1))" }.joined(separator: ", ")
    return "Color(\(space), \(numbers), opacity: \(CSSColor.number(color.alpha)))"
  }

  /// `brand.tint-2` as `brandTint2`.
  private static func identifier(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let joined = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }
      .joined()
    return joined.first?.isNumber == true ? "_\(joined)" : joined
  }
}
