import Basics
import Pixels

/// One colour on another, with the contrast that people see (WCAG 2.2, relative luminance and contrast ratio).
///
/// Translucent colours are composited first, in encoded values as browsers and UIKit do it, and nothing is rounded. A
/// colour that sRGB does not have is judged twice: by its true luminance, Y of XYZ relative to D65, and as an sRGB
/// display clips it. The lower ratio decides.
package struct ContrastPair: Sendable, Hashable {
  /// Text or mark.
  package let foreground: CSSColor
  /// What it stands on.
  package let background: CSSColor
  /// What lies under a translucent background; opaque.
  package let backdrop: CSSColor?

  /// A pair to judge.
  ///
  /// - Throws: `ContrastError` for a translucent background without an opaque backdrop.
  package init(_ foreground: CSSColor, on background: CSSColor, over backdrop: CSSColor? = nil)
    throws(ContrastError)
  {
    if let backdrop, backdrop.alpha < 1 { throw .translucentBackdrop(alpha: backdrop.alpha) }
    guard background.alpha == 1 || backdrop != nil else {
      throw .translucentBackground(alpha: background.alpha)
    }
    self.foreground = foreground
    self.background = background
    self.backdrop = backdrop
  }

  /// The background as it is seen: opaque, in extended sRGB.
  package var seenBackground: CSSColor { Self.composite(background, over: backdrop) }

  /// The foreground as it is seen on it: opaque, in extended sRGB.
  package var seenForeground: CSSColor { Self.composite(foreground, over: seenBackground) }

  /// The luminances of both as they are seen.
  var luminances: (foreground: ContrastLuminance, background: ContrastLuminance) {
    let background = seenBackground
    return (
      ContrastLuminance(Self.composite(foreground, over: background)), ContrastLuminance(background)
    )
  }

  /// The ratio of the colours as they are, 1 to 21.
  package var ratio: Double {
    let luminances = luminances
    return luminances.foreground.ratio(luminances.background)
  }

  /// The ratio on an sRGB display; nil where sRGB has both colours, so that there is no other.
  package var ratioInSRGB: Double? {
    let luminances = luminances
    return luminances.foreground.ratioInSRGB(luminances.background)
  }

  /// The lower of both ratios: what must reach a requirement.
  package var decidingRatio: Double {
    let luminances = luminances
    return luminances.foreground.decidingRatio(luminances.background)
  }

  /// Source over in encoded values (CSS Color 4, 12; Compositing and Blending 1, 5.1), of straight alpha.
  private static func composite(_ color: CSSColor, over backdrop: CSSColor?) -> CSSColor {
    let source = color.encodedSRGB
    guard color.alpha < 1, let backdrop else { return CSSColor(space: .sRGB, components: source) }
    let mixed = source * color.alpha + backdrop.encodedSRGB * (1 - color.alpha)
    return CSSColor(space: .sRGB, components: mixed)
  }
}

/// What an opaque colour contributes to contrast ratios.
package struct ContrastLuminance: Sendable, Hashable {
  /// As it is: by WCAG's own weights where sRGB has the colour, the exact Y beyond.
  private let exact: Double
  /// On an sRGB display.
  private let clipped: Double
  private let isInSRGB: Bool

  /// The luminance of `color`, whose alpha is not looked at.
  package init(_ color: CSSColor) {
    let encoded = CSSColor(space: .sRGB, components: color.encodedSRGB)
    clipped = WCAGContrast.relativeLuminance(encoded.clippedSRGB)
    isInSRGB = encoded.isInSRGB
    exact = isInSRGB ? clipped : max(color.xyzD65.y, 0)
  }

  /// The ratio of the colours as they are.
  func ratio(_ other: ContrastLuminance) -> Double { WCAGContrast.ratio(exact, other.exact) }

  /// The ratio on an sRGB display; nil where sRGB has both colours.
  func ratioInSRGB(_ other: ContrastLuminance) -> Double? {
    isInSRGB && other.isInSRGB ? nil : WCAGContrast.ratio(clipped, other.clipped)
  }

  /// The lower of both.
  package func decidingRatio(_ other: ContrastLuminance) -> Double {
    let ratio = ratio(other)
    return min(ratio, ratioInSRGB(other) ?? ratio)
  }
}

/// Why two colours have no contrast ratio.
package enum ContrastError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The background lets something through that nobody named.
  case translucentBackground(alpha: Double)
  /// What lies lowest must be opaque.
  case translucentBackdrop(alpha: Double)

  /// The fact and the remedy.
  package var description: String {
    switch self {
    case .translucentBackground(let alpha):
      "the background has alpha \(Numbers.threeDecimals(alpha)): say what lies under it (--backdrop white)"
    case .translucentBackdrop(let alpha):
      "the backdrop has alpha \(Numbers.threeDecimals(alpha)), and nothing lies under it: it must be opaque"
    }
  }
}
