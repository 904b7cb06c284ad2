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
