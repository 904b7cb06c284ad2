import Colors
import ImageFiles

/// Reads colours from design tokens (Design Tokens Community Group, Format and Color modules 2025.10), including the
/// older strings `#RRGGBB` and `#RRGGBBAA`.
///
/// A token's role, group and values for conditions other than light may be in its `$extensions`, under `p3tool`:
/// `{"role": "text", "group": "interface", "values": {"dark": "#F5F6F7"}}`.
struct DesignTokens {
  /// Our member of `$extensions`.
  static let extensionName = "p3tool"

  /// One token as written.
  private struct Token {
    let path: String
    let value: JSONValue
    /// Whether its type is colour: without a type, `400` may be a weight.
    let isTyped: Bool
    let ours: JSONValue?
    let note: String
  }

  /// The most groups and tokens of one file, counting those repeated by $extends: two extended groups in each group
  /// would double them again and again.
  private static let mostGroups = 400_000
  private var groupCount = 0

  private var tokens: [Token] = []
  /// Tokens that are not colours, with their types.
  private var others: [String: String] = [:]
  private var indices: [String: Int] = [:]

  /// Whether `json` contains a `$value`, so that it looks like tokens.
  static func areIn(_ json: JSONValue) -> Bool {
    json["$value"] != nil || json.members.contains { areIn($0.value) }
  }

  /// The colours of a file with the content `json`, in its order.
  ///
  /// - Throws: `PaletteError` with the token for an invalid colour, and for an alias without target or in a circle.
  static func palette(
    _ json: JSONValue, name: String, onError handle: PaletteFile.Handler
  ) throws(PaletteError) -> Palette {
    var tokens = DesignTokens()
    try tokens.collect(json, path: "", type: nil, groups: TokenGroups(root: json), onError: handle)
    var colors: [Palette.Entry] = []
    for token in tokens.tokens {
      do throws(PaletteError) {
        if let entry = try tokens.entry(token) { colors.append(entry) }
      } catch {
        try handle(error)
      }
    }
    return Palette(
      name: name, title: json["$description"]?.string ?? "", date: "", sources: [:],
      colors: try PaletteFile.distinct(colors))
  }

  /// Collects the colour tokens of a group that inherits `type`.
  private mutating func collect(
    _ written: JSONValue, path: String, type: String?, groups: TokenGroups,
    onError handle: PaletteFile.Handler
  ) throws(PaletteError) {
    groupCount += 1
    guard groupCount <= Self.mostGroups else {
      throw PaletteError(
        entry: path, fact: "more than \(Self.mostGroups) groups and tokens, those of $extends among them")
    }
    var (group, groups) = (written, groups)
    do throws(PaletteError) { group = try groups.inheriting(written, at: path) } catch { try handle(error) }
    let type = group["$type"]?.string ?? type
    if let value = group["$value"] {
      guard type == nil || type == "color" else {
        others[path] = type
        return
      }
      indices[path] = tokens.count
      tokens.append(
        Token(
          path: path, value: value, isTyped: type != nil, ours: group["$extensions"]?[Self.extensionName],
          note: group["$description"]?.string ?? ""))
      return
    }
    for member in group.members where !member.name.hasPrefix("$") || member.name == "$root" {
      guard case .object = member.value else { continue }
      let inner = member.name == "$root" || path.isEmpty ? path : path + "."
      try collect(
        member.value, path: member.name == "$root" ? inner : inner + member.name, type: type, groups: groups,
        onError: handle)
    }
  }

  /// The colour of `token`; nil if it has no type and is no colour.
  private func entry(_ token: Token) throws(PaletteError) -> Palette.Entry? {
    guard let light = try color(token.value, of: token), let dark = try color(token.value, of: token, .dark)
    else { return nil }
    var values = [PaletteCondition(.light): light]
    // light-dark() has both values.
    if dark != light { values[PaletteCondition(.dark)] = dark }
    for member in token.ours?["values"]?.members ?? [] {
      guard let condition = PaletteCondition(member.name) else {
        throw PaletteError(
          entry: token.path, fact: "'\(member.name)' is no condition such as dark or light increased")
      }
      values[condition] = try color(member.value, of: token, condition.appearance)
    }
    let role = try token.ours?["role"]?.string.map { word throws(PaletteError) in
      guard let role = PaletteRole(rawValue: word) else {
        throw PaletteError(entry: token.path, fact: "'\(word)' is no role")
      }
      return role
    }
    var entry = Palette.Entry(
      name: token.path, role: role, group: token.ours?["group"]?.string ?? "", platform: nil, source: "",
      note: token.note, values: values)
    entry.alias = Self.aliasTarget(token.value)
    return entry
  }

