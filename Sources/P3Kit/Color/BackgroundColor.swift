/// A colour behind transparent artwork.
public struct BackgroundColor: Sendable, Hashable {
  /// For people: as the user wrote it, or a palette's name with its appearance.
  public let name: String
  /// Encoded sRGB, 0 to 1.
  public let encoded: SIMD3<Double>

  /// Whether white stands out from it more than black does (WCAG 2.2 contrast).
  public var isDark: Bool {
    let luminance = WCAGContrast.relativeLuminance(encoded)
    return WCAGContrast.ratio(luminance, 1) > WCAGContrast.ratio(luminance, 0)
  }

  /// The backgrounds of the system's dark and light appearance: black, Apple's base and elevated dark greys,
  /// white.
  public static let standard = ["#000000", "#1C1C1E", "#2C2C2E", "#FFFFFF"].compactMap { BackgroundColor($0) }

  /// An opaque colour: `#RGB`, `#RRGGBB`, `color(srgb r g b)`, `color(display-p3 r g b)` (CSS Color 4, clauses 5.2 and
  /// 10.2; what sRGB does not have is clipped) or a CSS name such as `rebeccapurple` (6.1); else nil.
  public init?(_ css: String) {
    if let code = CSSColorNames.codes[css.lowercased()] {
      let channels = SIMD3<UInt32>(code >> 16, code >> 8 & 0xFF, code & 0xFF)
      self.init(name: css, encoded: SIMD3<Double>(channels) / 255)
      return
    }
    // The built-in profiles convert to each other: only the colour can be wrong.
    guard let color = CatalogColor(css), color.alpha == 1, let encoded = try? color.clippedToSRGB() else {
      return nil
    }
    self.init(name: css, encoded: encoded)
  }

  private init(name: String, encoded: SIMD3<Double>) {
    self.name = name
    self.encoded = encoded
  }

  /// The backgrounds that `text` means: those of a palette's name, one for each appearance, or one CSS colour.
  ///
  /// - Throws: `BackgroundColorError` for anything else.
  public static func named(_ text: String) throws(BackgroundColorError) -> [BackgroundColor] {
    if let role = BackgroundPalette.roles.first(where: { $0.name.lowercased() == text.lowercased() }) {
      return role.values.compactMap { value in
        BackgroundColor(value.css).map {
          BackgroundColor(name: "\(role.name) (\(value.appearance))", encoded: $0.encoded)
        }
      }
    }
    guard let color = BackgroundColor(text) else { throw BackgroundColorError(text: text) }
    return [color]
  }
}

/// Backgrounds that adapt to the appearance, by the names that developers know them by.
enum BackgroundPalette {
  /// One name.
  struct Role: Sendable {
    let name: String
    let values: [(appearance: String, css: String)]
  }

  /// Apple's UIKit and AppKit names, opaque ones, with their values in iOS and iPadOS 13 to 18 and in macOS 14.
  static let roles: [Role] = [
    adaptive("systemBackground", light: "#FFFFFF", dark: "#000000", elevated: "#1C1C1E"),
    adaptive("secondarySystemBackground", light: "#F2F2F7", dark: "#1C1C1E", elevated: "#2C2C2E"),
    adaptive("tertiarySystemBackground", light: "#FFFFFF", dark: "#2C2C2E", elevated: "#3A3A3C"),
    adaptive("systemGroupedBackground", light: "#F2F2F7", dark: "#000000", elevated: "#1C1C1E"),
    adaptive("secondarySystemGroupedBackground", light: "#FFFFFF", dark: "#1C1C1E", elevated: "#2C2C2E"),
    adaptive("tertiarySystemGroupedBackground", light: "#F2F2F7", dark: "#2C2C2E", elevated: "#3A3A3C"),
    Role(name: "textBackgroundColor", values: [("light", "#FFFFFF"), ("dark", "#1E1E1E")]),
  ]

  private static func adaptive(_ name: String, light: String, dark: String, elevated: String) -> Role {
    Role(name: name, values: [("light", light), ("dark", dark), ("dark, elevated", elevated)])
  }
}

/// What was given is no background.
public struct BackgroundColorError: Error, CustomStringConvertible {
  /// What was given.
  public let text: String

  /// The name that was probably meant.
  public var suggestion: String? {
    NearestName.to(text, among: BackgroundPalette.roles.map(\.name) + CSSColorNames.codes.keys)
  }

  /// What to write instead.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return
      "'\(text)' is not an opaque colour\(hint) (write #RRGGBB, #RGB, a CSS name, color(display-p3 r g b), or a "
      + "palette's name such as systemBackground)"
  }
}
