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

  /// The role by `name`; nil if the name has none. What is on something is a text.
  static func role(named name: String) -> PaletteRole? {
    let list = Self.wordsOf(name)
    if list.dropLast().contains("on") { return .text }
    let words = Set(list)
    return Self.words.first { !$0.words.isDisjoint(with: words) }?.role
  }

  /// Words without meaning for what a colour belongs to.
  private static let neutral: Set<String> = [
    "color", "colors", "primary", "secondary", "tertiary", "quaternary", "default", "base", "main", "body",
    "muted",
    "subtle", "strong", "app", "root", "system", "grouped", "elevated", "on", "theme", "semantic",
  ]
  static let status = Set(words.filter { $0.role == .status }.flatMap(\.words))
  /// Words of colours that are read, and of what they stand on.
  private static let sides = Set(
    words.filter { [.text, .background, .interactive].contains($0.role) }.flatMap(\.words))

  /// The words of the colour that the text called `name` stands on alone: of `onPrimary` and of `primary-foreground` these are
  /// `primary`.
  static func owner(of name: String) -> [String]? {
    let words = wordsOf(name)
    let own = words.filter { $0 != "on" && !["foreground", "fg", "text", "label"].contains($0) }
    return own.count < words.count && !own.isEmpty ? own : nil
  }

  /// The words of two thirds of `names` or more, such as a prefix: they distinguish nothing.
  static func common(_ names: [String]) -> Set<String> {
    var counts: [String: Int] = [:]
    for name in names { for word in Set(wordsOf(name)) { counts[word, default: 0] += 1 } }
    return names.count < 3 ? [] : Set(counts.filter { 3 * $0.value >= 2 * names.count }.keys)
  }

  /// What `name` says beside sides and ranks; numbers belong to it.
  static func stem(_ name: String) -> Set<String> {
    let digits = name.split { !$0.isNumber }.map(String.init)
    return Set(wordsOf(name)).subtracting(neutral).subtracting(sides).union(digits)
  }

  /// `button-primaryText2` as button, primary, text.
  static func wordsOf(_ name: String) -> [String] {
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
  package func withRoles(_ globs: PaletteRoleGlobs) -> Palette {
    let colors = colors.map { entry in
      let given = globs.role(named: entry.name) ?? entry.role
      var known = Entry(
        name: entry.name, role: given ?? PaletteRoles.role(named: entry.name), group: entry.group,
        platform: entry.platform, source: entry.source, note: entry.note, values: entry.values)
      (known.alias, known.isRoleByName) = (entry.alias, given == nil)
      return known
    }
    return Palette(name: name, title: title, date: date, sources: sources, colors: colors)
  }
}
