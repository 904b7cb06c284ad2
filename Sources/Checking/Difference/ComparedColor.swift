import ColorManagement
import Conversion
import PixelConversion
import Pixels

/// Converts the codes of one image to colours by its own profile, unclipped.
struct ComparedColor: Sendable {
  /// The image's own profile.
  let profile: ICCProfile

  /// From codes to XYZ over the connection space's white.
  let converter: PixelConverter

  /// Converts pixels of a profile with tables to ProPhoto RGB before the comparison; nil for other profiles.
  private let tables: PixelExecutor?

  /// Remarks, each a sentence.
  let notes: [String]

  /// - Throws: `ColorError` if the profile does not fit the pixels, or LittleCMS refuses its tables.
  init(_ profile: ICCProfile, isGray: Bool) throws(ColorError) {
    if !isGray, profile.colorSpace == .gray {
      // Any conversion plan throws the reason.
      _ = try ConversionPlan(
        source: profile, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
    }
    switch profile.model(for: .relative, as: .source) {
    case .matrix(let model): self.init(profile, model.curves, Self.colorants(model))
    case .gray(let curve):
      // The neutral axis of any RGB space, as its colorants add up to the white.
      self.init(profile, [curve, curve, curve], Self.colorants(.sRGB))
    case .lut:
      let space = RGBColorSpace.proPhoto
      let plan = try ConversionPlan(
        source: profile, destination: isGray ? space.grayProfile : space.profile,
        blackPointCompensation: false, sourceIsGrayImage: isGray)
      let curve = ToneCurve.parametric(space.transfer)
      self.init(
        // Decodes with the numbers of the profile that the executor encodes with.
        profile, [curve, curve, curve], Self.profileColorants(space),
        tables: try PixelExecutor(plan, mapping: .clip),
        notes: ["its profile has tables: its colours are compared as ProPhoto RGB with 16 bits"])
    }
  }

  private init(
    _ profile: ICCProfile, _ curves: [ToneCurve], _ colorants: Matrix3x3, tables: PixelExecutor? = nil,
    notes: [String] = []
  ) {
    self.profile = profile
    let straight = [ToneCurve](repeating: .identity, count: 3)
    converter = PixelConverter(
      MatrixConversion(
        source: curves, matrix: Self.overWhite.multiplied(by: colorants), destination: straight))
    self.tables = tables
    self.notes = notes
  }

  /// The profile of the codes that `prepared` returns.
  var sampleProfile: ICCProfile { tables == nil ? profile : RGBColorSpace.proPhoto.profile }

  /// Whether equal codes mean equal colours.
  func hasSameColors(as other: ComparedColor) -> Bool {
    if tables != nil || other.tables != nil { return profile == other.profile }
    return converter.conversion == other.converter.conversion
  }

  /// The pixels in codes that `converter` reads.
  func prepared(_ pixels: consuming PixelBuffer) -> PixelBuffer {
    var pixels = pixels
    tables?.convert(&pixels)
    return pixels
  }

  /// The colorants of a profile. If they equal those of a built-in space's profile, number by number, the unrounded
  /// colorants of the space's standard are used: rounding to s15Fixed16 would change differences between two spaces by
  /// up to 9e-4. Other profiles are taken as they are.
  private static func colorants(_ model: ICCProfile.MatrixModel) -> Matrix3x3 {
    RGBColorSpace.allCases.first { profileColorants($0) == model.colorants }.map(colorants) ?? model.colorants
  }

  /// From the chromaticities of the space's standard.
  private static func colorants(_ space: RGBColorSpace) -> Matrix3x3 {
    AdaptedXYZ.d50FromD65.multiplied(by: space.linearToXYZD65)
  }

  /// From the s15Fixed16 numbers of the space's profile.
  private static func profileColorants(_ space: RGBColorSpace) -> Matrix3x3 {
    guard case .matrix(let model) = space.profile.model else {
      preconditionFailure("the built-in spaces have matrices")
    }
    return model.colorants
  }

  /// Divides by the white.
  private static let overWhite = Matrix3x3(
    SIMD3(1 / CIELAB.d50.x, 0, 0), SIMD3(0, 1 / CIELAB.d50.y, 0), SIMD3(0, 0, 1 / CIELAB.d50.z))

  // MARK: One colour, in Double

  /// A colour as XYZ over the white.
  func ratio(_ pixel: PixelCode) -> SIMD3<Double> { converter.linear(pixel.color) }

  /// Linear sRGB, unclipped, to XYZ over the white.
  static let fromSRGB = RGBColorSpace.ratioFromLinearSRGB

  /// XYZ over the white to linear sRGB, unclipped.
  static let toSRGB = RGBColorSpace.linearSRGBFromRatio
}

/// A pixel as 16-bit codes: three of colour (grey three times), and alpha, 65535 without one.
struct PixelCode: Hashable, Sendable {
  let color: SIMD3<UInt16>
  let alpha: UInt16

