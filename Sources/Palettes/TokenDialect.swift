import Colors
import ImageFiles

/// Converts other token formats to that of `DesignTokens`: one tree for the light appearance, and one for dark if the
/// file distinguishes them.
struct TokenDialect {
  /// The format's name in messages.
  let name: String
  let light: JSONValue
  let dark: JSONValue?

  /// The format of `json`; nil for unknown formats.
  ///
  /// - Parameter path: of the file; resolver documents refer to other files relative to it.
  init?(_ json: JSONValue, path: String) throws(PaletteError) {
    if json["resolutionOrder"] != nil {
      let resolver = TokenResolver(json, path: path)
      self.init(
        name: "DTCG resolver document", light: try resolver.tokens(for: .light),
        dark: try resolver.tokens(for: .dark))
    } else if let variables = FigmaVariables(json) {
      self.init(
        name: "Figma variables", light: variables.tokens(for: .light), dark: variables.tokens(for: .dark))
    } else if json["$themes"] != nil || json["$metadata"] != nil {
      self.init(
        name: "Tokens Studio", light: Self.studioTokens(json, for: .light),
        dark: Self.studioTokens(json, for: .dark))
    } else if json["colors"]?.elements.isEmpty != false, !DesignTokens.areIn(json), Self.hasValues(json) {
      self.init(name: "Style Dictionary", light: Self.withDollars(json), dark: nil)
    } else {
      return nil
    }
  }

  private init(name: String, light: JSONValue, dark: JSONValue) {
    self.init(name: name, light: light, dark: dark == light ? nil : dark)
  }

  private init(name: String, light: JSONValue, dark: JSONValue?) {
    (self.name, self.light, self.dark) = (name, light, dark)
  }

  // MARK: Style Dictionary and Tokens Studio

  /// Whether `json` contains a token with `value`.
  private static func hasValues(_ json: JSONValue) -> Bool {
    isToken(json) || json.members.contains { hasValues($0.value) }
  }

  /// A group may be called `value`.
  private static func isToken(_ json: JSONValue) -> Bool {
    switch json["value"] {
    case nil: false
    case .object?: json["type"]?.string != nil
    default: true
    }
  }

  /// `json` with the standard's names: `$value`, `$type` and `$comment` for `value`, `type` and `comment`, and aliases
  /// without `.value`.
  private static func withDollars(_ json: JSONValue) -> JSONValue {
    guard isToken(json) else {
      return .object(
        json.members.map { member in
          let isObject = if case .object = member.value { true } else { false }
          guard isObject, !member.name.hasPrefix("$") else { return member }
          return .init(name: member.name, value: withDollars(member.value))
        })
    }
    var members: [(String, JSONValue)] = [("$value", withoutValue(json["value"] ?? .null))]
    if let type = json["type"] { members.append(("$type", type)) }
    if let note = json["comment"] ?? json["description"] { members.append(("$description", note)) }
    if let extensions = json["$extensions"] { members.append(("$extensions", extensions)) }
    return .object(members)
  }

  private static func withoutValue(_ value: JSONValue) -> JSONValue {
    guard let text = value.string, text.hasPrefix("{"), text.hasSuffix(".value}") else { return value }
    return .string(text.dropLast(7) + "}")
  }

  /// The tokens of all sets except those of the other appearance; later sets override earlier ones. Aliases do not name
  /// sets.
  private static func studioTokens(_ json: JSONValue, for appearance: PaletteCondition.Appearance)
    -> JSONValue
  {
    let order = json["$metadata"]?["tokenSetOrder"]?.elements.compactMap(\.string) ?? []
    let names = json.members.map(\.name).filter { !$0.hasPrefix("$") }
    let sets = order.filter(names.contains) + names.filter { !order.contains($0) }
    let chosen = sets.filter { Self.appearance(of: $0) ?? appearance == appearance }
    return merged(chosen.compactMap { json[$0] }.map { DesignTokens.areIn($0) ? $0 : withDollars($0) })
  }

