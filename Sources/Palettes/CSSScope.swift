import Colors

/// Where and when a rule's properties apply: to the whole page, or to the elements of a selector.
struct CSSScope: Hashable {
  /// The selector without the part that names an appearance; empty for the whole page.
  var scope = ""
  var condition = PaletteCondition(.light)

  /// The deepest nesting of parentheses.
  private static let deepest = 8

  // MARK: Rules around rules

  /// The scope of a block in the at-rule `head` (in lower case). `@supports` does not affect the appearance.
  func inside(atRule head: String) -> CSSScope {
    guard head.hasPrefix("@media") else { return self }
    var result = self
    let isNegated = head.contains("not ")
    if head.contains("prefers-color-scheme") {
      result.condition.appearance = head.contains("dark") != isNegated ? .dark : .light
    }
    if head.contains("prefers-contrast") {
      result.condition.isIncreased = head.contains("more") && !isNegated
    }
    // Printed pages and narrow windows may have other values, which are skipped.
    let isKnown = ["prefers-", "color-gamut", "@media screen", "@media all"].contains { head.contains($0) }
    if !isKnown { result.scope = Self.joined(scope, head) }
    return result
  }

  /// The scope of a rule for `selector`.
  func inside(selector: String) -> CSSScope {
    var result = self
    result.scope = Self.joined(scope, result.condition.taking(selector, depth: 0))
    return result
  }

  private static func joined(_ outer: String, _ inner: String) -> String {
    outer.isEmpty || inner.isEmpty ? outer + inner : "\(outer) \(inner)"
  }

  // MARK: Selectors

  /// The selectors in `text`, which commas separate.
  static func list(_ text: String) -> [String] {
    var depth = 0
    let parts = text.split { character in
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" { depth -= 1 }
      return character == "," && depth == 0
    }
    return parts.map { CSSDeclarations.trimmed($0) }
  }

  /// A selector's parts: `.card`, `[data-theme=dark]`, `:not(.dark)`, `html`, and the text between them.
  fileprivate static func parts(_ selector: String) -> [Substring] {
    var parts: [Substring] = []
    var start = selector.startIndex
    var depth = 0
    var previous: Character = " "
    for index in selector.indices {
      let character = selector[index]
      let isStart = ".#[:".contains(character) && previous != ":"
      if depth == 0, index > start, isStart || isBetween(character) != isBetween(previous) {
        parts.append(selector[start..<index])
        start = index
      }
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" { depth -= 1 }
      previous = character
    }
    return parts + [selector[start...]].filter { !$0.isEmpty }
  }

  private static func isBetween(_ character: Character) -> Bool {
    character.isWhitespace || character == ">" || character == "+" || character == "~"
  }

  /// Selectors for the page itself.
  private static let page: Set<String> = [":root", "html", "body", ":host", "*", "&"]

  /// Words that occur beside `dark` in the name of a theme.
  private static let themeWords: Set<String> = ["theme", "mode", "scheme", "appearance", "is", "has"]

  /// The appearance that a class, id or attribute names, and whether it names nothing else: `.dark` and `.theme-dark`
  /// do not, `.alert-dark` is a style of its own.
  fileprivate static func theme(
    _ part: Substring
  ) -> (appearance: PaletteCondition.Appearance, isPlain: Bool)? {
    let text = part.lowercased()
    let isAttribute = text.hasPrefix("[")
    // In an attribute the value counts: data-dark-theme may be light.
    let named = isAttribute ? text.split(separator: "=", maxSplits: 1).last.map { String($0) } ?? text : text
    let words = Set(named.split { !$0.isLetter }.map { String($0) }).subtracting(["i", "s"])
    guard let appearance = PaletteCondition.Appearance.allCases.first(where: { words.contains($0.rawValue) })
    else {
      return nil
    }
    let others = words.subtracting([appearance.rawValue])
    if isAttribute { return (appearance, others.isEmpty) }
    return others.isEmpty || !others.isDisjoint(with: themeWords) ? (appearance, true) : nil
  }

  fileprivate static func isPage(_ part: Substring) -> Bool { page.contains(part.lowercased()) }

  /// The selectors in `:is(…)` and similar parts; nil for other parts.
  fileprivate static func choices(_ part: Substring) -> [String]? {
    let heads = [":is(", ":where(", ":host(", ":host-context("]
    guard part.hasSuffix(")"), let head = heads.first(where: { part.lowercased().hasPrefix($0) }) else {
      return nil
    }
    return list(String(part.dropFirst(head.count).dropLast()))
  }

  fileprivate static func mayNest(_ depth: Int) -> Bool { depth < deepest }
}

extension PaletteCondition {
  /// Applies the appearance that `selector` names, and returns the rest of the selector.
  fileprivate mutating func taking(_ selector: String, depth: Int) -> String {
    var rest = ""
    for part in CSSScope.parts(selector) where !CSSScope.isPage(part) && !part.lowercased().hasPrefix(":not(")
    {
      if let theme = CSSScope.theme(part), part.first.map({ ".#[".contains($0) }) == true {
        appearance = theme.appearance
        if !theme.isPlain { rest += part }
      } else if part.lowercased().contains("elevated") {
        isElevated = true
      } else if CSSScope.mayNest(depth), let choices = CSSScope.choices(part) {
        var first = self
        let left = choices.map { choice in
          var condition = self
          let left = condition.taking(choice, depth: depth + 1)
          if condition != self { first = condition }
          return left
        }
        self = first
        if left.allSatisfy({ !$0.isEmpty }) { rest += part }
      } else {
        rest += part
      }
    }
    // Combinators next to the removed part are dropped.
    let words = rest.split { $0.isWhitespace }.map { String($0) }
    let isCombinator = { (word: String) in [">", "+", "~"].contains(word) }
    return words.drop(while: isCombinator).reversed().drop(while: isCombinator).reversed().joined(
      separator: " ")
  }
}
