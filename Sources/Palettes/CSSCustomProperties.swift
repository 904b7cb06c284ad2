import Colors

/// The colours among the custom properties of a style sheet (CSS Custom Properties 1): `--name: #0070F2;`.
///
/// Values for the dark appearance stand in `light-dark(light, dark)` (CSS Color 5), in
/// `@media (prefers-color-scheme: dark)`, or in a rule whose selector has the word `dark`; for increased contrast in
/// `@media (prefers-contrast: more)`; for elevated views in a rule whose selector has the word `elevated`.
/// `var(--other)` is followed. Properties that are no colours are passed over.
struct CSSCustomProperties {
  /// What a property says, by its name, under each appearance; aliases are not followed yet.
  private var texts: [String: [PaletteCondition: String]] = [:]
  private var names: [String] = []

  /// Properties of a style sheet: more than a palette has colours, since most may be lengths and fonts.
  private static let mostProperties = 25_000

  /// The colours of `text` in the order of their first mention.
  ///
  /// - Throws: `PaletteError` with the property for a malformed `#` colour, and for `var()` in a circle.
  static func palette(
    _ text: String, name: String, onError handle: PaletteFile.Handler
  ) throws(PaletteError) -> Palette {
    var properties = CSSCustomProperties()
    properties.read(withoutComments(text))
    // Of each the aliases are followed, before it is known to be no colour.
    guard properties.names.count <= mostProperties else {
      throw PaletteError(
        entry: properties.names[mostProperties],
        fact: "more than \(mostProperties) custom properties: a palette has fewer")
    }
    var colors: [Palette.Entry] = []
    for property in properties.names {
      do throws(PaletteError) {
        let values = try properties.values(of: property)
        guard !values.isEmpty else { continue }
        colors.append(
          Palette.Entry(
            name: String(property.dropFirst(2)), role: nil, group: "", platform: nil, source: "",
            values: values))
      } catch {
        try handle(error)
      }
    }
    return Palette(name: name, title: "", date: "", sources: [:], colors: try PaletteFile.distinct(colors))
  }

  private static func withoutComments(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound] + " "
      rest = rest[start.upperBound...].firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return result + rest
  }

  /// Reads declarations and the blocks in `text`: what stands before a `{` is its head.
  private mutating func read(_ text: String) {
    var blocks = [PaletteCondition(.light)]
    var statement = ""
    for character in text {
      switch character {
      case "{":
        blocks.append(Self.condition(of: statement, in: blocks[blocks.count - 1]))
        statement = ""
      case "}", ";":
        declare(statement, blocks[blocks.count - 1])
        statement = ""
        if character == "}", blocks.count > 1 { blocks.removeLast() }
      default: statement.append(character)
      }
    }
    declare(statement, blocks[blocks.count - 1])
  }

  /// When a block holds whose head is `head`. What a browser supports says nothing of the appearance.
  private static func condition(of head: String, in outer: PaletteCondition) -> PaletteCondition {
    let head = trimmed(head[...]).lowercased()
    guard !head.hasPrefix("@supports") else { return outer }
    var condition = outer
    if head.contains("dark") { condition.appearance = .dark }
    if head.contains("prefers-contrast") { condition.isIncreased = head.contains("more") }
    if head.contains("elevated") { condition.isElevated = true }
    return condition
  }

  private mutating func declare(_ statement: String, _ condition: PaletteCondition) {
    guard let colon = statement.firstIndex(of: ":") else { return }
    let name = Self.trimmed(statement[..<colon])
    guard name.hasPrefix("--"), name.count > 2 else { return }
    if texts[name] == nil { names.append(name) }
    let value = Self.trimmed(statement[statement.index(after: colon)...])
    let (light, dark) = Self.appearances(value)
    var darkCondition = condition
    darkCondition.appearance = .dark
    if condition.appearance == .light { texts[name, default: [:]][condition] = light }
    if condition.appearance == .dark || dark != nil {
      texts[name, default: [:]][darkCondition] = dark ?? light
    }
  }

  /// Both arguments of `light-dark()`, or the value alone.
  private static func appearances(_ value: String) -> (light: String, dark: String?) {
    let head = "light-dark("
    guard value.lowercased().hasPrefix(head), value.hasSuffix(")") else { return (value, nil) }
    let inner = value.dropFirst(head.count).dropLast()
    var depth = 0
    for index in inner.indices {
      if inner[index] == "(" { depth += 1 }
      if inner[index] == ")" { depth -= 1 }
      if inner[index] == ",", depth == 0 {
        return (trimmed(inner[..<index]), trimmed(inner[inner.index(after: index)...]))
      }
    }
    return (value, nil)
  }

  private func values(of name: String) throws(PaletteError) -> [PaletteCondition: CSSColor] {
    var values: [PaletteCondition: CSSColor] = [:]
    for condition in conditions(of: name) {
      values[condition] = try color(of: name, condition)
    }
    return values
  }

  /// The conditions with a value of their own, of the property or of one that it refers to.
  private func conditions(of name: String) -> Set<PaletteCondition> {
    var conditions: Set<PaletteCondition> = []
    var (seen, rest): (Set<String>, [String]) = ([], [name])
    let most = AliasChain.longest * PaletteCondition.all.count
    while let next = rest.popLast(), seen.count < most {
      guard seen.insert(next).inserted, let values = texts[next] else { continue }
      conditions.formUnion(values.keys)
      rest += values.values.compactMap(Self.reference)
    }
    return conditions
  }

  /// The colour of `name`; nil where it is none.
  private func color(of name: String, _ condition: PaletteCondition) throws(PaletteError) -> CSSColor? {
    var chain = AliasChain(from: name, word: "var()")
    var current = text(of: name, condition)
    while let text = current, let target = Self.reference(text) {
      try chain.follow(target)
      current = self.text(of: target, condition)
    }
    guard let text = current else { return nil }
    do throws(CSSColorError) {
      return try CSSColor(text)
    } catch {
      // Lengths and fonts are no mistakes; what begins as a colour does is one.
      guard text.hasPrefix("#") else { return nil }
      throw PaletteError(kind: .color, entry: name, fact: "\(error)")
    }
  }

  private func text(of name: String, _ condition: PaletteCondition) -> String? {
    let values = texts[name] ?? [:]
    return values[condition] ?? values[PaletteCondition(condition.appearance)]
      ?? values[PaletteCondition(.light)]
  }

  private static func reference(_ text: String) -> String? {
    guard text.hasPrefix("var("), text.hasSuffix(")") else { return nil }
    return text.dropFirst(4).dropLast().split(separator: ",").first.map { trimmed($0) }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