  /// The appearance in the name of a set, mode or context: `Theme/Dark`, `light-mode`.
  static func appearance(of name: String) -> PaletteCondition.Appearance? {
    let words = name.lowercased().split { !$0.isLetter }
    return PaletteCondition.Appearance.allCases.first { words.contains(Substring($0.rawValue)) }
  }

  /// Merges trees; later ones override.
  static func merged(_ trees: [JSONValue]) -> JSONValue {
    trees.reduce(.object([] as [JSONValue.Member])) { TokenGroups.merged($1, over: $0) }
  }
}

/// Variables of Figma, as exported by its web interface and by plugins.
private struct FigmaVariables {
  private let variables: [JSONValue]
  private let collections: [JSONValue]

  init?(_ json: JSONValue) {
    let root = json["meta"] ?? json
    variables = Self.list(root["variables"])
    guard variables.contains(where: { $0["valuesByMode"] != nil }) else { return nil }
    collections = root["variableCollections"].map(Self.list) ?? [root]
  }

  private static func list(_ json: JSONValue?) -> [JSONValue] {
    json.map { $0.elements + $0.members.map(\.value) } ?? []
  }

  /// The colours in the mode for `appearance`, or in the first mode. Names have slashes, and no dots.
  func tokens(for appearance: PaletteCondition.Appearance) -> JSONValue {
    let modes = Set(collections.compactMap { mode(of: $0, for: appearance) })
    let names = Dictionary(
      variables.compactMap { variable in variable["id"]?.string.map { ($0, Self.path(variable)) } },
      uniquingKeysWith: { first, _ in first })
    return .object(
      variables.filter { ($0["resolvedType"] ?? $0["type"])?.string == "COLOR" }.compactMap { variable in
        let values = variable["valuesByMode"]?.members ?? []
        guard let value = (values.first { modes.contains($0.name) } ?? values.first)?.value else {
          return nil
        }
        var token: [(String, JSONValue)] = [("$type", "color"), ("$value", Self.value(value, names))]
        if let note = variable["description"]?.string, !note.isEmpty {
          token.append(("$description", .string(note)))
        }
        return (Self.path(variable), .object(token))
      })
  }

  private static func path(_ variable: JSONValue) -> String {
    (variable["name"]?.string ?? "").replacing("/", with: ".")
  }

  private func mode(of collection: JSONValue, for appearance: PaletteCondition.Appearance) -> String? {
    let modes =
      (collection["modes"]?.elements ?? []).map { ($0["modeId"]?.string, $0["name"]?.string) }
      + (collection["modes"]?.members ?? []).map { ($0.name, $0.value.string) }
    let own = modes.first { TokenDialect.appearance(of: $0.1 ?? "") == appearance }
    return own?.0 ?? collection["defaultModeId"]?.string ?? modes.first?.0
  }

  /// `{"r": 1, "g": 0, "b": 0, "a": 1}`, or the variable that it refers to.
  private static func value(_ json: JSONValue, _ names: [String: String]) -> JSONValue {
    if let id = json["id"]?.string { return .string("{\(names[id] ?? id)}") }
    let components = ["r", "g", "b"].compactMap { json[$0] }
    guard components.count == 3 else { return json }
    return ["colorSpace": "srgb", "components": .array(components), "alpha": json["a"] ?? .number("1")]
  }
}

/// A resolver document of design tokens (Resolver module 2025.10): sets and modifiers in order, from this file and
/// others.
private struct TokenResolver {
  private let json: JSONValue
  private let path: String

  /// The deepest nesting of sets.
  private static let deepest = 16
  /// The most files of one document.
  private static let mostSources = 200

  init(_ json: JSONValue, path: String) { (self.json, self.path) = (json, path) }

