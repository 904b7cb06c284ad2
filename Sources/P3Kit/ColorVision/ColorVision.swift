import ColorManagement
import Pixels

/// How people see who lack one of the three kinds of cones.
public enum ColorVision: String, Sendable, Hashable, CaseIterable {
  /// Without long-wave cones: red is dark.
  case protanopia
  /// Without medium-wave cones.
  case deuteranopia
  /// Without short-wave cones: rare.
  case tritanopia
}

/// A model of a colour vision deficiency, in linear sRGB; results are clipped to 0 to 1.
enum ColorVisionModel {
  /// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
  /// Deficiency", IEEE TVCG 15 (2009), severity 1.
  static let machado: [ColorVision: Matrix3x3] = [
    .protanopia: Matrix3x3(
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]),
    .deuteranopia: Matrix3x3(
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]),
    .tritanopia: Matrix3x3(
      [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]),
  ]

  /// F. Viénot, H. Brettel, J. D. Mollon, "Digital video colourmaps for checking the legibility of displays by
  /// dichromats", Color Research & Application 24 (1999), for sRGB primaries; not made for tritanopia.
  static let vienot: [ColorVision: Matrix3x3] = [
    .protanopia: Matrix3x3([0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]),
    .deuteranopia: Matrix3x3([0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]),
  ]

  /// H. Brettel, F. Viénot, J. D. Mollon, "Computerized simulation of color appearance for dichromats", JOSA A 14 (1997),
  /// tritanopia for sRGB primaries: one matrix on either side of a plane through the grey axis.
  enum Brettel {
    static let normal = SIMD3(0.03901, -0.02788, -0.01113)
    static let positive = Matrix3x3(
      [1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911])
    static let negative = Matrix3x3(
      [0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796])
  }

  /// What `linear` sRGB looks like by each model that there is for `vision`, clipped.
  static func simulated(_ linear: SIMD3<Double>, _ vision: ColorVision) -> [SIMD3<Double>] {
    let matrices =
      vision == .tritanopia
      ? [(Brettel.normal * linear).sum() >= 0 ? Brettel.positive : Brettel.negative]
      : [machado[vision], vienot[vision]].compactMap { $0 }
    return matrices.map { $0.multiplied(by: linear).clamped(lowerBound: .zero, upperBound: .one) }
  }
}

/// How far two colours are apart for people of each vision, ΔE2000 in the D50 Lab that `check` uses.
struct ColorVisionDifference: Sendable, Hashable {
  /// For those who have all cones.
  let normal: Double
  /// The least over protanopia and deuteranopia, of both models the one that keeps them further apart: both must agree
  /// that they merge.
  let redGreen: Double
  /// The vision that has `redGreen`.
  let redGreenVision: ColorVision
  /// For tritanopia.
  let tritanopia: Double

  init(_ one: CSSColor, _ other: CSSColor) {
    self.init(SimulatedColor(one), SimulatedColor(other))
  }

  init(_ one: SimulatedColor, _ other: SimulatedColor) {
    normal = CIEDE2000.difference(one.normal, other.normal)
    let protanopia = Self.difference(one, other, .protanopia)
    let deuteranopia = Self.difference(one, other, .deuteranopia)
    redGreen = min(protanopia, deuteranopia)
    redGreenVision = protanopia <= deuteranopia ? .protanopia : .deuteranopia
    tritanopia = Self.difference(one, other, .tritanopia)
  }

  private static func difference(_ one: SimulatedColor, _ other: SimulatedColor, _ vision: ColorVision)
    -> Double
  {
    zip(one.seen[vision] ?? [], other.seen[vision] ?? []).map { CIEDE2000.difference($0, $1) }.max() ?? 0
  }
}

/// A colour as people of each vision see it.
struct SimulatedColor: Sendable, Hashable {
  /// For those who have all cones.
  let normal: CIELAB
  /// By each model.
  let seen: [ColorVision: [CIELAB]]

  /// `color`, clipped to sRGB: the models are made for it.
  init(_ color: CSSColor) {
    let linear = CSSColor(space: .sRGB, components: color.clippedSRGB).converted(to: .linearSRGB).components
    normal = Self.lab(color.xyzD65)
    seen = Dictionary(
      uniqueKeysWithValues: ColorVision.allCases.map { vision in
        (
          vision,
          ColorVisionModel.simulated(linear, vision).map { Self.lab(CSSColorSpace.linearSRGB.xyzD65($0)) }
        )
      })
  }

  private static func lab(_ xyzD65: SIMD3<Double>) -> CIELAB {
    CIELAB(xyz: AdaptedXYZ.d50FromD65.multiplied(by: xyzD65))
  }
}
