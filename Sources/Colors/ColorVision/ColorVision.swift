package import ColorManagement
package import Pixels

/// A kind of colour vision that lacks one of the three kinds of cone.
public enum ColorVision: String, Sendable, Hashable, Codable, CaseIterable {
  /// Without long-wave cones: red is dark.
  case protanopia
  /// Without medium-wave cones.
  case deuteranopia
  /// Without short-wave cones: rare.
  case tritanopia
}

/// Models of colour vision deficiencies, in linear sRGB; results are clipped to 0…1.
package enum ColorVisionModel {
  /// F. Viénot, H. Brettel, J. D. Mollon, "Digital video colourmaps for checking the legibility of displays by
  /// dichromats", Color Research & Application 24 (1999), for sRGB primaries; not valid for tritanopia.
  static let vienot: [ColorVision: Matrix3x3] = [
    .protanopia: Matrix3x3([0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]),
    .deuteranopia: Matrix3x3([0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]),
  ]

  /// H. Brettel, F. Viénot, J. D. Mollon, "Computerized simulation of color appearance for dichromats", JOSA A 14 (1997),
  /// tritanopia for sRGB primaries: one matrix on either side of a plane through the grey axis.
  package enum Brettel {
    package static let normal = SIMD3(0.03901, -0.02788, -0.01113)
    package static let positive = Matrix3x3(
      [1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911])
    package static let negative = Matrix3x3(
      [0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796])
  }

  /// `linear` sRGB as seen with `vision`, by each model that covers it, clipped.
  static func simulated(_ linear: SIMD3<Double>, _ vision: ColorVision) -> [SIMD3<Double>] {
    matrices(vision, linear).map {
      $0.multiplied(by: linear).clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  private static func matrices(_ vision: ColorVision, _ linear: SIMD3<Double>) -> [Matrix3x3] {
    if vision == .tritanopia {
      return [(Brettel.normal * linear).sum() >= 0 ? Brettel.positive : Brettel.negative]
    }
    return complete[vision] ?? []
  }

  /// Both models of the other kinds of vision.
  private static let complete = vienot.reduce(into: [ColorVision: [Matrix3x3]]()) { all, model in
    all[model.key] = [MachadoMatrices.matrix(model.key, severity: 1), model.value].compactMap { $0 }
  }
}

/// A colour as seen with each kind of vision.
package struct SimulatedColor: Sendable, Hashable {
  /// With all cones.
  let normal: CIELAB
  /// By each model.
  package let protanopia, deuteranopia, tritanopia: [CIELAB]

  /// `color`, clipped to sRGB, for which the models are made.
  package init(_ color: CSSColor) {
    let clipped = CSSColor(space: .sRGB, components: color.clippedSRGB).converted(to: .linearSRGB)
    self.init(normal: Self.normal(color), linear: clipped.components)
  }

  /// `color` as seen with all cones.
  package static func normal(_ color: CSSColor) -> CIELAB {
    CIELAB(xyz: AdaptedXYZ.d50FromD65.multiplied(by: color.xyzD65))
  }

  /// The colour of linear sRGB `linear`, each channel 0 to 1.
  package init(linear: SIMD3<Double>) { self.init(normal: Self.lab(linear), linear: linear) }

  private init(normal: CIELAB, linear: SIMD3<Double>) {
    self.normal = normal
    protanopia = ColorVisionModel.simulated(linear, .protanopia).map(Self.lab)
    deuteranopia = ColorVisionModel.simulated(linear, .deuteranopia).map(Self.lab)
    tritanopia = ColorVisionModel.simulated(linear, .tritanopia).map(Self.lab)
  }

  private static func lab(_ linear: SIMD3<Double>) -> CIELAB { CIELAB(xyz: toXYZ.multiplied(by: linear)) }

  /// Linear sRGB to the XYZ of ICC's connection space.
  private static let toXYZ = ColumnMatrix3x3(
    AdaptedXYZ.d50FromD65.multiplied(by: RGBColorSpace.sRGB.linearToXYZD65))
}
