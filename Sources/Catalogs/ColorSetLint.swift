import ImageFiles

/// The rules of colour sets.
struct ColorSetLint {
  let path: String
  let contents: AssetContents

  var findings: [CatalogFinding] {
    let file = FilePath.join(path, "Contents.json")
    guard case .array? = contents.json["colors"] else {
      return [CatalogFinding(.invalidContents, file, "has no list 'colors'")]
    }
    return duplicateSlots(file) + ambiguousComponents(file) + assignedColors(file) + missingBase(file)
  }

  private func slot(_ entry: JSONValue) -> String {
    let appearance =
      AssetAppearance(entry["appearances"]).map { $0 == .any ? "" : " \($0.rawValue)" } ?? " other"
    let gamut = entry["display-gamut"]?.string.map { " \($0)" } ?? ""
    return (entry["idiom"]?.string ?? "?") + gamut + appearance
  }

  private func duplicateSlots(_ file: String) -> [CatalogFinding] {
    var seen: Set<JSONValue> = []
    return contents.colors.compactMap { entry in
      var key = entry
      if case .object = key { key["color"] = nil } else { return nil }
      guard !seen.insert(key).inserted else { return nil }
      return CatalogFinding(.duplicateSlot, file, "has two entries for the slot \(slot(entry))")
    }
  }

  /// Findings on a bare "1": it may mean 1.0, or 1 of 255. Beside a larger code it can only be the latter.
  private func ambiguousComponents(_ file: String) -> [CatalogFinding] {
    contents.colors.flatMap { entry -> [CatalogFinding] in
      if Self.areCodes(entry["color"]?["components"]) { return [] }
      return (entry["color"]?["components"]?.members ?? []).compactMap { member in
        guard member.name != "alpha", member.value.string == "1" else { return nil }
        return CatalogFinding(
          .ambiguousComponent, file, "\(slot(entry)): \(member.name) is \"1\", which may mean 1.000 or 1/255")
      }
    }
  }

  /// Findings on Display P3 components that equal those of an sRGB entry.
  private func assignedColors(_ file: String) -> [CatalogFinding] {
    let standard = Set(contents.colors.compactMap { Numbers($0, in: "srgb") })
    return contents.colors.compactMap { wide in
      guard let numbers = Numbers(wide, in: "display-p3"), Set(numbers.components).count > 1,
        standard.contains(numbers)
      else { return nil }
      return CatalogFinding(
        .srgbNumbersInP3, file, "\(slot(wide)): the Display P3 colour has the numbers of the sRGB one")
    }
  }

  /// What entries of two spaces share if one was assigned instead of converted.
  private struct Numbers: Hashable {
    let components: [Double]
    let idiom, appearances: JSONValue?

    /// Nil if `entry` is not a colour in `space`, or its components are unclear.
    init?(_ entry: JSONValue, in space: String) {
      guard entry["color"]?["color-space"]?.string == space,
        let components = ColorSetLint.components(entry)
      else { return nil }
      self.components = components
      idiom = entry["idiom"]
      appearances = entry["appearances"]
    }
  }

  private func missingBase(_ file: String) -> [CatalogFinding] {
    let idioms = Set(contents.colors.compactMap { $0["idiom"]?.string }).sorted()
    let withBase = Set(
      contents.colors.filter { AssetAppearance($0["appearances"]) == .any }.compactMap { $0["idiom"]?.string }
    )
    return idioms.compactMap { idiom in
      guard !withBase.contains(idiom) else { return nil }
      return CatalogFinding(.missingSibling, file, "\(idiom): the set has no colour for any appearance")
    }
  }

  /// Red, green and blue, 0 to 1, from "0x3E", "228", "0.894", "89.4%" or numbers; `white` three times for a grey. Nil
  /// if unclear.
  static func components(_ entry: JSONValue) -> [Double]? {
    guard let components = entry["color"]?["components"] else { return nil }
    let areCodes = areCodes(components)
    let names = components["white"] == nil ? ["red", "green", "blue"] : ["white", "white", "white"]
    let values = names.compactMap { component(components[$0], areCodes: areCodes) }
    return values.count == 3 ? values : nil
  }

  /// Whether a component is a code above 1, so that "1" means 1 of 255.
  private static func areCodes(_ components: JSONValue?) -> Bool {
    (components?.members ?? []).contains { member in
      guard member.name != "alpha", let text = member.value.string else { return false }
      return (Int(text) ?? 0) > 1
    }
  }

  /// - Parameter areCodes: whether a bare "1" means 1 of 255.
  static func component(_ value: JSONValue?, areCodes: Bool) -> Double? {
    switch value {
    case .number(let text)?: return Double(text)
    case .string(let text)?:
      if text.lowercased().hasPrefix("0x") {
        return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 }
      }
      if text.hasSuffix("%") { return Double(text.dropLast()).map { $0 / 100 } }
      if text.contains(".") { return Double(text) }
      return Int(text).map { $0 == 1 && !areCodes ? 1 : Double($0) / 255 }
    default: return nil
    }
  }
}
