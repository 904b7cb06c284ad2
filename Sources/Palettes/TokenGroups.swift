import Colors
import ImageFiles

/// Groups of design tokens that inherit from others: `"$extends": "{base}"`, or `"#/base"` (Format module 2025.10).
///
/// A group has its own members and those of the group it extends. Of two members with one name its own counts; two
/// groups with one name are merged.
struct TokenGroups {
  let root: JSONValue

  /// The groups that this one and those around it extend.
  private var extended: [String] = []

  /// The deepest nesting: groups that extend a group around them would never end.
  private static let deepest = 16

  init(root: JSONValue) { self.root = root }

  /// `group` with its inherited members.
  ///
  /// - Throws: `PaletteError` for a target that is no group, and for a circle.
  mutating func inheriting(_ group: JSONValue, at path: String) throws(PaletteError) -> JSONValue {
    var (result, next) = (group, group["$extends"])
    var chain = AliasChain(from: path, word: "$extends")
    while let reference = next {
      guard let target = Self.target(reference), let base = value(at: target) else {
        throw PaletteError(
          kind: .alias, entry: path, fact: "its $extends \(reference.string ?? "") is no group of this file")
      }
      try chain.follow(target)
      extended.append(target)
      guard extended.count <= Self.deepest, !path.isEmpty else {
        throw PaletteError(
          kind: .alias, entry: path, fact: "$extends goes in a circle: it leads to \(target) again")
      }
      result = Self.merged(result, over: base)
      next = base["$extends"]
    }
    return result
  }

  /// The path in `{a.b}` or `#/a/b`.
  private static func target(_ reference: JSONValue) -> String? {
    if let target = DesignTokens.aliasTarget(reference) { return target }
    guard let text = reference.string, text.hasPrefix("#/") else { return nil }
    return DesignTokens.aliasTarget(["$ref": .string(text)])
  }

  private func value(at path: String) -> JSONValue? {
    var value: JSONValue? = root
    for name in path.split(separator: ".") { value = value?[String(name)] }
    guard case .object? = value, value?["$value"] == nil else { return nil }
    return value
  }

  /// The members of `base`, then those of `own` that it lacks; two groups with one name are merged.
  static func merged(_ own: JSONValue, over base: JSONValue) -> JSONValue {
    var members = base.members.filter { !["$extends", "$description"].contains($0.name) }
    let places = Dictionary(
      members.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    for member in own.members where member.name != "$extends" {
      guard let place = places[member.name] else {
        members.append(member)
        continue
      }
      let (inherited, value) = (members[place].value, member.value)
      let areGroups = [inherited, value].allSatisfy {
        if case .object = $0 { $0["$value"] == nil } else { false }
      }
      members[place].value = areGroups && !member.name.hasPrefix("$") ? merged(value, over: inherited) : value
    }
    return .object(members)
  }
}
