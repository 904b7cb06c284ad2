package import Pixels

/// CIE 1931 xy chromaticities of the three primaries and the white point of an RGB space.
package struct Chromaticities: Sendable, Hashable {
  /// xy of (1, 0, 0).
  package var red: SIMD2<Double>
  /// xy of (0, 1, 0).
  package var green: SIMD2<Double>
  /// xy of (0, 0, 1).
  package var blue: SIMD2<Double>
  /// xy of (1, 1, 1).
  package var white: SIMD2<Double>

  /// The chromaticities of these four points, each (x, y).
  package init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// D65 as ITU-R BT.709 and IEC 61966-2-1 round it.
  package static let d65 = SIMD2(0.3127, 0.3290)

  /// The primaries of sRGB and BT.709 with white D65; also of a PNG with gAMA but no cHRM.
  package static let sRGB = Chromaticities(
    red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06], white: d65)

  /// Linear RGB to XYZ relative to this white, Y of white 1 (SMPTE RP 177).
  ///
  /// Throws `ColorError.degenerateChromaticities` where a y is not positive, a coordinate is not finite or
  /// out of −1…2, or the primaries lie on a line.
  package func matrixToXYZ() throws(ColorError) -> Matrix3x3 {
    for (name, point) in [("red", red), ("green", green), ("blue", blue), ("white", white)] {
      guard point.x.isFinite, point.y.isFinite, abs(point.x) <= 2, abs(point.y) <= 2 else {
        throw .degenerateChromaticities(fact: "\(name) is (\(point.x), \(point.y))")
      }
    }
    guard white.y > 0.001 else { throw .degenerateChromaticities(fact: "white has y = \(white.y)") }
    // Columns (x, y, 1 − x − y) instead of XYZ with Y = 1: a primary with y = 0 is legal (it adds no luminance).
    let primaries = Matrix3x3(
      SIMD3(red.x, green.x, blue.x), SIMD3(red.y, green.y, blue.y),
      SIMD3(1 - red.x - red.y, 1 - green.x - green.y, 1 - blue.x - blue.y))
    guard abs(primaries.determinant) > 1e-4, let inverse = primaries.inverse else {
      throw .degenerateChromaticities(fact: "red, green and blue lie on one line")
    }
    let scale = inverse.multiplied(by: Self.xyz(white))
    guard scale.min() > 0 else {
      throw .degenerateChromaticities(fact: "white lies outside the triangle of red, green and blue")
    }
    return Matrix3x3(primaries.rows[0] * scale, primaries.rows[1] * scale, primaries.rows[2] * scale)
  }

  /// XYZ with Y = 1 of a chromaticity.
  static func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
  }

  /// The chromaticity of an XYZ colour, or nil for black.
  static func xy(_ xyz: SIMD3<Double>) -> SIMD2<Double>? {
    let sum = xyz.x + xyz.y + xyz.z
    guard sum != 0, sum.isFinite else { return nil }
    return SIMD2(xyz.x / sum, xyz.y / sum)
  }
}
