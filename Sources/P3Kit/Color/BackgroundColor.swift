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
  public static let standard = [0x000000, 0x1C1C1E, 0x2C2C2E, 0xFFFFFF].map { code in
    let digits = String(code, radix: 16, uppercase: true).padded(onLeftTo: 6, with: "0")
    return BackgroundColor(name: "#" + digits, code: code)
  }

  /// The opaque colour that `css` means, see `CSSColor`; what sRGB does not have is clipped.
  ///
  /// - Throws: `CSSColorError` for anything else.
  public init(_ css: String) throws(CSSColorError) {
    let color = try CSSColor(css)
    guard color.alpha == 1 else {
      throw CSSColorError(text: css, part: css, offset: 0, problem: .notOpaque(alpha: color.alpha))
    }
    self.init(name: css, encoded: color.clippedSRGB)
  }

  /// - Parameter code: 0xRRGGBB.
  private init(name: String, code: Int) {
    let channels = [16, 8, 0].map { Double(code >> $0 & 0xFF) }
    self.init(name: name, encoded: SIMD3(channels[0], channels[1], channels[2]) / 255)
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
      return role.values.map {
        BackgroundColor(name: "\(role.name) (\($0.appearance))", code: $0.code)
      }
    }
    do throws(CSSColorError) {
      return [try BackgroundColor(text)]
    } catch {
      throw BackgroundColorError(cause: error)
    }
  }
}

/// Backgrounds that adapt to the appearance, by the names that developers know them by.
enum BackgroundPalette {
  /// One name.
  struct Role: Sendable {
    let name: String
    /// An appearance, and the colour as 0xRRGGBB of sRGB.
    let values: [(appearance: String, code: Int)]
  }

  /// Apple's UIKit and AppKit names, opaque ones, with their values in iOS and iPadOS 13 to 18 and in macOS 14.
  static let roles: [Role] = [
    adaptive("systemBackground", light: 0xFFFFFF, dark: 0x000000, elevated: 0x1C1C1E),
    adaptive("secondarySystemBackground", light: 0xF2F2F7, dark: 0x1C1C1E, elevated: 0x2C2C2E),
    adaptive("tertiarySystemBackground", light: 0xFFFFFF, dark: 0x2C2C2E, elevated: 0x3A3A3C),
    adaptive("systemGroupedBackground", light: 0xF2F2F7, dark: 0x000000, elevated: 0x1C1C1E),
    adaptive("secondarySystemGroupedBackground", light: 0xFFFFFF, dark: 0x1C1C1E, elevated: 0x2C2C2E),
    adaptive("tertiarySystemGroupedBackground", light: 0xF2F2F7, dark: 0x2C2C2E, elevated: 0x3A3A3C),
    Role(name: "textBackgroundColor", values: [("light", 0xFFFFFF), ("dark", 0x1E1E1E)]),
  ]

  private static func adaptive(_ name: String, light: Int, dark: Int, elevated: Int) -> Role {
    Role(name: name, values: [("light", light), ("dark", dark), ("dark, elevated", elevated)])
  }
}

/// What was given is neither an opaque colour nor a palette's name.
public struct BackgroundColorError: Error, CustomStringConvertible {
  /// Why it is no opaque colour.
  public let cause: CSSColorError

  /// What was given.
  public var text: String { cause.text }

  /// The palette's or the colour's name that was probably meant.
  public var suggestion: String? {
    NearestName.to(text, among: BackgroundPalette.roles.map(\.name) + CSSColorNames.codes.keys)
  }

  /// What is wrong, and what to write instead.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ": \(cause.reason)"
    return
      "'\(text)' is not an opaque colour\(hint) (write #RRGGBB, #RGB, a CSS name, color(display-p3 r g b), or a "
      + "palette's name such as systemBackground)"
  }
}
