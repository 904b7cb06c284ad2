import Basics

/// A set of named colours with their sources: a design system's, or a project's own.
package struct Palette: Sendable, Hashable {
  /// As `--palette` takes it: `apple-2025`, or a file's name.
  package let name: String
  /// For people.
  package let title: String
  /// When its values were published, `2025-06-09`; empty if not known.
  package let date: String
  /// Where the values come from, by the ids that colours name.
  package let sources: [String: Source]
  /// The colours in the palette's order. One name occurs once for each platform with values of its own.
  package let colors: [Entry]

  package init(name: String, title: String, date: String, sources: [String: Source], colors: [Entry]) {
    self.name = name
    self.title = title
    self.date = date
    self.sources = sources
    self.colors = colors
  }

  /// A publication that values were taken from.
  package struct Source: Sendable, Hashable {
    /// `2025-06-09`.
    package let date: String
    /// Title and place.
    package let text: String
  }

  /// One colour of a palette, on all platforms or on one.
  package struct Entry: Sendable, Hashable {
    /// `secondaryLabel`.
    package let name: String
    /// What it is for; nil if not known.
    package let role: PaletteRole?
    /// Colours of one group are seen together: texts of a group stand on its backgrounds.
    package let group: String
    /// The platform whose values these are; nil for all without an entry of their own.
    package let platform: String?
    /// The id of its source; empty if not known.
    package let source: String
    /// The palette's description of the colour; empty if the palette has none.
    package var note = ""
    /// The colour whose value this one takes; nil where it has its own.
    package var alias: String?
    /// Whether its role was guessed from its name.
    package var isRoleByName = false
    /// The colour under each condition that has a value of its own.
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

/// What a colour is for.
package enum PaletteRole: String, Sendable, Hashable, CaseIterable {
  /// Words to read.
  case text
  /// What other colours stand on.
  case background
  /// What reacts to a touch: links, tints.
  case interactive
  /// Colours of a state: an error, a success.
  case status
  /// Shapes under text.
  case fill
  /// Lines between areas.
  case separator
  /// Colours without meaning: disabled text, ornaments.
  case decoration

  /// Whether people read words in it, so that it needs contrast with its backgrounds.
  package var isRead: Bool { self == .text || self == .interactive || self == .status }
}

/// When a value of a palette holds.
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
  /// Whether the view lies above another one.
  package var isElevated = false
  /// Whether the user asked for more contrast.
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

  /// As palette files and reports write it: `dark elevated increased`.
  package var text: String {
    ([appearance.rawValue] + (isElevated ? ["elevated"] : []) + (isIncreased ? ["increased"] : []))
      .joined(separator: " ")
  }
}

extension Palette.Entry {
  /// The colour under `condition`: its own value, else the one without elevation, without increased contrast, or
  /// without either; nil for an appearance without a value.
  package func color(_ condition: PaletteCondition) -> CSSColor? {
    var (base, increased, elevated) = (condition, condition, condition)
    (increased.isElevated, elevated.isIncreased) = (false, false)
    (base.isElevated, base.isIncreased) = (false, false)
    return values[condition] ?? values[increased] ?? values[elevated] ?? values[base]
  }

  /// Whether `condition` has a value of its own, not that of another.
  package func hasOwnValue(_ condition: PaletteCondition) -> Bool { values[condition] != nil }
}

extension Palette {
  /// The platforms with values of their own, sorted.
  package var platforms: [String] { Set(colors.compactMap(\.platform)).sorted() }

  /// The colours of `platform`: its own, and those of all platforms that it has none of its own for. Nil leaves out
  /// what is of one platform alone.
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
  /// The name that was probably meant by `text`; nil where none is near.
  package func nearestName(to text: String, platform: String?) -> String? {
    NearestName.to(text, among: colors(of: platform).map(\.name))
  }
}
