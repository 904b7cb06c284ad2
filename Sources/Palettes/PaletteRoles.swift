package import Colors
package import ImageFiles

/// The roles of a palette's colours: its own, else derived from names.
struct PaletteRoles {
  /// Words of names with the role that they mean; the first that occurs in a name counts.
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

  /// The role in `name`; nil if there is none. A colour "on" something is a text.
  static func role(named name: String) -> PaletteRole? {
    let list = Self.wordsOf(name)
    if list.dropLast().contains("on") { return .text }
    let words = Set(list)
    return Self.words.first { !$0.words.isDisjoint(with: words) }?.role
  }

  /// Words that do not show what a colour belongs to.
  private static let neutral: Set<String> = [
    "color", "colors", "primary", "secondary", "tertiary", "quaternary", "default", "base", "main", "body",
    "muted",
    "subtle", "strong", "app", "root", "system", "grouped", "elevated", "on", "theme", "semantic",
  ]
  static let status = Set(words.filter { $0.role == .status }.flatMap(\.words))
  /// Words for read colours, and for their backgrounds.
  private static let sides = Set(
    words.filter { [.text, .background, .interactive].contains($0.role) }.flatMap(\.words))

  /// The words of the only colour that the text called `name` is for: `primary` for `onPrimary` and
  /// `primary-foreground`.
  static func owner(of name: String) -> [String]? {
    let words = wordsOf(name)
    let own = words.filter { $0 != "on" && !["foreground", "fg", "text", "label"].contains($0) }
    return own.count < words.count && !own.isEmpty ? own : nil
  }

  /// The words in at least two thirds of `names`, such as a prefix: they distinguish nothing.
  static func common(_ names: [String]) -> Set<String> {
    var counts: [String: Int] = [:]
    for name in names { for word in Set(wordsOf(name)) { counts[word, default: 0] += 1 } }
    return names.count < 3 ? [] : Set(counts.filter { 3 * $0.value >= 2 * names.count }.keys)
  }

  /// The words of `name` without sides and ranks; numbers belong to it.
  static func stem(_ name: String) -> Set<String> {
    let digits = name.split { !$0.isNumber }.map(String.init)
    return Set(wordsOf(name)).subtracting(neutral).subtracting(sides).union(digits)
  }

  /// The words of a name: `button-primaryText2` is button, primary, text.
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

/// Roles that a user assigns to colours by name patterns.
package struct PaletteRoleGlobs: Sendable {
  /// A pattern and the role of the names that it matches.
  private let globs: [(glob: GlobPattern, role: PaletteRole)]

  /// Assigns no roles.
  package init() { globs = [] }

  /// The first pattern that matches a name assigns its role.
  package init(_ globs: [(glob: GlobPattern, role: PaletteRole)]) { self.globs = globs }

  /// The role of the colour called `name`; nil if no pattern matches. Dots in the names of tokens act as slashes in
  /// patterns: `*/text` matches `button.text`.
  func role(named name: String) -> PaletteRole? {
    let path = name.replacing(".", with: "/")
    return globs.first { $0.glob.matches(name) || $0.glob.matches(path) }?.role
  }
}

extension Palette {
  /// The palette with the roles of `globs`, else the colours' own, else those derived from names.
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
