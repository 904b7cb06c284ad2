import ColorManagement

/// A colour as CSS writes it (CSS Color Module Level 4), with its components in the space it was written in.
///
/// `CSSColor(_:appearance:)` reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` (clause 5.2), the names (6.1), and the
/// functions `rgb()` (5.1), `hsl()` (7), `hwb()` (8), `lab()`, `lch()`, `oklab()`, `oklch()` (9) and `color()` (10).
/// `hsl()` and `hwb()` are other spellings of sRGB: their colours have its components. Of Level 5 it computes
/// `color-mix()` (3), relative colours (4), `contrast-color()` (6) and `light-dark()` (7).
package struct CSSColor: Sendable, Hashable {
  /// The notation of a colour.
  package enum Notation: Sendable, Hashable {
    /// A name such as `rebeccapurple`: 8-bit codes of sRGB.
    case name
    /// `#` and digits: 8-bit codes of sRGB.
    case hexadecimal
    /// A function with numbers.
    case function
  }

  /// The space of the components.
  package let space: CSSColorSpace
  /// The coordinates in `space`, in the units of its case. They may leave the range that a display shows.
  package let components: SIMD3<Double>
  /// 0 to 1, straight: components are not multiplied by it.
  package let alpha: Double
  /// The notation in which it was written.
  package let notation: Notation

  /// A colour from its components, in the notation of its space's function.
  package init(space: CSSColorSpace, components: SIMD3<Double>, alpha: Double = 1) {
    self.init(space: space, components: components, alpha: alpha, notation: .function)
  }

  private init(space: CSSColorSpace, components: SIMD3<Double>, alpha: Double, notation: Notation) {
    self.space = space
    self.components = components
    self.alpha = alpha
    self.notation = notation
  }
}

extension CSSColor {
  /// XYZ relative to D65, Y of white 1.
  package var xyzD65: SIMD3<Double> { space.xyzD65(components) }

  /// The same colour with its components in `space`, not clipped to any gamut.
  package func converted(to space: CSSColorSpace) -> CSSColor {
    guard space != self.space else { return self }
    return CSSColor(space: space, components: space.components(xyzD65: xyzD65), alpha: alpha)
  }

  /// Encoded sRGB, below 0 and above 1 where the colour lies outside (CSS Color 4, 10.2: extended sRGB).
  package var encodedSRGB: SIMD3<Double> { converted(to: .sRGB).components }

  /// Encoded sRGB with every channel clipped to 0…1: the colour on an sRGB display.
  package var clippedSRGB: SIMD3<Double> { encodedSRGB.clamped(lowerBound: .zero, upperBound: .one) }

  /// Whether sRGB contains the colour. As in color.js a channel may leave 0…1 by 0.000075, so that sRGB colours written
  /// with four decimals stay inside.
  package var isInSRGB: Bool { isIn(.sRGB) }

  /// The colour if sRGB contains it, else the colour with reduced chroma at the same lightness and hue (CSS Color 4, as
  /// `--gamut chroma`), in thousandths.
  package var inSRGB: CSSColor {
    guard !isInSRGB else { return self }
    let linear = Self.chromaMapper.mapped(converted(to: .linearSRGB).components)
    let encoded = CSSColor(space: .linearSRGB, components: linear).converted(to: .sRGB).components
    let thousandths = (encoded * 1000).rounded(.toNearestOrAwayFromZero) / 1000
    return CSSColor(space: .sRGB, components: thousandths, alpha: alpha)
  }

  private static let chromaMapper: GamutMapper = {
    let (source, destination) = (RGBColorSpace.displayP3.profile, RGBColorSpace.sRGB.profile)
    guard let mapper = try? GamutMapper(.chroma, source: source, destination: destination) else {
      preconditionFailure("the built-in spaces have matrix profiles")
    }
    return mapper
  }()

  /// Whether the RGB space `space` contains the colour, with the tolerance of `isInSRGB`.
  func isIn(_ space: CSSColorSpace) -> Bool {
    let channels = converted(to: space).components
    return channels.min() >= -0.000075 && channels.max() <= 1.000075
  }

  /// The colour in a space that Apple's colour sets and SwiftUI support: its own if that is sRGB or Display P3, else
  /// sRGB if it contains the colour, else Display P3.
  package var inCatalogSpace: CSSColor {
    if space == .sRGB || space == .displayP3 { return self }
    return converted(to: isInSRGB ? .sRGB : .displayP3)
  }

  /// The colour with the notation `notation`.
  func noted(_ notation: Notation) -> CSSColor {
    CSSColor(space: space, components: components, alpha: alpha, notation: notation)
  }

  /// The colour with another alpha.
  func withAlpha(_ alpha: Double) -> CSSColor {
    CSSColor(space: space, components: components, alpha: alpha, notation: notation)
  }
}

extension SIMD3<Double> {
  /// A vector of ones.
  package static var one: Self { Self(repeating: 1) }
}