  /// An opaque grey.
  init(gray: UInt16) {
    color = SIMD3(repeating: gray)
    alpha = 65535
  }

  /// The pixel whose first sample is `index`.
  init(_ samples: Span<UInt16>, at index: Int, format: PixelFormat) {
    let channels = format.channelCount
    color =
      format.isGray
      ? SIMD3(repeating: samples[index]) : SIMD3(samples[index], samples[index + 1], samples[index + 2])
    alpha = format.hasAlpha ? samples[index + channels - 1] : 65535
  }

  /// Pixel number `pixel` of a buffer.
  init(_ buffer: borrowing PixelBuffer, at pixel: Int) {
    let format = buffer.format
    let index = pixel * format.channelCount
    color = buffer.color(at: index)
    alpha = format.hasAlpha ? buffer.samples[index + format.channelCount - 1] : 65535
  }

  /// All four codes in one number.
  var packed: UInt64 {
    UInt64(color.x) | UInt64(color.y) << 16 | UInt64(color.z) << 32 | UInt64(alpha) << 48
  }
}

/// CIEDE2000 between two pixels in Double: decides where the kernels' approximation is not enough.
struct ExactDifference: Sendable {
  let first: ComparedColor
  let second: ComparedColor

  /// The difference of two pixels; if one is translucent, the larger of those over black and over white.
  func value(_ p: PixelCode, _ q: PixelCode) -> Double {
    if p.alpha == 65535, q.alpha == 65535 {
      return difference(first.ratio(p), second.ratio(q))
    }
    if p.alpha == 0, q.alpha == 0 { return 0 }
    let (one, two) = (Translucent(first.ratio(p), p.alpha), Translucent(second.ratio(q), q.alpha))
    return max(
      difference(one.ratio(over: 0), two.ratio(over: 0)), difference(one.ratio(over: 1), two.ratio(over: 1)))
  }

  private func difference(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> Double {
    let white = SIMD3<Double>(repeating: 1)
    return CIEDE2000.difference(CIELAB(xyz: p, white: white), CIELAB(xyz: q, white: white))
  }
}

/// A colour with alpha in encoded sRGB, beyond its gamut too: the space in which browsers and image libraries
/// composite.
struct Translucent {
  private let encoded: SIMD3<Double>
  private let alpha: Double

  /// - Parameter ratio: XYZ over the white.
  init(_ ratio: SIMD3<Double>, _ alpha: UInt16) {
    encoded = Self.encoded(ComparedColor.toSRGB.multiplied(by: ratio))
    self.alpha = Double(alpha) / 65535
  }

  /// XYZ over the white of the colour composited on an opaque grey: 0 black, 1 white.
  func ratio(over gray: Double) -> SIMD3<Double> {
    let composite = encoded * alpha + gray * (1 - alpha)
    var linear = SIMD3<Double>()
    for channel in 0..<3 {
      let magnitude = Self.curve.linear(abs(composite[channel]))
      linear[channel] = composite[channel] < 0 ? -magnitude : magnitude
    }
    return ComparedColor.fromSRGB.multiplied(by: linear)
  }

  /// The curve of sRGB, mirrored below 0.
  static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    var encoded = SIMD3<Double>()
    for channel in 0..<3 {
      let magnitude = curve.encoded(abs(linear[channel]))
      encoded[channel] = linear[channel] < 0 ? -magnitude : magnitude
    }
    return encoded
  }

  private static let curve = RGBColorSpace.sRGB.transfer
}
