import ColorManagement
import Pixels

/// Display P3 to sRGB with one mapping, one colour at a time.
struct GamutTrial {
  private let converter: GamutMappedConverter
  private let linear: PixelConverter

  init(_ mapping: GamutMapping) throws {
    let (from, to) = (RGBColorSpace.displayP3.profile, RGBColorSpace.sRGB.profile)
    let plan = try ConversionPlan(source: from, destination: to, sourceIsGrayImage: false)
    let conversion = try plan.gamutConversion()
    converter = GamutMappedConverter(
      conversion, mapper: try GamutMapper(mapping, source: from, destination: to))
    linear = PixelConverter(conversion)
  }

  /// Linear sRGB of a Display P3 colour, unclamped.
  func source(_ color: SIMD3<UInt16>) -> SIMD3<Double> { linear.linear(color) }

  /// What is written for it: 16-bit codes, and what they mean.
  func result(_ color: SIMD3<UInt16>) -> (codes: SIMD3<UInt16>, linear: SIMD3<Double>) {
    let codes = converter.convert(color.x, color.y, color.z)
    let curve = RGBColorSpace.sRGB.transfer
    let encoded = SIMD3<Double>(codes) / 65535
    return (codes, SIMD3(curve.linear(encoded.x), curve.linear(encoded.y), curve.linear(encoded.z)))
  }
}

/// How far a mapping moved one colour.
struct GamutMove {
  /// Degrees of OKLCh hue, 0 to 180; 0 where there is none.
  let hue: Double
  /// OKLCh lightness, of 1 for white.
  let lightness: Double
  /// CIEDE2000.
  let difference: Double

  /// The move between two colours in linear sRGB.
  init(from: SIMD3<Double>, to: SIMD3<Double>) {
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
