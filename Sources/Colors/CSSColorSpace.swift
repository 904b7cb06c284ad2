import ColorManagement
import Pixels

/// A colour space of CSS Color Module Level 4, by its word in `color()` or the name of its own function.
///
/// RGB coordinates are encoded as in the space, 0 to 1 in gamut. Conversions use the unrounded numbers of the
/// standards. White is D65, or, for spaces with D50, adapted by Bradford. D50 is CSS's chromaticity, not the rounded
/// white of ICC's connection space.
package enum CSSColorSpace: String, Sendable, Hashable, CaseIterable {
  /// IEC 61966-2-1.
  case sRGB = "srgb"
  /// sRGB in linear light.
  case linearSRGB = "srgb-linear"
  /// Display P3.
  case displayP3 = "display-p3"
  /// Display P3 in linear light.
  case linearDisplayP3 = "display-p3-linear"
  /// Adobe RGB (1998).
  case a98RGB = "a98-rgb"
  /// ProPhoto RGB.
  case proPhotoRGB = "prophoto-rgb"
  /// ITU-R BT.2020 primaries with the display's curve, a power of 2.4 (csswg-drafts issue 12574, 2025). Conversions of
  /// images use a profile with BT.2020's camera curve instead.
  case rec2020 = "rec2020"
  /// CIE XYZ relative to D65, Y of white 1.
  case xyzD65 = "xyz-d65"
  /// CIE XYZ relative to D50, Y of white 1.
  case xyzD50 = "xyz-d50"
  /// CIE L*a*b* under D50: L* 0 to 100.
  case lab
  /// CIE L*C*h under D50: L* 0 to 100, chroma, hue in degrees.
  case lch
  /// OKLab: L 0 to 1.
  case oklab
  /// OKLCh: L 0 to 1, chroma, hue in degrees.
  case oklch

  /// The space that `word`, in lower case, names in `color()`; nil for other words. `xyz` is `xyz-d65`.
  init?(inColorFunction word: String) {
    guard let space = Self(rawValue: word == "xyz" ? "xyz-d65" : word), Self.inColorFunction.contains(space)
    else {
      return nil
    }
    self = space
  }

  /// The spaces that are written with `color()`.
  static let inColorFunction = allCases.filter { ![.lab, .lch, .oklab, .oklch].contains($0) }
}

extension CSSColorSpace {
  /// XYZ relative to D65 of coordinates in this space.
  func xyzD65(_ components: SIMD3<Double>) -> SIMD3<Double> {
    if let rgb = CSSRGBModel.model(of: self) { return rgb.xyzD65(components) }
    switch self {
    case .xyzD50: return AdaptedXYZ.d65FromCSSD50.multiplied(by: components)
    case .lab: return Self.xyzD65(lab: components)
    case .lch: return Self.xyzD65(lab: PolarCoordinates.rectangular(components))
    case .oklab:
      return OKLab(lightness: components.x, a: components.y, b: components.z).xyzD65
    case .oklch:
      return OKLCh(lightness: components.x, chroma: components.y, hue: components.z).lab.xyzD65
    default: return components
    }
  }

  /// Coordinates in this space of XYZ relative to D65.
  func components(xyzD65 xyz: SIMD3<Double>) -> SIMD3<Double> {
    if let rgb = CSSRGBModel.model(of: self) { return rgb.components(xyzD65: xyz) }
    switch self {
    case .xyzD50: return AdaptedXYZ.cssD50FromD65.multiplied(by: xyz)
    case .lab: return Self.lab(xyzD65: xyz)
    case .lch: return PolarCoordinates.polar(Self.lab(xyzD65: xyz))
    case .oklab:
      let lab = OKLab(xyzD65: xyz)
      return SIMD3(lab.lightness, lab.a, lab.b)
    case .oklch:
      let lch = OKLCh(OKLab(xyzD65: xyz))
      return SIMD3(lch.lightness, lch.chroma, lch.hue)
    default: return xyz
    }
  }

