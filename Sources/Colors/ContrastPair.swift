import Basics
import Pixels

/// One colour on another, with the contrast that people see (WCAG 2.2, relative luminance and contrast ratio).
///
/// Translucent colours are first composited in encoded values, as in browsers and UIKit; nothing is rounded. With a
/// colour outside sRGB there are two ratios: one by its true luminance (Y of XYZ relative to D65), and one for an sRGB
/// display, which clips it. The lower ratio decides.
package struct ContrastPair: Sendable, Hashable {
  /// The text or mark.
  package let foreground: CSSColor
  /// The colour that the foreground is on.
  package let background: CSSColor
  /// An opaque colour under a translucent background.
  package let backdrop: CSSColor?

  /// A pair of colours.
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

  /// The composited background: opaque, in extended sRGB.
  package var seenBackground: CSSColor { Self.composite(background, over: backdrop) }

  /// The composited foreground: opaque, in extended sRGB.
  package var seenForeground: CSSColor { Self.composite(foreground, over: seenBackground) }

  /// The luminances of both composited colours.
  var luminances: (foreground: ContrastLuminance, background: ContrastLuminance) {
    let background = seenBackground
    return (
      ContrastLuminance(Self.composite(foreground, over: background)), ContrastLuminance(background)
    )
  }

  /// The ratio of the true colours, 1 to 21.
  package var ratio: Double {
    let luminances = luminances
    return luminances.foreground.ratio(luminances.background)
  }

  /// The ratio on an sRGB display; nil if sRGB contains both colours, so that it equals `ratio`.
  package var ratioInSRGB: Double? {
    let luminances = luminances
    return luminances.foreground.ratioInSRGB(luminances.background)
  }

  /// The lower of both ratios, which must reach a requirement.
  package var decidingRatio: Double {
    let luminances = luminances
    return luminances.foreground.decidingRatio(luminances.background)
  }

  /// Source-over in encoded values (CSS Color 4, 12; Compositing and Blending 1, 5.1) with straight alpha.
  private static func composite(_ color: CSSColor, over backdrop: CSSColor?) -> CSSColor {
    let source = color.encodedSRGB
    guard color.alpha < 1, let backdrop else { return CSSColor(space: .sRGB, components: source) }
    let mixed = source * color.alpha + backdrop.encodedSRGB * (1 - color.alpha)
    return CSSColor(space: .sRGB, components: mixed)
  }
}

/// The contribution of an opaque colour to contrast ratios.
package struct ContrastLuminance: Sendable, Hashable {
  /// The true luminance: by WCAG's weights for colours in sRGB, the exact Y for others.
  private let exact: Double
  /// The luminance on an sRGB display.
  private let clipped: Double
  private let isInSRGB: Bool

  /// The luminance of `color`, without its alpha.
  package init(_ color: CSSColor) {
    let encoded = CSSColor(space: .sRGB, components: color.encodedSRGB)
    clipped = WCAGContrast.relativeLuminance(encoded.clippedSRGB)
    isInSRGB = encoded.isInSRGB
    exact = isInSRGB ? clipped : max(color.xyzD65.y, 0)
  }

  /// The ratio of the true colours.
  func ratio(_ other: ContrastLuminance) -> Double { WCAGContrast.ratio(exact, other.exact) }

  /// The ratio on an sRGB display; nil if sRGB contains both colours.
  func ratioInSRGB(_ other: ContrastLuminance) -> Double? {
    isInSRGB && other.isInSRGB ? nil : WCAGContrast.ratio(clipped, other.clipped)
  }

  /// The lower of both ratios.
  package func decidingRatio(_ other: ContrastLuminance) -> Double {
    let ratio = ratio(other)
    return min(ratio, ratioInSRGB(other) ?? ratio)
  }
}

/// Why two colours have no contrast ratio.
package enum ContrastError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A translucent background without a backdrop.
  case translucentBackground(alpha: Double)
  /// A translucent backdrop.
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
