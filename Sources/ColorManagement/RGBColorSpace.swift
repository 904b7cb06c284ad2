package import Pixels

/// The RGB colour spaces that p3tool has names and profiles for.
///
/// The built-in profiles consist of fixed s15Fixed16 numbers, so that their bytes, and the pixels made with them, never
/// change.
public enum RGBColorSpace: String, Sendable, Hashable, Codable, CaseIterable {
  /// IEC 61966-2-1.
  case sRGB = "srgb"
  /// Apple's Display P3: SMPTE RP 431-2 primaries, D65 white, the sRGB curve.
  case displayP3 = "display-p3"
  /// Adobe RGB (1998).
  case adobeRGB = "adobe-rgb"
  /// ITU-R BT.2020 with its non-constant-luminance curve.
  case rec2020 = "rec2020"
  /// ROMM RGB (ISO 22028-2), D50 white.
  case proPhoto = "prophoto"

  /// The space with this name on a command line: a raw value or the alias `p3`, in any case.
  public init?(name: String) {
    let lowercased = name.lowercased()
    self.init(rawValue: lowercased == "p3" ? Self.displayP3.rawValue : lowercased)
  }

  /// The name in reports and in the profile.
  public var displayName: String {
    switch self {
    case .sRGB: "sRGB"
    case .displayP3: "Display P3"
    case .adobeRGB: "Adobe RGB (1998)"
    case .rec2020: "Rec. 2020"
    case .proPhoto: "ProPhoto RGB"
    }
  }

  /// Primaries and white from the space's standard.
  package var chromaticities: Chromaticities {
    switch self {
    case .sRGB: .sRGB
    case .displayP3:
      Chromaticities(
        red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: Chromaticities.d65)
    case .adobeRGB:
      Chromaticities(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: Chromaticities.d65)
    case .rec2020:
      Chromaticities(
        red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046], white: Chromaticities.d65)
    case .proPhoto:
      Chromaticities(
        red: [0.7347, 0.2653], green: [0.1596, 0.8404], blue: [0.0366, 0.0001], white: [0.3457, 0.3585])
    }
  }

  /// The curve from encoded to linear, with the s15Fixed16 parameters of the profile.
  package var transfer: TransferFunction {
    switch self {
    case .sRGB, .displayP3: Self.fixed(g: 157289, a: 62119, b: 3417, c: 5072, d: 2651)
    // 2 51/256, Adobe RGB (1998) Color Image Encoding, 4.3.1.2.
    case .adobeRGB: .gamma(563 / 256)
    case .rec2020: Self.fixed(g: 145637, a: 59616, b: 5920, c: 14564, d: 5309)
    case .proPhoto: Self.fixed(g: 117965, a: 65536, b: 0, c: 4096, d: 2048)
    }
  }

  /// The profile of this space, named `displayName`.
  public var profile: ICCProfile { BuiltInProfiles.rgb[self] }

  /// The grey profile with this space's curve.
  public var grayProfile: ICCProfile { BuiltInProfiles.gray[self] }

  private static func fixed(g: Double, a: Double, b: Double, c: Double, d: Double) -> TransferFunction {
    TransferFunction(g: g / 65536, a: a / 65536, b: b / 65536, c: c / 65536, d: d / 65536)
  }
}

// Matrices for compositing translucent pixels before they are compared.

extension RGBColorSpace {
  /// Linear sRGB, unclipped, to XYZ over the white, D50.
  package static let ratioFromLinearSRGB = Matrix3x3(
    SIMD3(1 / CIELAB.d50.x, 0, 0), SIMD3(0, 1 / CIELAB.d50.y, 0), SIMD3(0, 0, 1 / CIELAB.d50.z)
  ).multiplied(by: AdaptedXYZ.d50FromD65.multiplied(by: RGBColorSpace.sRGB.linearToXYZD65))

  /// XYZ over the white, D50, to linear sRGB, unclipped.
  package static let linearSRGBFromRatio: Matrix3x3 = {
    guard let inverse = ratioFromLinearSRGB.inverse else {
      preconditionFailure("sRGB has three independent colorants")
    }
    return inverse
  }()
}
