import ColorManagement
import Pixels

/// How far apart two colours of one alpha look: the larger CIEDE2000 over black and over white, composited in encoded sRGB
/// beyond its gamut, in Double.
public enum ReferenceTranslucency {
  /// - Parameters:
  ///   - first: XYZ relative to D50.
  ///   - second: the other one.
  ///   - alpha: of both, 65535 for opaque ones.
  public static func difference(_ first: SIMD3<Double>, _ second: SIMD3<Double>, alpha: UInt16) -> Double {
    if alpha == .max { return CIEDE2000.difference(CIELAB(xyz: first), CIELAB(xyz: second)) }
    return [0.0, 1].map { ground in
      CIEDE2000.difference(
        CIELAB(xyz: composited(first, alpha, over: ground)),
        CIELAB(xyz: composited(second, alpha, over: ground)))
    }.max() ?? 0
  }

  private static func composited(_ xyz: SIMD3<Double>, _ alpha: UInt16, over ground: Double) -> SIMD3<Double>
  {
    let linear = RGBColorSpace.linearSRGBFromRatio.multiplied(by: xyz / CIELAB.d50)
    let curve = RGBColorSpace.sRGB.transfer
    let share = Double(alpha) / 65535
    var mixed = SIMD3<Double>()
    for channel in 0..<3 {
      let encoded = curve.encoded(abs(linear[channel])) * (linear[channel] < 0 ? -1 : 1)
      let composite = encoded * share + ground * (1 - share)
      mixed[channel] = curve.linear(abs(composite)) * (composite < 0 ? -1 : 1)
    }
    return RGBColorSpace.ratioFromLinearSRGB.multiplied(by: mixed) * CIELAB.d50
  }
}
