public import ColorManagement
import Pixels

/// Display P3 to sRGB with one mapping, one colour at a time.
public struct GamutTrial {
  private let mapper: GamutMapper
  private let reference: ReferenceConverter
  private let linear: PixelConverter

  /// Display P3 to sRGB with `mapping`.
  public init(_ mapping: GamutMapping) throws {
    let (from, to) = (RGBColorSpace.displayP3.profile, RGBColorSpace.sRGB.profile)
    let plan = try ConversionPlan(source: from, destination: to, sourceIsGrayImage: false)
    let conversion = try plan.gamutConversion()
    mapper = try GamutMapper(mapping, source: from, destination: to)
    reference = ReferenceConverter(conversion)
    linear = PixelConverter(conversion)
  }

  /// Linear sRGB of a Display P3 colour, unclamped.
  public func source(_ color: SIMD3<UInt16>) -> SIMD3<Double> { linear.linear(color) }

  /// The same of an encoded colour, 0 to 1, between codes.
  public func source(encoded color: SIMD3<Double>) -> SIMD3<Double> {
    let curve = RGBColorSpace.displayP3.transfer
    return linear.conversion.matrix.multiplied(
      by: SIMD3(curve.linear(color.x), curve.linear(color.y), curve.linear(color.z)))
  }

  /// What `linear` is mapped to, before it is rounded to a code.
  public func mapped(_ linear: SIMD3<Double>) -> SIMD3<Double> { mapper.mapped(linear) }

  /// What is written for it: 16-bit codes, and what they mean.
  public func result(_ color: SIMD3<UInt16>) -> (codes: SIMD3<UInt16>, linear: SIMD3<Double>) {
    let mapped = mapped(source(color))
    let levels = reference.decisionLevels
    let codes = SIMD3(levels[0].code(mapped.x), levels[1].code(mapped.y), levels[2].code(mapped.z))
    let curve = RGBColorSpace.sRGB.transfer
    let encoded = SIMD3<Double>(codes) / 65535
    return (codes, SIMD3(curve.linear(encoded.x), curve.linear(encoded.y), curve.linear(encoded.z)))
  }
}

/// How far a mapping moved one colour.
public struct GamutMove {
  /// Degrees of OKLCh hue, 0 to 180; 0 where there is none.
  public let hue: Double
  /// OKLCh lightness, of 1 for white.
  public let lightness: Double
  /// CIEDE2000.
  public let difference: Double

  /// The move between two colours in linear sRGB.
  public init(from: SIMD3<Double>, to: SIMD3<Double>) {
    let oklab = OKLabTransform(.sRGB)
    let (before, after) = (OKLCh(oklab.oklab(linear: from)), OKLCh(oklab.oklab(linear: to)))
    let turn = abs(before.hue - after.hue)
    hue = min(before.chroma, after.chroma) < 1e-4 ? 0 : min(turn, 360 - turn)
    lightness = abs(before.lightness - after.lightness)
    guard case .matrix(let model) = RGBColorSpace.sRGB.profile.model else {
      preconditionFailure("sRGB is a matrix profile")
    }
    difference = CIEDE2000.difference(
      CIELAB(xyz: model.colorants.multiplied(by: from)), CIELAB(xyz: model.colorants.multiplied(by: to)))
  }
}
