import Basics

/// A colour behind transparent artwork.
public struct BackgroundColor: Sendable, Hashable, Codable {
  /// Display name: as the user wrote it, or a palette's name with its appearance.
  public let name: String
  /// Encoded sRGB, 0 to 1.
  public let encoded: SIMD3<Double>

  /// Whether white has more contrast with it (WCAG 2.2) than black.
  package var isDark: Bool {
    let luminance = WCAGContrast.relativeLuminance(encoded)
    return WCAGContrast.ratio(luminance, 1) > WCAGContrast.ratio(luminance, 0)
  }

  /// The backgrounds of the system's dark and light appearance: black, Apple's base and elevated dark greys,
  /// white.
  public static let standard = [0x000000, 0x1C1C1E, 0x2C2C2E, 0xFFFFFF].map { code in
    let digits = String(code, radix: 16, uppercase: true).padded(onLeftTo: 6, with: "0")
    return BackgroundColor(name: "#" + digits, code: code)
  }

  /// The opaque colour of `css`, see `CSSColor`; clipped to sRGB.
  ///
  /// - Throws: `CSSColorError` for any other text.
  package init(_ css: String) throws(CSSColorError) { try self.init(css, appearance: .light) }

  private init(_ css: String, appearance: PaletteCondition.Appearance) throws(CSSColorError) {
    let color = try CSSColor(css, appearance: appearance)
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

  fileprivate init(name: String, encoded: SIMD3<Double>) {
    self.name = name
    self.encoded = encoded
  }

  /// The backgrounds named by `text`: one CSS colour, both colours of `light-dark()`, or a background of Apple's newest
  /// palette or Fiori's, with a colour for each appearance.
  ///
  /// - Throws: `BackgroundColorError` for any other text.
  public static func named(_ text: String) throws(BackgroundColorError) -> [BackgroundColor] {
    do throws(CSSColorError) {
      let light = try BackgroundColor(text)
      let dark = try BackgroundColor(text, appearance: .dark)
      if light == dark { return [light] }
      return [(light, "light"), (dark, "dark")].map {
        BackgroundColor(name: "\(text) (\($0.1))", encoded: $0.0.encoded)
      }
    } catch {
      guard let entry = PaletteBackgrounds.entry(named: text) else {
        throw BackgroundColorError(cause: error)
      }
      return entry.ownColors
    }
  }
}

/// Backgrounds that adapt to the appearance, by their names in palettes.
enum PaletteBackgrounds {
  /// The palettes whose background names are accepted.
  private static let palettes = ["apple", "fiori"]

  /// All backgrounds, those of all platforms first. Read once, as every invalid colour is looked up here.
  static let entries: [Palette.Entry] = {
    let all = palettes.compactMap { Palette.builtIn($0)?.colors.filter { $0.role == .background } }.flatMap {
      $0
    }
    return all.filter { $0.platform == nil } + all.filter { $0.platform != nil }
  }()

  /// The background called `name`, in any letter case.
  static func entry(named name: String) -> Palette.Entry? {
    entries.first { $0.name.lowercased() == name.lowercased() }
  }
}

extension Palette.Entry {
  /// One background for each appearance and level with its own value.
  fileprivate var ownColors: [BackgroundColor] {
    PaletteCondition.all.filter { !$0.isIncreased && hasOwnValue($0) }.compactMap { condition in
      color(condition).map {
        BackgroundColor(name: "\(name) (\(condition.text))", encoded: $0.clippedSRGB)
      }
    }
  }
}

/// The text is neither an opaque colour nor a palette's background.
public struct BackgroundColorError: Error, CustomStringConvertible {
  /// Why it is no opaque colour.
  package let cause: CSSColorError

  package var text: String { cause.text }

  /// The name of a palette background or colour that was probably meant; nil if none is similar.
  package var suggestion: String? {
    NearestName.to(text, among: PaletteBackgrounds.entries.map(\.name) + CSSColorNames.codes.keys)
  }

  /// The problem and its remedy.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ": \(cause.reason)"
    return
      "'\(text)' is not an opaque colour\(hint) (write #RRGGBB, #RGB, a CSS name, color(display-p3 r g b), or a "
      + "palette's name such as systemBackground)"
  }
}
