package import ColorManagement
package import Colors
package import Pixels

/// The view of a person with one kind of colour vision, as a conversion of a profile to itself: its own curves, and
/// between them the model's matrix for linear sRGB, adapted to the profile's primaries. Colours outside sRGB stay
/// outside.
package enum ColorVisionSimulation: Sendable {
  /// Nothing changes: grey looks the same to everybody, and severity 0 is ordinary vision.
  case unchanged
  /// Machado's model, for protanopia and deuteranopia.
  case matrix(MatrixConversion)
  /// Brettel's model, for tritanopia.
  case halfPlanes(HalfPlaneConversion)

  /// - Parameters:
  ///   - severity: 0 (ordinary vision) to 1 (no cones of this kind).
  ///   - profile: the profile of an RGB image.
  /// - Returns: nil if the profile has tables, from which linear light is not known.
  /// - Throws: `ColorError` for a grey profile, and for curves or colorants without an inverse.
  package init?(_ vision: ColorVision, severity: Double, profile: ICCProfile) throws(ColorError) {
    let plan = try ConversionPlan(source: profile, destination: profile, sourceIsGrayImage: false)
    guard case .matrix(let model) = profile.model(for: .relative, as: .source), plan.gamutObstacle == nil,
      case .matrix(let standard) = RGBColorSpace.sRGB.profile.model,
      let fromXYZ = standard.colorants.inverse
    else { return nil }
    let toStandard = fromXYZ.multiplied(by: model.colorants)
    guard let back = toStandard.inverse else { return nil }
    func inProfile(_ matrix: Matrix3x3) -> Matrix3x3 {
      back.multiplied(by: matrix.keepingGray).multiplied(by: toStandard)
    }

    if severity == 0 {
      self = .unchanged
    } else if let matrix = MachadoMatrices.matrix(vision, severity: severity) {
      self = .matrix(
        MatrixConversion(source: model.curves, matrix: inProfile(matrix), destination: model.curves))
    } else {
      let sides = [ColorVisionModel.Brettel.positive, ColorVisionModel.Brettel.negative]
        .map { inProfile(Matrix3x3.identity.mixed(with: $0, share: severity)) }
      let normal = ColorVisionModel.Brettel.normal
      self = .halfPlanes(
        HalfPlaneConversion(
          curves: model.curves, matrix: sides[0], other: sides[1],
          normal: SIMD3((0..<3).map { (normal * toStandard.column($0)).sum() })))
    }
  }
}

extension Matrix3x3 {
  /// Each row divided by its sum, which differs from 1 by up to 1e-5 because of rounded digits; so grey stays grey.
  fileprivate var keepingGray: Matrix3x3 {
    Matrix3x3(rows[0] / rows[0].sum(), rows[1] / rows[1].sum(), rows[2] / rows[2].sum())
  }
}
