package import Pixels

/// Linear RGB of one colour space to OKLab and back, in Double, with the same bits on every machine.
package struct OKLabTransform: Sendable {
  /// Linear RGB to cone responses; each row sums to 1.
  package let conesFromRGB: ColumnMatrix3x3
  /// Cone responses to linear RGB; each row sums to 1.
  let rgbFromCones: ColumnMatrix3x3
  /// Both matrices, in the form of the kernels.
  let kernelCones: GamutMappingKernel.Cones

  /// For a known space: from the chromaticities of its standard as in CSS Color 4's sample code, without the rounding
  /// of its profile. A white other than D65 is adapted by Bradford.
  package init(_ space: RGBColorSpace) {
    guard let transform = Self(rgbToXYZ: space.linearToXYZD65) else {
      preconditionFailure("the standard spaces have three independent primaries")
    }
    self = transform
  }

  /// For a matrix/TRC profile: its known space if it is one, else its D50 colorants adapted to D65 by Bradford.
  ///
  /// Throws `ColorError.destinationNotInvertible` if the colorants have no inverse,
  /// `ColorError.gamutNeedsMatrixProfile` for grey profiles and profiles with tables.
  package init(_ profile: ICCProfile) throws(ColorError) {
    if let space = profile.knownSpace {
      self.init(space)
      return
    }
    guard case .matrix(let model) = profile.shaper else {
      throw .gamutNeedsMatrixProfile(profile: "'\(profile.name)'", kind: "no RGB matrix profile")
    }
    let d65 = Chromaticities.xyz(Chromaticities.d65)
    guard let adaptation = ChromaticAdaptation.matrix(from: ChromaticAdaptation.d50, to: d65),
      let transform = Self(rgbToXYZ: adaptation.multiplied(by: model.colorants))
    else {
      throw .destinationNotInvertible(
        profile: "'\(profile.name)'", fact: "its three colorants lie in one plane")
    }
    self = transform
  }

  /// For the matrix from linear RGB to XYZ relative to D65; nil if it is singular or white has no light.
  private init?(rgbToXYZ: Matrix3x3) {
    let cones = OKLab.conesFromXYZ.multiplied(by: rgbToXYZ)
    let white = cones.multiplied(by: [1, 1, 1])
    guard white.min() > 0 else { return nil }
    // Makes neutrals exact: rounded colorants and whites would leave a and b of about 10⁻⁵.
    let balanced = Matrix3x3(cones.rows[0] / white.x, cones.rows[1] / white.y, cones.rows[2] / white.z)
    guard abs(balanced.determinant) > 1e-6, let inverse = balanced.inverse else { return nil }
    conesFromRGB = ColumnMatrix3x3(balanced)
    rgbFromCones = ColumnMatrix3x3(inverse)
    kernelCones = GamutMappingKernel.Cones(fromRGB: balanced, toRGB: inverse)
  }

  /// The OKLab colour of linear RGB, in gamut or not.
  package func oklab(linear rgb: SIMD3<Double>) -> OKLab {
    let cones = conesFromRGB.multiplied(by: rgb)
    return OKLab(roots: ReproducibleMath.cubeRoots(cones))
  }

  /// Linear RGB of an OKLab colour, unclamped.
  package func linear(_ lab: OKLab) -> SIMD3<Double> {
    let roots = lab.roots
    return rgbFromCones.multiplied(by: roots * roots * roots)
  }
}
