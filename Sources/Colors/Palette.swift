import Basics

/// A set of named colours with their sources: a design system's, or a project's own.
package struct Palette: Sendable, Hashable {
  /// The name for `--palette`: `apple-2025`, or a file's name.
  package let name: String
  /// Display title.
  package let title: String
  /// Publication date of the values, `2025-06-09`; empty if unknown.
  package let date: String
  /// Sources of the values, by the ids used in `colors`.
  package let sources: [String: Source]
  /// The colours in the palette's order. A name may occur once for each platform with values of its own.
  package let colors: [Entry]

  package init(name: String, title: String, date: String, sources: [String: Source], colors: [Entry]) {
    self.name = name
    self.title = title
    self.date = date
    self.sources = sources
    self.colors = colors
  }

  /// A publication with the values.
  package struct Source: Sendable, Hashable {
    /// `2025-06-09`.
    package let date: String
    /// Title and location.
    package let text: String
  }

  /// One colour of a palette, on all platforms or on one.
  package struct Entry: Sendable, Hashable {
    /// `secondaryLabel`.
    package let name: String
    /// The purpose; nil if unknown.
    package let role: PaletteRole?
    /// Colours of one group are shown together: texts of a group on its backgrounds.
    package let group: String
    /// The platform of these values; nil for all platforms without an entry of their own.
    package let platform: String?
    /// The id of its source; empty if unknown.
    package let source: String
    /// The palette's description of the colour; empty if the palette has none.
    package var note = ""
    /// The colour from which this one takes its value; nil if it has its own.
    package var alias: String?
    /// Whether its role was derived from its name.
    package var isRoleByName = false
    /// The colour for each condition with a value of its own.
    package let values: [PaletteCondition: CSSColor]

    package init(
      name: String, role: PaletteRole?, group: String, platform: String?, source: String, note: String = "",
      values: [PaletteCondition: CSSColor]
    ) {
      self.name = name
      self.role = role
      self.group = group
      self.platform = platform
      self.source = source
      self.note = note
      self.values = values
    }
  }
}

/// The purpose of a colour.
package enum PaletteRole: String, Sendable, Hashable, CaseIterable {
  /// Text to read.
  case text
  /// Ground under other colours.
  case background
  /// Interactive elements: links, tints.
  case interactive
  /// Colours of a state: an error, a success.
  case status
  /// Shapes under text.
  case fill
  /// Lines between areas.
  case separator
  /// Colours without meaning: disabled text, ornaments.
  case decoration

  /// Whether text is read in the colour, so that it needs contrast with its backgrounds.
  package var isRead: Bool { self == .text || self == .interactive || self == .status }
}

/// The condition for a value of a palette.
package struct PaletteCondition: Sendable, Hashable {
  /// The system's appearance.
  package enum Appearance: String, Sendable, Hashable, CaseIterable {
    /// Dark on light.
    case light
    /// Light on dark: dark mode.
    case dark
  }

  /// Light or dark.
  package var appearance: Appearance
  /// Whether the view is above another one.
  package var isElevated = false
  /// Whether the user has requested more contrast.
  package var isIncreased = false

  /// The condition of a view.
  package init(_ appearance: Appearance, isElevated: Bool = false, isIncreased: Bool = false) {
    self.appearance = appearance
    self.isElevated = isElevated
    self.isIncreased = isIncreased
  }

  /// Every condition: light before dark, base before elevated, default before increased.
  package static let all = Appearance.allCases.flatMap { appearance in
    [false, true].flatMap { elevated in
      [false, true].map { PaletteCondition(appearance, isElevated: elevated, isIncreased: $0) }
    }
  }

  /// The notation in palette files and reports: `dark elevated increased`.
  package var text: String {
    ([appearance.rawValue] + (isElevated ? ["elevated"] : []) + (isIncreased ? ["increased"] : []))
      .joined(separator: " ")
  }
}

extension Palette.Entry {
  /// The colour for `condition`: its own value, else the one without elevation, without increased contrast, or without
  /// both; nil for an appearance without a value.
  package func color(_ condition: PaletteCondition) -> CSSColor? {
    var (base, increased, elevated) = (condition, condition, condition)
    (increased.isElevated, elevated.isIncreased) = (false, false)
    (base.isElevated, base.isIncreased) = (false, false)
    return values[condition] ?? values[increased] ?? values[elevated] ?? values[base]
  }

  /// The colour that is seen under `condition`: as in `color(_:)`, or else the light one, which holds in both appearances
  /// if there is no dark one.
  package func seenColor(_ condition: PaletteCondition) -> CSSColor? {
    var light = condition
    light.appearance = .light
    return color(condition) ?? color(light)
  }

  /// Whether `condition` has a value of its own.
  package func hasOwnValue(_ condition: PaletteCondition) -> Bool { values[condition] != nil }
}

extension Palette {
  /// The platforms with values of their own, sorted.
  package var platforms: [String] { Set(colors.compactMap(\.platform)).sorted() }

  /// The colours of `platform`: its own, and those of all platforms unless it has its own. Nil: only colours of all
  /// platforms.
  package func colors(of platform: String?) -> [Entry] {
    let own = Set(colors.filter { $0.platform == platform }.map(\.name))
    return colors.filter { $0.platform == platform || ($0.platform == nil && !own.contains($0.name)) }
  }

  /// The colour called `name`, in any letter case.
  package func color(named name: String, platform: String?) -> Entry? {
    let name = name.lowercased()
    return colors(of: platform).first { $0.name.lowercased() == name }
  }
}

extension Palette {
  /// The name that `text` probably means; nil if none is similar.
  package func nearestName(to text: String, platform: String?) -> String? {
    NearestName.to(text, among: colors(of: platform).map(\.name))
  }
}
