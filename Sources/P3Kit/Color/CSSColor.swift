import ColorManagement
import Pixels

/// A colour as CSS writes it (CSS Color Module Level 4), with its components in the space it was written in.
///
/// `CSSColor(_:)` reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` (clause 5.2), the names (6.1), and
/// `color(srgb r g b / a)` and `color(display-p3 r g b / a)` with numbers (10.2).
public struct CSSColor: Sendable, Hashable {
  /// An RGB space by the word that `color()` has for it.
  public enum Space: String, Sendable, Hashable, CaseIterable {
    case sRGB = "srgb"
    case displayP3 = "display-p3"

    /// The profile that defines the space.
    var profile: ICCProfile {
      switch self {
      case .sRGB: RGBColorSpace.sRGB.profile
      case .displayP3: RGBColorSpace.displayP3.profile
      }
    }
  }

  /// How a colour was written.
  public enum Notation: Sendable, Hashable {
    /// A name such as `rebeccapurple`: 8-bit codes of sRGB.
    case name
    /// `#` and digits: 8-bit codes of sRGB.
    case hexadecimal
    /// A function with numbers.
    case function
  }

  /// The space of the components.
  public let space: Space
  /// Encoded red, green and blue, 0 to 1; below and above where a wider colour is written in sRGB.
  public let components: SIMD3<Double>
  /// 0 to 1, straight: the components are not multiplied by it.
  public let alpha: Double
  /// How it was written.
  public let notation: Notation

  /// A colour by its components, as the function `color()` writes it.
  public init(space: Space, components: SIMD3<Double>, alpha: Double = 1) {
    self.init(space: space, components: components, alpha: alpha, notation: .function)
  }

  /// A colour of 8-bit codes, 0 to 255 each: red, green, blue and, where there are four, alpha.
  init(codes: [UInt8], notation: Notation) {
    self.init(
      space: .sRGB, components: SIMD3(Double(codes[0]), Double(codes[1]), Double(codes[2])) / 255,
      alpha: codes.count > 3 ? Double(codes[3]) / 255 : 1, notation: notation)
  }

  private init(space: Space, components: SIMD3<Double>, alpha: Double, notation: Notation) {
    self.space = space
    self.components = components
    self.alpha = alpha
    self.notation = notation
  }
}

extension CSSColor {
  /// Red, green and blue in encoded sRGB, 0 to 1, in steps of 1/65535: what an sRGB display makes of the colour.
  ///
  /// The components are rounded to 16 bits and converted as a pixel is; channels outside sRGB are clipped.
  func clippedToSRGB() throws(ColorError) -> SIMD3<Double> {
    var pixel = self.pixel
    if space != .sRGB { PixelConverter(try conversionToSRGB().gamutConversion()).convert(&pixel) }
    return SIMD3(Double(pixel.samples[0]), Double(pixel.samples[1]), Double(pixel.samples[2])) / 65535
  }

  /// The plan that converts pixels of the colour's space to sRGB.
  func conversionToSRGB() throws(ColorError) -> ConversionPlan {
    try ConversionPlan(
      source: space.profile, destination: Space.sRGB.profile, sourceIsGrayImage: false)
  }

  /// One pixel of the colour, in its own space.
  var pixel: PixelBuffer {
    PixelBuffer(
      width: 1, height: 1, format: .rgb16,
      samples: [components.x, components.y, components.z].map {
        UInt16((min(max($0, 0), 1) * 65535).rounded())
      })
  }
}
