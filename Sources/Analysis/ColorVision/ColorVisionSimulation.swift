package import ColorManagement
package import Colors
package import Pixels

/// What people of one vision see of the colours of one profile, as a conversion of the profile to itself: its own curves,
/// and between them the model's matrix for linear sRGB, brought into the profile's primaries. Colours outside sRGB stay
/// outside.
package enum ColorVisionSimulation: Sendable {
  /// Nothing changes: everybody sees grey alike, and severity 0 is ordinary vision.
  case unchanged
  /// Machado's model, of protanopia and deuteranopia.
  case matrix(MatrixConversion)
  /// Brettel's, of tritanopia.
  case halfPlanes(HalfPlaneConversion)

  /// - Parameters:
  ///   - severity: 0 (ordinary vision) to 1 (no cones of this kind).
  ///   - profile: of RGB images.
  /// - Returns: nil where the profile has tables: linear light cannot be told from codes then.
  /// - Throws: `ColorError` for a grey profile, and for curves or colorants without a way back.
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
  /// Each row divided by its sum, which printed digits leave up to 1e-5 from 1: grey stays grey then.
  fileprivate var keepingGray: Matrix3x3 {
    Matrix3x3(rows[0] / rows[0].sum(), rows[1] / rows[1].sum(), rows[2] / rows[2].sum())
  }
}
