import ImageFiles

/// The place of an image in a set. Entries with other distinctions (size classes, locales, subtypes) have no slot and
/// are not changed.
struct AssetSlot: Sendable, Hashable {
  var idiom: String
  /// 1 to 3; larger in files newer than this code; nil for a single scale.
  var scale: Int?
  /// Nil for any display.
  var gamut: AssetGamut?
  var appearance: AssetAppearance

  /// Keys that distinguish entries and that p3tool does not interpret.
  private static let otherDistinctions: Set<String> = [
    "extent", "graphics-feature-set", "height-class", "language-direction", "locale", "memory",
    "minimum-system-version", "orientation", "platform", "role", "screen-width", "size", "subtype",
    "width-class",
  ]

  /// - Parameter idiom: the raw value of an `AssetIdiom`, or a value newer than this code.
  init(idiom: String, scale: Int?, gamut: AssetGamut?, appearance: AssetAppearance) {
    self.idiom = idiom
    self.scale = scale
    self.gamut = gamut
    self.appearance = appearance
  }

  /// The slot of an entry; nil if it has keys that a slot cannot hold.
  init?(_ entry: JSONValue) {
    guard let idiom = entry["idiom"]?.string, let appearance = AssetAppearance(entry["appearances"]),
      !entry.members.contains(where: { Self.otherDistinctions.contains($0.name) })
    else { return nil }
    var scale: Int?
    if let text = entry["scale"]?.string {
      guard let number = Self.scale(text) else { return nil }
      scale = number
    }
    var gamut: AssetGamut?
    if let text = entry["display-gamut"]?.string {
      guard let known = AssetGamut(rawValue: text) else { return nil }
      gamut = known
    }
    self.init(idiom: idiom, scale: scale, gamut: gamut, appearance: appearance)
  }

  /// The number in `2x`.
  static func scale(_ text: String) -> Int? {
    text.hasSuffix("x") ? BoundedInteger.parse(text.dropLast(), in: 1...99) : nil
  }

  /// A new entry for the file `filename`.
  func entry(filename: String) -> JSONValue {
    var members: [(String, JSONValue)] = [("filename", .string(filename)), ("idiom", .string(idiom))]
    if let scale { members.append(("scale", .string("\(scale)x"))) }
    if let gamut { members.append(("display-gamut", .string(gamut.rawValue))) }
    if let appearances = appearance.json { members.append(("appearances", appearances)) }
    return .object(members)
  }

  /// The slot in messages: `universal 2x display-P3 dark`.
  var text: String {
    [idiom, scale.map { "\($0)x" }, gamut?.rawValue, appearance == .any ? nil : appearance.rawValue]
      .compactMap { $0 }.joined(separator: " ")
  }
}

/// The appearance of a slot.
package enum AssetAppearance: String, Sendable, Hashable, CaseIterable {
  /// Every appearance without a slot of its own.
  case any
  case dark
  case highContrast = "high-contrast"
  case darkHighContrast = "dark-high-contrast"

  /// The end of file names, after the set's name.
  var fileSuffix: String { self == .any ? "" : "-\(rawValue)" }

  /// The value of `appearances`; nil if the key is left out.
  var json: JSONValue? {
    let dark: JSONValue = ["appearance": "luminosity", "value": "dark"]
    let contrast: JSONValue = ["appearance": "contrast", "value": "high"]
    switch self {
    case .any: return nil
    case .dark: return [dark]
    case .highContrast: return [contrast]
    case .darkHighContrast: return [dark, contrast]
    }
  }

  /// The appearance of an entry's `appearances`; nil for other values.
  init?(_ json: JSONValue?) {
    var (isDark, isHighContrast) = (false, false)
    for element in json?.elements ?? [] {
      switch (element["appearance"]?.string, element["value"]?.string) {
      case ("luminosity", "dark"): isDark = true
      case ("contrast", "high"): isHighContrast = true
      default: return nil
      }
    }
    self = isDark ? (isHighContrast ? .darkHighContrast : .dark) : (isHighContrast ? .highContrast : .any)
  }
}

/// The display gamut of a slot, as spelled in image sets.
package enum AssetGamut: String, Sendable, Hashable, CaseIterable {
  case sRGB
  case displayP3 = "display-P3"
}

/// The device of a slot.
package enum AssetIdiom: String, Sendable, Hashable, CaseIterable {
  case universal, iphone, ipad, mac, tv, watch

  /// Whether a Display P3 image at 1x is ever used: no iPhone or iPad has a wide gamut at 1x, and `universal` uses the
  /// sRGB image.
  var usesWideGamutAt1x: Bool { self == .mac || self == .tv || self == .watch }
}
