/// The appearance a slot of a set is for.
public enum AssetAppearance: String, Sendable, Hashable, CaseIterable {
  /// Every appearance that has no slot of its own.
  case any
  case dark
  case highContrast = "high-contrast"
  case darkHighContrast = "dark-high-contrast"

  /// What file names carry behind the set's name.
  var fileSuffix: String { self == .any ? "" : "-\(rawValue)" }

  /// The value of `appearances`; nil where it is left out.
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

  /// The appearance that an entry's `appearances` means; nil for values of other kinds.
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
