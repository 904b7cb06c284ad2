package import Colors
package import ImageFiles

/// What the colours of a palette are for: what it says itself, else what their names say.
struct PaletteRoles {
  /// Words of names, and the role that they mean; the first that occurs in a name counts.
  private static let words: [(role: PaletteRole, words: Set<String>)] = [
    (.separator, ["separator", "border", "divider", "outline", "hairline", "stroke"]),
    (.background, ["background", "bg", "surface", "canvas", "paper", "page"]),
    (.text, ["text", "label", "foreground", "fg", "title", "caption", "heading", "ink", "placeholder"]),
    (
      .status,
      ["error", "negative", "danger", "critical", "success", "positive", "warning", "info", "informative"]
    ),
    (.interactive, ["link", "tint", "accent", "action", "interactive", "button", "focus"]),
    (.fill, ["fill", "chip", "badge", "track"]), (.decoration, ["shadow", "disabled", "overlay", "scrim"]),
  ]

  /// The role that `name` says; nil where it says none.
  static func role(named name: String) -> PaletteRole? {
    let words = Set(Self.wordsOf(name))
    return Self.words.first { !$0.words.isDisjoint(with: words) }?.role
  }

  /// `button-primaryText2` as button, primary, text.
  private static func wordsOf(_ name: String) -> [String] {
    var words: [String] = [""]
    for character in name {
      if !character.isLetter { words.append("") }
      if character.isUppercase { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
    }
    return words.filter { !$0.isEmpty }
  }
}

/// Roles that a user gives to colours by their names.
package struct PaletteRoleGlobs: Sendable {
  /// A pattern and the role of the names that it matches.
  private let globs: [(glob: GlobPattern, role: PaletteRole)]

  /// No role for any name.
  package init() { globs = [] }

  /// The first pattern that matches a name gives its role.
  package init(_ globs: [(glob: GlobPattern, role: PaletteRole)]) { self.globs = globs }

  /// The role of the colour called `name`; nil where no pattern matches. The dots of tokens' names divide them as the
  /// slashes of patterns do: `button.text` is matched by `*/text`.
  func role(named name: String) -> PaletteRole? {
    let path = name.replacing(".", with: "/")
    return globs.first { $0.glob.matches(name) || $0.glob.matches(path) }?.role
  }
}

extension Palette {
  /// The palette with the roles that `globs` give, for all other colours their own, and where they have none the one that
  /// their name says.
  func withRoles(_ globs: PaletteRoleGlobs) -> Palette {
    let colors = colors.map { entry in
      Entry(
        name: entry.name,
        role: globs.role(named: entry.name) ?? entry.role ?? PaletteRoles.role(named: entry.name),
        group: entry.group,
        platform: entry.platform, source: entry.source, note: entry.note, values: entry.values)
    }
    return Palette(name: name, title: title, date: date, sources: sources, colors: colors)
  }
}