  /// The tokens in the context named after `appearance`; modifiers without such a context use their default.
  func tokens(for appearance: PaletteCondition.Appearance) throws(PaletteError) -> JSONValue {
    var trees: [JSONValue] = []
    for item in json["resolutionOrder"]?.elements ?? [] {
      try add(item, appearance, depth: 0, to: &trees)
    }
    return TokenDialect.merged(trees)
  }

  private func add(
    _ item: JSONValue, _ appearance: PaletteCondition.Appearance, depth: Int, to trees: inout [JSONValue]
  ) throws(PaletteError) {
    guard depth < Self.deepest, trees.count < Self.mostSources else {
      throw PaletteError(
        entry: "resolutionOrder", fact: "sets refer to each other in a circle, or to too many")
    }
    if let reference = item["$ref"]?.string {
      try add(try target(reference), appearance, depth: depth + 1, to: &trees)
    } else if let sources = item["sources"] {
      for source in sources.elements { try add(source, appearance, depth: depth + 1, to: &trees) }
    } else if let contexts = item["contexts"] {
      let own = contexts.members.first { TokenDialect.appearance(of: $0.name) == appearance }?.value
      let fallback = item["default"]?.string.flatMap { contexts[$0] }
      for source in (own ?? fallback)?.elements ?? [] {
        try add(source, appearance, depth: depth + 1, to: &trees)
      }
    } else {
      trees.append(item)
    }
  }

  /// The target of a reference such as `#/sets/base` or `light.json#/brand`.
  private func target(_ reference: String) throws(PaletteError) -> JSONValue {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = String(parts.first ?? "")
    var value: JSONValue? = file.isEmpty ? json : try read(file)
    for step in parts.count == 2 ? parts[1].split(separator: "/") : [] {
      value = value?[String(step).replacing("~1", with: "/").replacing("~0", with: "~")]
    }
    guard let value else {
      throw PaletteError(kind: .alias, entry: reference, fact: "the document has nothing of this name")
    }
    return value
  }

  private func read(_ file: String) throws(PaletteError) -> JSONValue {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let place = FilePath.join(folder, file)
    // A stranger's document names the files to read: nothing above its folder, no link, no pipe.
    guard !FilePath.isAbsolute(file), !file.contains("://"), !file.split(separator: "/").contains(".."),
      FileStatus(path: place)?.kind != .special, !SystemCall.isLink(place)
    else {
      throw PaletteError(
        entry: file, fact: "only files in the folder of the document, and below it, are read")
    }
    do {
      return try JSONValue(parsing: try WholeFile.read(place, limit: Palette.largestFile))
    } catch {
      throw PaletteError(entry: file, fact: "\(error)")
    }
  }
}

extension Palette {
  /// The palette with the light values of `dark` as its dark ones; `dark` has the same colours.
  func paired(with dark: Palette) throws(PaletteError) -> Palette {
    let (light, night) = (PaletteCondition(.light), PaletteCondition(.dark))
    let others = Dictionary(dark.colors.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var paired = colors.map { entry in
      guard entry.values[night] == nil, let other = others[entry.name]?.values[light],
        other != entry.values[light]
      else { return entry }
      return entry.with(values: entry.values.merging([night: other]) { own, _ in own })
    }
    let names = Set(colors.map(\.name))
    for entry in dark.colors where !names.contains(entry.name) {
      var values = entry.values
      values[night] = values[night] ?? values.removeValue(forKey: light)
      paired.append(entry.with(values: values))
    }
    return Palette(
      name: name, title: title, date: date, sources: sources, colors: try PaletteFile.distinct(paired))
  }
}

extension Palette.Entry {
  /// The entry with other values.
  func with(values: [PaletteCondition: CSSColor]) -> Palette.Entry {
    var entry = Palette.Entry(
      name: name, role: role, group: group, platform: platform, source: source, note: note, values: values)
    (entry.alias, entry.isRoleByName) = (alias, isRoleByName)
    return entry
  }
}