  /// The colour of a `$value`, resolving aliases from `token` on; nil if neither the token nor its target has the type
  /// colour, and the value does not look like a colour.
  private func color(
    _ value: JSONValue, of token: Token, _ appearance: PaletteCondition.Appearance = .light
  ) throws(PaletteError) -> CSSColor? {
    let name = token.path
    var chain = AliasChain(from: name, word: "its alias")
    var (value, isTyped) = (value, token.isTyped)
    while let target = Self.aliasTarget(value) {
      if let type = others[target] {
        if !token.isTyped { return nil }
        throw PaletteError(
          kind: .alias, entry: name,
          fact: "its alias {\(target)} is a \(type), and the token is called a colour")
      }
      guard let index = indices[target] else {
        throw PaletteError(
          kind: .alias, entry: name, fact: "its alias {\(target)} is no colour token of this file")
      }
      try chain.follow(target)
      (value, isTyped) = (tokens[index].value, tokens[index].isTyped)
    }
    if !isTyped, !Self.looksLikeColor(value) { return nil }
    return try Self.literal(value, of: name, appearance, isTyped: isTyped)
  }

  /// Lengths, fonts and weights without a type are valid, and no colours.
  private static func looksLikeColor(_ value: JSONValue) -> Bool {
    guard let text = value.string else { return value["components"] != nil || value["colorSpace"] != nil }
    return text.hasPrefix("#") || CSSReference.isColorFunction(text) || (try? CSSColor(css: text)) != nil
  }

  /// The path in `{a.b}` or `{"$ref": "#/a/b/$value"}`; nil for other values.
  static func aliasTarget(_ value: JSONValue) -> String? {
    if let text = value.string, text.hasPrefix("{"), text.hasSuffix("}") {
      return String(text.dropFirst().dropLast())
    }
    guard let pointer = value["$ref"]?.string, pointer.hasPrefix("#/") else { return nil }
    let steps = pointer.dropFirst(2).split(separator: "/").filter { $0 != "$value" && $0 != "$root" }
    return steps.map { $0.replacing("~1", with: "/").replacing("~0", with: "~") }.joined(separator: ".")
  }

  private static func literal(
    _ value: JSONValue, of name: String, _ appearance: PaletteCondition.Appearance, isTyped: Bool
  ) throws(PaletteError) -> CSSColor {
    let text = if let text = value.string { text } else { try functionText(value, of: name) }
    if text.contains("{") {
      throw PaletteError(kind: .unread, entry: name, fact: "is computed from other tokens: \(text)")
    }
    do throws(CSSColorError) {
      return isTyped
        ? try CSSColor(text, appearance: appearance) : try CSSColor(css: text, appearance: appearance)
    } catch {
      throw PaletteError(kind: .color, entry: name, fact: "\(error)")
    }
  }

  /// CSS notation of a `$value` of the Color module: `{"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 1}`.
  private static func functionText(_ value: JSONValue, of name: String) throws(PaletteError) -> String {
    let components = value["components"]?.elements.compactMap(number) ?? []
    guard let space = value["colorSpace"]?.string, components.count == 3 else {
      throw PaletteError(
        kind: .color,
        entry: name,
        fact: "a colour needs a 'colorSpace' and three 'components', or is a text such as #0070F2")
    }
    let alpha = value["alpha"].flatMap(number).map { " / \($0)" } ?? ""
    let numbers = components.joined(separator: " ") + alpha
    let isFunction = CSSColorFunction(rawValue: space)?.hasOwnModel == true
    return isFunction ? "\(space)(\(numbers))" : "color(\(space) \(numbers))"
  }

  /// A number, or the word `none`.
  private static func number(_ value: JSONValue) -> String? {
    if case .number(let spelling) = value { spelling } else { value.string }
  }
}