  private static func xyzD65(lab: SIMD3<Double>) -> SIMD3<Double> {
    let lab = CIELAB(lightness: lab.x, a: lab.y, b: lab.z)
    return AdaptedXYZ.d65FromCSSD50.multiplied(by: lab.xyz(white: AdaptedXYZ.cssD50))
  }

  private static func lab(xyzD65 xyz: SIMD3<Double>) -> SIMD3<Double> {
    let lab = CIELAB(xyz: AdaptedXYZ.cssD50FromD65.multiplied(by: xyz), white: AdaptedXYZ.cssD50)
    return SIMD3(lab.lightness, lab.a, lab.b)
  }
}

/// An RGB space: one curve for all channels and both signs, and a matrix.
private struct CSSRGBModel: Sendable {
  let curve: TransferFunction
  let toXYZ, fromXYZ: ColumnMatrix3x3

  private init(_ space: RGBColorSpace, _ curve: TransferFunction) {
    self.curve = curve
    guard let inverse = space.linearToXYZD65.inverse else {
      preconditionFailure("the standard spaces have independent primaries")
    }
    toXYZ = ColumnMatrix3x3(space.linearToXYZD65)
    fromXYZ = ColumnMatrix3x3(inverse)
  }

  // The curves of clause 10's sample code.
  private static let sRGB = CSSRGBModel(.sRGB, WCAGContrast.transfer)
  private static let linearSRGB = CSSRGBModel(.sRGB, .gamma(1))
  private static let displayP3 = CSSRGBModel(.displayP3, WCAGContrast.transfer)
  private static let linearDisplayP3 = CSSRGBModel(.displayP3, .gamma(1))
  private static let a98RGB = CSSRGBModel(.adobeRGB, .gamma(563 / 256))
  private static let proPhotoRGB = CSSRGBModel(
    .proPhoto, TransferFunction(g: 1.8, c: 1.0 / 16, d: 1.0 / 32))
  private static let rec2020 = CSSRGBModel(.rec2020, .gamma(2.4))

  /// The model of `space`; nil for spaces other than RGB.
  static func model(of space: CSSColorSpace) -> CSSRGBModel? {
    switch space {
    case .sRGB: sRGB
    case .linearSRGB: linearSRGB
    case .displayP3: displayP3
    case .linearDisplayP3: linearDisplayP3
    case .a98RGB: a98RGB
    case .proPhotoRGB: proPhotoRGB
    case .rec2020: rec2020
    default: nil
    }
  }

  func xyzD65(_ components: SIMD3<Double>) -> SIMD3<Double> {
    toXYZ.multiplied(by: Self.extended(components, curve.linear))
  }

  func components(xyzD65 xyz: SIMD3<Double>) -> SIMD3<Double> {
    Self.extended(fromXYZ.multiplied(by: xyz), curve.encoded)
  }

  /// `curve` of each channel's magnitude, with the channel's sign.
  private static func extended(_ rgb: SIMD3<Double>, _ curve: (Double) -> Double) -> SIMD3<Double> {
    func value(_ x: Double) -> Double { x < 0 ? -curve(-x) : curve(x) }
    return SIMD3(value(rgb.x), value(rgb.y), value(rgb.z))
  }
}

/// (lightness, chroma, hue in degrees) beside (lightness, a, b).
private enum PolarCoordinates {
  static func rectangular(_ polar: SIMD3<Double>) -> SIMD3<Double> {
    let radians = polar.z * (.pi / 180)
    return SIMD3(
      polar.x, polar.y * ReproducibleMath.cosine(radians), polar.y * ReproducibleMath.sine(radians))
  }

  static func polar(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let degrees = ReproducibleMath.arcTangent(y: lab.z, x: lab.y) * (180 / .pi)
    return SIMD3(lab.x, (lab.y * lab.y + lab.z * lab.z).squareRoot(), degrees < 0 ? degrees + 360 : degrees)
  }
}
