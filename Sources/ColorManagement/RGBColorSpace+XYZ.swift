package import Pixels

extension RGBColorSpace {
  /// Linear RGB to XYZ relative to D65, Y of white 1: from the chromaticities of the space's standard as in CSS Color
  /// 4's sample code, without the rounding of its profile. A white other than D65 is adapted by Bradford.
  package var linearToXYZD65: Matrix3x3 {
    guard let toXYZ = try? chromaticities.matrixToXYZ(),
      let adaptation = ChromaticAdaptation.matrix(
        from: Chromaticities.xyz(chromaticities.white), to: Chromaticities.xyz(Chromaticities.d65))
    else { preconditionFailure("the standard spaces have three independent primaries") }
    return chromaticities.white == Chromaticities.d65 ? toXYZ : adaptation.multiplied(by: toXYZ)
  }
}

/// XYZ colours under the two whites that colour spaces are defined with.
package enum AdaptedXYZ {
  /// XYZ relative to D65 to XYZ relative to the D50 of ICC's connection space, by Bradford.
  package static let d50FromD65 = matrix(
    from: Chromaticities.xyz(Chromaticities.d65), to: ChromaticAdaptation.d50)

  /// D50 of CSS, chromaticity (0.3457, 0.3585); its Z is 0.02 % more than in ICC's connection space.
  package static let cssD50 = Chromaticities.xyz([0.3457, 0.3585])

  /// XYZ relative to D65 to XYZ relative to CSS's D50, by Bradford (CSS Color 4, sample code).
  package static let cssD50FromD65 = matrix(from: Chromaticities.xyz(Chromaticities.d65), to: cssD50)

  /// XYZ relative to CSS's D50 to XYZ relative to D65, by Bradford.
  package static let d65FromCSSD50 = matrix(from: cssD50, to: Chromaticities.xyz(Chromaticities.d65))

  private static func matrix(from source: SIMD3<Double>, to destination: SIMD3<Double>) -> Matrix3x3 {
    guard let matrix = ChromaticAdaptation.matrix(from: source, to: destination) else {
      preconditionFailure("both whites excite all cones")
    }
    return matrix
  }
}
