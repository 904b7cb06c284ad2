@testable import ColorManagement
@testable import Pixels

/// A source and a destination, both built-in matrix profiles.
public struct ProfilePair: Sendable {
  let source: ICCProfile
  let destination: ICCProfile
  /// "Display P3 to sRGB".
  let name: String

  init(_ source: RGBColorSpace, _ destination: RGBColorSpace, isGray: Bool = false) {
    self.source = isGray ? source.grayProfile : source.profile
    self.destination = isGray ? destination.grayProfile : destination.profile
    name = "\(source.displayName) to \(destination.displayName)"
  }

  /// What the kernels and the oracle compute.
  var conversion: MatrixConversion {
    guard case .matrix(let conversion) = plan.executor else { preconditionFailure("\(name) has a matrix") }
    return conversion
  }

  /// The plan of the pair.
  var plan: ConversionPlan {
    do {
      return try ConversionPlan(
        source: source, destination: destination, sourceIsGrayImage: source.colorSpace == .gray)
    } catch { preconditionFailure("built-in profiles convert: \(error)") }
  }

  static let wideToStandard = ProfilePair(.displayP3, .sRGB)
}
