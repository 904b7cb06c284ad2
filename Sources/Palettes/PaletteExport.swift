package import Colors
import ImageFiles

/// A format for exporting palettes.
package enum PaletteExport: String, Sendable, Hashable, CaseIterable {
  /// p3tool's own format, which `--palette` reads.
  case json
  /// Custom properties with `light-dark()`.
  case css
  /// SwiftUI colours.
  case swift
  /// A folder of colour sets for Xcode's asset catalogs.
  case colorset
  /// Design tokens of the Design Tokens Community Group, 2025.10.
  case dtcg

  /// `palette` as text, for `platform`; nil for `colorset`, which is a folder.
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

  /// Whether the colour has only dark values.
  fileprivate var isDarkAlone: Bool { values.keys.allSatisfy { $0.appearance == .dark } }

  /// Whether a tree of tokens needs the colour although it has no plain value for this appearance.
  fileprivate func isInTree(_ condition: PaletteCondition) -> Bool {
    condition.appearance == (isDarkAlone ? .dark : .light)
  }

  /// Whether both appearances have values.
  fileprivate var isAdaptive: Bool {
    values[PaletteCondition(.light)] != nil && values[PaletteCondition(.dark)] != nil
  }

  /// The value for formats with a single one: the light value, or the first.
  package var plainColor: CSSColor? { color(PaletteCondition(.light)) ?? orderedValues.first?.color }
}

extension Palette {
  /// The title on one line, without the end of a comment.
  fileprivate var commentTitle: String {
    (title.isEmpty ? name : title).printable.replacing("*/", with: "* /")
  }
}

/// The JSON formats.
private enum PaletteJSON {
  /// The format that `PaletteFile` reads.
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

  /// The format that `DesignTokens` reads; for palettes with dark values a resolver document, which defines when these
  /// apply.
  static func tokens(_ palette: Palette, colors: [Palette.Entry]) -> JSONValue {
    let values = Dictionary(colors.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    func tree(_ condition: PaletteCondition) -> [(String, JSONValue)] {
      nested(
        colors.compactMap { entry in
          token(entry, condition, alias: entry.alias.flatMap { values[$0] }).map { (path(entry.name), $0) }
        })
    }
    func typed(_ members: [(String, JSONValue)]) -> JSONValue {
      .object([("$type", "color"), ("$description", .string(palette.title))] + members)
    }
    let (light, dark) = (typed(tree(PaletteCondition(.light))), tree(PaletteCondition(.dark)))
    guard !dark.isEmpty else { return light }
    return [
      "version": "2025.10", "sets": ["colors": ["sources": [light]]],
      "modifiers": [
        "appearance": ["contexts": ["light": [], "dark": [typed(dark)]], "default": "light"]
      ],
      "resolutionOrder": [["$ref": "#/sets/colors"], ["$ref": "#/modifiers/appearance"]],
    ]
  }

  /// The groups and name of a token; names cannot contain dots.
  private static func path(_ name: String) -> ArraySlice<String> {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    return parts.contains { $0.isEmpty || $0.hasPrefix("$") } ? [name] : parts[...]
  }

  private static func nested(_ tokens: [(path: ArraySlice<String>, token: JSONValue)]) -> [(
    String, JSONValue
  )] {
    var order: [String] = []
    var groups: [String: [(path: ArraySlice<String>, token: JSONValue)]] = [:]
    for token in tokens {
      let name = token.path.first ?? "$root"
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append((token.path.dropFirst(), token.token))
    }
    return order.map { name in
      let inner = groups[name] ?? []
      let isToken = inner.count == 1 && inner[0].path.isEmpty
      return (name, isToken ? inner[0].token : .object(nested(inner)))
    }
  }

  /// The token of `entry` in an appearance; nil if its value there equals that of its alias, or the light value.
  private static func token(
    _ entry: Palette.Entry, _ condition: PaletteCondition, alias: Palette.Entry?
  ) -> JSONValue? {
    guard let color = entry.values[condition] ?? (entry.isInTree(condition) ? entry.plainColor : nil) else {
      return nil
    }
    let isAlias = alias?.values[condition] == color
    let isFirst = condition.appearance == .light || entry.isDarkAlone
    if isAlias, !isFirst { return nil }
    var members = [("$value", isAlias ? .string("{\(alias?.name ?? "")}") : value(color))]
    guard isFirst else { return .object(members) }
    var ours = facts(entry).filter { $0.0 != "note" }
    let others = entry.orderedValues.filter { $0.condition.isElevated || $0.condition.isIncreased }
    if !others.isEmpty {
      ours.append(("values", .object(others.map { ($0.condition.text, value($0.color)) })))
    }
    if !entry.note.isEmpty { members.append(("$description", .string(entry.note))) }
    if !ours.isEmpty {
      members.append(("$extensions", .object([(DesignTokens.extensionName, .object(ours))])))
    }
    return .object(members)
  }

  /// A colour of the Color module 2025.10, with `hex` for tools without colour spaces.
  private static func value(_ color: CSSColor) -> JSONValue {
    // The module has no linear Display P3.
    let color = color.space == .linearDisplayP3 ? color.converted(to: .displayP3) : color
    var members: [(String, JSONValue)] = [
      ("colorSpace", .string(color.space.rawValue)),
      ("components", .array(color.numbers.map { .number($0) })),
      ("hex", .string(color.hexText)),
    ]
    if color.alpha < 1 { members.append(("alpha", .number(CSSColor.number(color.alpha)))) }
    return .object(members)
  }
}

/// Custom properties: first values for browsers without `light-dark()`, last wide colours for displays that can show
/// them.
private struct PaletteCSS {
  let palette: Palette
  let colors: [Palette.Entry]

