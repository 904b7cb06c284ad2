import Basics

/// A colour behind transparent artwork.
public struct BackgroundColor: Sendable, Hashable, Codable {
  /// For people: as the user wrote it, or a palette's name with its appearance.
  public let name: String
  /// Encoded sRGB, 0 to 1.
  public let encoded: SIMD3<Double>

  /// Whether white stands out from it more than black does (WCAG 2.2 contrast).
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

  /// The opaque colour that `css` means, see `CSSColor`; what sRGB does not have is clipped.
  ///
  /// - Throws: `CSSColorError` for anything else.
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

  /// The backgrounds that `text` means: one CSS colour, both of `light-dark()`, or those of a background's name in Apple's
  /// newest palette or in Fiori's, one for each appearance.
  ///
  /// - Throws: `BackgroundColorError` for anything else.
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

/// Backgrounds that adapt to the appearance, by the names that developers know them by.
enum PaletteBackgrounds {
  /// The palettes whose names are understood.
  private static let palettes = ["apple", "fiori"]

  /// All of them, the general ones before those of one platform: read once, since every wrong colour is looked for here.
  static let entries: [Palette.Entry] = {
    let all = palettes.compactMap { Palette.builtIn($0)?.colors.filter { $0.role == .background } }.flatMap {
      $0
    }
    return all.filter { $0.platform == nil } + all.filter { $0.platform != nil }
  }()

  /// The one called `name`, in any letter case.
  static func entry(named name: String) -> Palette.Entry? {
    entries.first { $0.name.lowercased() == name.lowercased() }
  }
}

extension Palette.Entry {
  /// A background for each appearance and level with a value of its own.
  fileprivate var ownColors: [BackgroundColor] {
    PaletteCondition.all.filter { !$0.isIncreased && hasOwnValue($0) }.compactMap { condition in
      color(condition).map {
        BackgroundColor(name: "\(name) (\(condition.text))", encoded: $0.clippedSRGB)
      }
    }
  }
}

/// What was given is neither an opaque colour nor a palette's name.
public struct BackgroundColorError: Error, CustomStringConvertible {
  /// Why it is no opaque colour.
  package let cause: CSSColorError

  /// What was given.
  package var text: String { cause.text }

  /// The palette's or the colour's name that was probably meant.
  package var suggestion: String? {
    NearestName.to(text, among: PaletteBackgrounds.entries.map(\.name) + CSSColorNames.codes.keys)
  }

  /// What is wrong, and what to write instead.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ": \(cause.reason)"
    return
      "'\(text)' is not an opaque colour\(hint) (write #RRGGBB, #RGB, a CSS name, color(display-p3 r g b), or a "
      + "palette's name such as systemBackground)"
  }
}
