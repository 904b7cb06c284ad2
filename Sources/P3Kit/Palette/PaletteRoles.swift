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

extension Palette {
  /// The palette with the role that a name says for every colour without one.
  func withRolesFromNames() -> Palette {
    let colors = colors.map { entry in
      Entry(
        name: entry.name, role: entry.role ?? PaletteRoles.role(named: entry.name), group: entry.group,
        platform: entry.platform, source: entry.source, note: entry.note, values: entry.values)
    }
    return Palette(name: name, title: title, date: date, sources: sources, colors: colors)
  }
}