  var text: String {
    let blocks = [
      ["/* \(palette.commentTitle) */"],
      rule(":root", scheme + properties { $0.values[Self.light]?.inSRGB.cssText }),
      block(Self.isDark, ":root", properties { $0.values[Self.dark]?.inSRGB.cssText }),
      block(
        "@supports (color: light-dark(white, black))", ":root",
        properties { $0.isAdaptive ? pair($0, Self.light, Self.dark, { $0.inSRGB.cssText }) : nil }),
      blocks("(prefers-contrast: more)", ":root") { both($0, isIncreased: true) },
      blocks("(color-gamut: p3)", ":root", value: wide),
      blocks(nil, Self.elevatedSelector) { both($0, isElevated: true) },
      blocks("(prefers-contrast: more)", Self.elevatedSelector) {
        both($0, isElevated: true, isIncreased: true)
      },
    ]
    return blocks.filter { !$0.isEmpty }.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  private static let light = PaletteCondition(.light)
  private static let dark = PaletteCondition(.dark)
  private static let isDark = "@media (prefers-color-scheme: dark)"

  /// Declares that the page has both appearances, so that its own controls become dark.
  private var scheme: [String] {
    let areAdaptive = colors.contains { $0.values.keys.contains { $0.appearance == .dark } }
    return areAdaptive ? ["  color-scheme: light dark;"] : []
  }

  /// The selector that marks elevated views.
  private static let elevatedSelector = "[data-level=\"elevated\"]"

  private func rule(_ selector: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(selector) {"] + lines + ["}"]
  }

  private func block(_ condition: String, _ selector: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(condition) {", "  \(selector) {"] + lines.map { "  " + $0 } + ["  }", "}"]
  }

  /// The rules for `media`: colours with both appearances, then those with only a dark value.
  private func blocks(
    _ media: String?, _ selector: String, value: (Palette.Entry) -> String?
  ) -> [String] {
    let lines = properties { $0.isDarkAlone ? nil : value($0) }
    let dark = properties { $0.isDarkAlone ? value($0) : nil }
    guard let media else { return rule(selector, lines) + block(Self.isDark, selector, dark) }
    return block("@media \(media)", selector, lines) + block("\(Self.isDark) and \(media)", selector, dark)
  }

  /// One line per colour for which `value` gives a text.
  private func properties(_ value: (Palette.Entry) -> String?) -> [String] {
    colors.compactMap { entry in value(entry).map { "  --\(Self.name(entry.name)): \($0);" } }
  }

  /// Values of their own under another condition, for both appearances.
  private func both(_ entry: Palette.Entry, isElevated: Bool = false, isIncreased: Bool = false) -> String? {
    let conditions = PaletteCondition.Appearance.allCases.map {
      PaletteCondition($0, isElevated: isElevated, isIncreased: isIncreased)
    }
    guard conditions.contains(where: entry.hasOwnValue) else { return nil }
    return pair(entry, conditions[0], conditions[1]) { $0.inSRGB.cssText }
  }

  private func wide(_ entry: Palette.Entry) -> String? {
    guard entry.values.values.contains(where: { !$0.isInSRGB }) else { return nil }
    return pair(entry, Self.light, Self.dark) { $0.cssText }
  }

  /// Both values, even if equal: a property without a dark value leaves the dark appearance undefined.
  private func pair(
    _ entry: Palette.Entry, _ light: PaletteCondition, _ dark: PaletteCondition, _ text: (CSSColor) -> String
  ) -> String? {
    switch (entry.color(light), entry.color(dark)) {
    case (let light?, let dark?): "light-dark(\(text(light)), \(text(dark)))"
    case (let one?, nil), (nil, let one?): text(one)
    case (nil, nil): nil
    }
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

/// SwiftUI colours that adapt to the appearance.
private struct PaletteSwift {
  let palette: Palette
  let colors: [Palette.Entry]

  var text: String {
    let head = [
      "// \(palette.commentTitle). Written by p3tool palette export.", "", "import SwiftUI", "",
      "extension Color {",
    ]
    var names: Set<String> = []
    let lines = colors.compactMap { declaration($0, &names) }
    return (head + lines + ["", Self.adaptive, "}", ""]).joined(separator: "\n")
  }

  /// The Swift function that combines two colours to one.
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

  /// - Parameter names: the names used so far.
  private func declaration(_ entry: Palette.Entry, _ names: inout Set<String>) -> String? {
    guard let light = entry.plainColor else { return nil }
    let dark = entry.color(PaletteCondition(.dark)) ?? light
    let value =
      light == dark ? Self.color(light) : ".adaptive(light: \(Self.color(light)), dark: \(Self.color(dark)))"
    let plain = Self.identifier(entry.name)
    var (name, number) = (plain, 2)
    while !names.insert(name).inserted {
      name = "\(plain)\(number)"
      number += 1
    }
    return "  static let \(Self.keywords.contains(name) ? "`\(name)`" : name): Color = \(value)"
  }

  private static func color(_ color: CSSColor) -> String {
    let color = color.inCatalogSpace
    let space = color.space == .displayP3 ? ".displayP3" : ".sRGB"
    let numbers = zip(["red", "green", "blue"], color.numbers).map { "\($0): \($1)" }.joined(separator: ", ")
    return "Color(\(space), \(numbers), opacity: \(CSSColor.number(color.alpha)))"
  }

  /// `brand.tint-2` as `brandTint2`.
  private static func identifier(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let joined = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }
      .joined()
    if joined.isEmpty { return "unnamed" }
    let isName = joined.first?.isNumber != true && !neverMembers.contains(joined)
    return isName ? joined : "_\(joined)"
  }

  /// Names that no Swift member can have, not even in backquotes.
  private static let neverMembers: Set<String> = ["Type", "Protocol", "self", "Self", "init"]

  /// Swift keywords, which need backquotes as names.
  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat",
    "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try",
    "typealias", "var", "where", "while",
  ]
}
