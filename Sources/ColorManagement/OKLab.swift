package import Pixels

/// A colour in OKLab (Björn Ottosson, "A perceptual color space for image processing", revision of 2021-01-25).
///
/// The matrices are those of CSS Color 4 (W3C Candidate Recommendation Draft, 24 April 2025, sample code), computed to
/// 64 bits for the white D65 = (0.3127, 0.3290), so that neutrals have a = b = 0.
package struct OKLab: Sendable, Hashable {
  /// Perceived lightness L, 0 black to 1 white.
  package var lightness: Double
  /// Green (−) to red (+), about −0.4 to 0.4.
  package var a: Double
  /// Blue (−) to yellow (+), about −0.4 to 0.4.
  package var b: Double

  /// The colour with these coordinates.
  package init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// The colour of `xyz` relative to D65, Y of white 1.
  package init(xyzD65 xyz: SIMD3<Double>) {
    self.init(roots: Self.roots(xyzD65: xyz))
  }

  /// The cube roots of the cone responses to `xyz`, relative to D65: each rises with the channels of an RGB space.
  package static func roots(xyzD65 xyz: SIMD3<Double>) -> SIMD3<Double> {
    ReproducibleMath.cubeRoots(conesFromXYZColumns.multiplied(by: xyz))
  }

  /// XYZ relative to D65, Y of white 1: the inverse of `init(xyzD65:)`.
  package var xyzD65: SIMD3<Double> {
    let roots = roots
    return Self.xyzFromCones.multiplied(by: roots * roots * roots)
  }

  /// CSS Color 4's deltaEOK: the Euclidean distance. 0.02 is about one just noticeable difference.
  package func distance(to other: OKLab) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// The distance from the neutral axis.
  package var chroma: Double { (a * a + b * b).squareRoot() }
}

extension OKLab {
  /// XYZ (D65, Y of white 1) to cone responses.
  static let conesFromXYZ = Matrix3x3(
    [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])

  private static let conesFromXYZColumns = ColumnMatrix3x3(conesFromXYZ)

  /// Cone responses to XYZ.
  private static let xyzFromCones: ColumnMatrix3x3 = {
    guard let inverse = conesFromXYZ.inverse else { preconditionFailure("its determinant is not 0") }
    return ColumnMatrix3x3(inverse)
  }()

  /// Cube roots of cone responses to L, a, b.
  package static let labFromRootsRows = Matrix3x3(
    [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774])

  private static let labFromRoots = ColumnMatrix3x3(labFromRootsRows)

  /// How the cube roots of the cone responses depend on a and b; on L each depends with factor 1.
  static let rootsFromA = SIMD3(0.3963377773761749, -0.1055613458156586, -0.0894841775298119)
  static let rootsFromB = SIMD3(0.2158037573099136, -0.0638541728258133, -1.2914855480194092)

  /// The colour with these cube roots of cone responses.
  init(roots: SIMD3<Double>) {
    let lab = Self.labFromRoots.multiplied(by: roots)
    self.init(lightness: lab.x, a: lab.y, b: lab.z)
  }

  /// The cube roots of the cone responses.
  var roots: SIMD3<Double> {
    SIMD3(repeating: lightness) + Self.rootsFromA * a + Self.rootsFromB * b
  }
}
