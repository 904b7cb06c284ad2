import Colors

/// Reads the colours among a style sheet's custom properties (CSS Custom Properties 1): `--name: #0070F2;`.
///
/// Values for dark appearance come from `light-dark(light, dark)` (CSS Color 5), `@media (prefers-color-scheme: dark)`,
/// or a rule whose selector names a dark theme; for increased contrast from `@media (prefers-contrast: more)`; for
/// elevated views from a rule whose selector contains the word `elevated`. `var(--other)` is replaced by its value.
/// Properties that are not colours are skipped.
///
/// A property that several selectors set has an entry for each: `ink` for the page, `ink (.card)` for a card.
struct CSSCustomProperties {
  /// A property in one scope.
  private struct Place: Hashable {
    let name: String
    /// The selector; empty for the page.
    let scope: String
  }

  /// The text of each property under each condition, with unresolved references.
  private var texts: [Place: [PaletteCondition: String]] = [:]
  private var places: [Place] = []
  /// The scope whose value gets the bare name: the page, or else the first one.
  private var mainScopes: [String: String] = [:]

  /// The most properties of a style sheet: more than a palette has colours, as most may be lengths and fonts.
  private static let mostProperties = 25_000
  /// The most references resolved for one value, as they may double with each step.
  private static let mostReferences = 200

  /// The colours in `text`, in the order of their first mention.
  ///
  /// - Throws: `PaletteError` with the property for a malformed `#` colour, and for a circular `var()`.
  static func palette(
    _ text: String, name: String, onError handle: PaletteFile.Handler
  ) throws(PaletteError) -> Palette {
    var properties = CSSCustomProperties()
    for declaration in CSSDeclarations.customProperties(of: text) { properties.declare(declaration) }
    properties.completePage()
    // References of each property are resolved before it turns out to be no colour.
    guard properties.places.count <= mostProperties else {
      throw PaletteError(
        entry: properties.places[mostProperties].name,
        fact: "more than \(mostProperties) custom properties: a palette has fewer")
    }
    var colors: [Palette.Entry] = []
    for place in properties.places {
      do throws(PaletteError) {
        let values = try properties.values(of: place)
        guard !values.isEmpty else { continue }
        let isMain = properties.mainScopes[place.name] == place.scope
        var entry = Palette.Entry(
          name: properties.entryName(place), role: nil, group: isMain ? "" : place.scope, platform: nil,
          source: "", values: values)
        entry.alias = properties.alias(of: place)
        colors.append(entry)
      } catch {
        try handle(error)
      }
    }
    return Palette(name: name, title: "", date: "", sources: [:], colors: try PaletteFile.distinct(colors))
  }

  /// The property that this one merely refers to; nil if it has a value of its own.
  private func alias(of place: Place) -> String? {
    guard let text = texts[place]?[PaletteCondition(.light)],
      let reference = CSSReference(firstIn: text[...]),
      reference.range == text.startIndex..<text.endIndex
    else { return nil }
    return String(reference.name.dropFirst(2))
  }

  private func entryName(_ place: Place) -> String {
    let name = String(place.name.dropFirst(2))
    return mainScopes[place.name] == place.scope ? name : "\(name) (\(place.scope))"
  }

  private mutating func declare(_ declaration: CSSDeclarations.Declaration) {
    let place = Place(name: declaration.name, scope: declaration.scope)
    if texts[place] == nil { places.append(place) }
    if place.scope.isEmpty || mainScopes[place.name] == nil { mainScopes[place.name] = place.scope }
    texts[place, default: [:]][declaration.condition] = declaration.value
    guard declaration.condition.appearance == .light, declaration.value.contains("light-dark(") else {
      return
    }
    var dark = declaration.condition
    dark.appearance = .dark
    texts[place, default: [:]][dark] = declaration.value
  }

  /// If the page sets a property only for dark, it takes the light value of the first scope that has one: the selector
  /// for the page is often another word. Nothing is overwritten.
  private mutating func completePage() {
    let light = PaletteCondition(.light)
    for place in places where mainScopes[place.name] != place.scope {
      let main = Place(name: place.name, scope: mainScopes[place.name] ?? "")
      guard let values = texts[place], values[light] != nil, var page = texts[main], page[light] == nil,
        Set(values.keys).isDisjoint(with: page.keys)
      else { continue }
      page.merge(values) { own, _ in own }
      texts[main] = page
      texts[place] = nil
    }
    places.removeAll { texts[$0] == nil }
  }

