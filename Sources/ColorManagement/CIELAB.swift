import Pixels

/// A colour in CIE 1976 L*a*b* (CIE 15:2018, clause 8.2.1).
package struct CIELAB: Sendable, Hashable {
  /// L*, 0 black to 100 white.
  package var lightness: Double
  /// a*, green (−) to red (+).
  package var a: Double
  /// b*, blue (−) to yellow (+).
  package var b: Double

  /// The colour with these coordinates.
  package init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// The colour of `xyz` seen under `white`, both on the same scale. Negative components (colours outside the spectrum)
  /// continue on the straight part.
  package init(xyz: SIMD3<Double>, white: SIMD3<Double> = CIELAB.d50) {
    let ratio = xyz / white
    // The cube root above (6/29)³, its tangent below.
    let straight = (24389.0 / 27 * ratio + 16) / 116
    let f = straight.replacing(
      with: ReproducibleMath.cubeRoots(ratio), where: ratio .> SIMD3(repeating: 216.0 / 24389))
    self.init(lightness: 116 * f.y - 16, a: 500 * (f.x - f.y), b: 200 * (f.y - f.z))
  }

  /// XYZ of the colour under `white`, on the scale of `white`.
  package func xyz(white: SIMD3<Double> = CIELAB.d50) -> SIMD3<Double> {
    let y = (lightness + 16) / 116
    let f = SIMD3(y + a / 500, y, y - b / 200)
    let straight = (116 * f - 16) * 27 / 24389
    return white * straight.replacing(with: f * f * f, where: f .> SIMD3(repeating: 6.0 / 29))
  }

  /// The white of ICC's connection space, D50.
  package static let d50 = SIMD3(63190.0, 65536.0, 54061.0) / 65536
}
