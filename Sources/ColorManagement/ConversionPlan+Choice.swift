// The rules by which a plan accepts profiles and chooses its executor.
import Pixels

extension ConversionPlan {
  static func checkColorModels(
    _ source: ICCProfile, _ destination: ICCProfile, _ isGray: Bool
  ) throws(ColorError) {
    if !isGray, source.colorSpace == .gray {
      throw .colorModelMismatch(
        fact: "the image is RGB, but its profile '\(source.name)' is grey",
        remedy: "name the real profile\(Wording.current.source)")
    }
    if !isGray, destination.colorSpace == .gray {
      throw .colorModelMismatch(
        fact: "the image is RGB, but the target '\(destination.name)' is a grey profile",
        remedy: "choose an RGB profile as target")
    }
    if isGray, destination.colorSpace == .rgb {
      throw .colorModelMismatch(
        fact:
          "the image is grey, but the target '\(destination.name)' is an RGB profile without a grey counterpart",
        remedy: "choose a target whose three curves are equal, or convert the image to RGB first")
    }
  }

  /// The conversion in linear light between two models with curves; nil if one has tables.
  static func linearModel(
    _ source: ICCProfile, _ destination: ICCProfile, _ intent: RenderingIntent, _ isGray: Bool
  ) throws(ColorError) -> MatrixConversion? {
    switch (source.model(for: intent, as: .source), destination.model(for: intent, as: .destination)) {
    case (.matrix(let from), .matrix(let to)):
      for curve in to.curves { try checkInvertible(curve, destination) }
      // LittleCMS's bound (MATRIX_DET_TOLERANCE), so that both agree on which matrices are singular.
      guard abs(to.colorants.determinant) >= 1e-4, let inverse = to.colorants.inverse else {
        throw .destinationNotInvertible(
          profile: "'\(destination.name)'", fact: "its three colorants lie in one plane")
      }
      return MatrixConversion(
        source: from.curves, matrix: inverse.multiplied(by: from.colorants), destination: to.curves)
    case (.matrix(let from), .gray(let to)):
      try checkInvertible(to, destination)
      guard from.curves.allSatisfy({ $0 == from.curves[0] }) else { return nil }
      return MatrixConversion(graySource: from.curves[0], grayDestination: to)
    case (.gray(let from), .gray(let to)):
      try checkInvertible(to, destination)
      return MatrixConversion(graySource: from, grayDestination: to)
    default: return nil
    }
  }

  private static func checkInvertible(_ curve: ToneCurve, _ profile: ICCProfile) throws(ColorError) {
    guard curve.linear(1) > curve.linear(0) else {
      throw .destinationNotInvertible(
        profile: "'\(profile.name)'", fact: "one of its curves does not rise from black to white")
    }
  }

  /// Whether code 0 is not zero light on either side; otherwise black-point compensation changes nothing.
  static func hasRaisedBlack(_ conversion: MatrixConversion) -> Bool {
    (conversion.source + conversion.destination).contains { $0.linear(0) != 0 }
  }

  /// Whether `destination` is the profile of a built-in space and `source` equals that space.
  static func equalsBuiltIn(_ source: ICCProfile, _ destination: ICCProfile) -> Bool {
    RGBColorSpace.allCases.contains { space in
      if destination == space.grayProfile {
        if case .gray(let curve) = source.model { return ICCProfile.follows(curve, space) }
      } else if destination != space.profile {
        return false
      }
      return source.knownSpace == space
    }
  }

  /// Whether no code changes: the profiles are the same, or colorants and curves are numerically equal.
  ///
  /// A curve with plateaus would move codes even to itself; between equal profiles codes stay, as in every colour
  /// management system. The absolute intent also depends on the white, so it needs equal bytes.
  static func isIdentity(
    _ source: ICCProfile, _ destination: ICCProfile, _ intent: RenderingIntent,
    _ conversion: MatrixConversion?
  ) -> Bool {
    if source == destination { return true }
    guard let conversion, intent != .absolute else { return false }
    if !conversion.isGray {
      guard case .matrix(let from) = source.shaper, case .matrix(let to) = destination.shaper,
        from.colorants == to.colorants
      else { return false }
    }
    return zip(conversion.source, conversion.destination).allSatisfy { $0.isNumericallyEqual(to: $1) }
  }
}