  private func values(of place: Place) throws(PaletteError) -> [PaletteCondition: CSSColor] {
    var values: [PaletteCondition: CSSColor] = [:]
    for condition in conditions(of: place) {
      values[condition] = try color(of: place, condition)
    }
    return values
  }

  /// The conditions for which the property, or one that it refers to, has a value of its own.
  private func conditions(of place: Place) -> Set<PaletteCondition> {
    var conditions: Set<PaletteCondition> = []
    var (seen, rest): (Set<Place>, [Place]) = ([], [place])
    let most = AliasChain.longest * PaletteCondition.all.count
    while let next = rest.popLast(), seen.count < most {
      guard seen.insert(next).inserted, let values = texts[next] else { continue }
      conditions.formUnion(values.keys)
      for text in values.values {
        rest += CSSReference.all(in: text).map { resolved($0.name, from: place.scope) }
      }
    }
    return conditions
  }

  /// The property `name` for an element in `scope`: its own, or the inherited one.
  private func resolved(_ name: String, from scope: String) -> Place {
    let own = Place(name: name, scope: scope)
    return texts[own] == nil ? Place(name: name, scope: mainScopes[name] ?? "") : own
  }

  /// The colour at `place`; nil if it is not a colour.
  private func color(of place: Place, _ condition: PaletteCondition) throws(PaletteError) -> CSSColor? {
    guard let written = text(of: place, condition) else { return nil }
    var references = 0
    guard
      let text = try substituted(
        written, place.scope, condition, AliasChain(from: place.name, word: "var()"), &references)
    else { return try unread(written, at: place, "refers to what this file does not have") }
    do throws(CSSColorError) {
      return try CSSColor(css: CSSReference.hslOfTriplet(text) ?? text, appearance: condition.appearance)
    } catch {
      // Lengths and fonts are valid, lists and shorthands are no colours; a single word that begins like a colour is
      // meant as one.
      if text.hasPrefix("#"), !text.contains(where: \.isWhitespace), !text.contains(",") {
        throw PaletteError(kind: .color, entry: place.name, fact: "\(error)")
      }
      return CSSReference.isColorFunction(text) ? try unread(text, at: place, error.reason) : nil
    }
  }

  /// Reports the name of something that may be a colour; ignores anything else.
  private func unread(_ text: String, at place: Place, _ reason: String) throws(PaletteError) -> CSSColor? {
    let mayBeColor =
      CSSReference.isColorFunction(text) || PaletteRoles.role(named: place.name) != nil
    guard mayBeColor else { return nil }
    throw PaletteError(kind: .unread, entry: entryName(place), fact: reason)
  }

  private func text(of place: Place, _ condition: PaletteCondition) -> String? {
    let values = texts[place] ?? [:]
    return values[condition] ?? values[PaletteCondition(condition.appearance)]
      ?? values[PaletteCondition(.light)]
  }

  /// `text` with each `var()` replaced by its value; nil if one has neither a value nor a fallback, or the result is
  /// longer than any colour.
  private func substituted(
    _ text: String, _ scope: String, _ condition: PaletteCondition, _ chain: AliasChain, _ count: inout Int
  ) throws(PaletteError) -> String? {
    var result = ""
    var rest = text[...]
    while let reference = CSSReference(firstIn: rest) {
      count += 1
      guard count <= Self.mostReferences, result.utf8.count <= CSSColor.longestText else { return nil }
      var chain = chain
      try chain.follow(reference.name)
      var value: String?
      if let own = self.text(of: resolved(reference.name, from: scope), condition) {
        value = try substituted(own, scope, condition, chain, &count)
      } else if let fallback = reference.fallback {
        value = try substituted(fallback, scope, condition, chain, &count)
      }
      guard let value else { return nil }
      result += rest[..<reference.range.lowerBound] + value
      rest = rest[reference.range.upperBound...]
    }
    return result + rest
  }
}
