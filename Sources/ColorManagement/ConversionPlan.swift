package import Pixels

/// Validates a pair of profiles and chooses the executor of their conversion, once.
///
/// - `identity`: no sample changes. The profiles have the same bytes or numerically equal colorants and curves; or the
///   destination is a built-in space and the source equals it within the tolerance of `ICCProfile.knownSpace`, as
///   writers round sRGB in many ways. Names do not count.
/// - `matrix`: matrix/TRC or grey profiles. `ReferenceConverter` in Pixels defines the result, which the kernels
///   reproduce.
/// - `lcms`: tables on either side, the absolute intent, black-point compensation with a black that is not zero, or
///   grey pixels with an RGB profile of unequal curves.
///
/// Grey pixels stay grey: their destination is a grey profile.
package struct ConversionPlan: Sendable {
  /// The code that computes the conversion.
  package enum Executor: Sendable, Hashable {
    /// No conversion: the samples stay.
    case identity
    /// The kernels, with the results of `ReferenceConverter`.
    case matrix(MatrixConversion)
    /// LittleCMS in float.
    case lcms(LCMSPlan)

    /// The name in reports: "identity", "matrix" or "lcms".
    package var name: String {
      switch self {
      case .identity: "identity"
      case .matrix: "matrix"
      case .lcms: "lcms"
      }
    }
  }

  /// The profile of the pixels before the conversion.
  package let source: ICCProfile
  /// The profile of the pixels after the conversion.
  package let destination: ICCProfile
  /// The requested intent.
  package let intent: RenderingIntent
  /// Whether black-point compensation is requested.
  package let blackPointCompensation: Bool
  /// Whether the pixels have one colour channel.
  package let sourceIsGrayImage: Bool
  /// The chosen executor.
  package let executor: Executor
  /// Remarks for the user about the choice, each a sentence.
  package let notes: [String]

  /// The conversion between two matrix/TRC (or grey) models in linear light, for any executor: a gamut scan needs it.
  /// Nil if either side has only tables.
  let linearModel: MatrixConversion?

  /// Plans the conversion of pixels tagged `source` to `destination`.
  ///
  /// - Parameters:
  ///   - source: the profile of the pixels.
  ///   - destination: the profile that they are converted to.
  ///   - intent: selects the profiles' tables, if they have some.
  ///   - blackPointCompensation: whether the source's darkest black becomes the destination's.
  ///   - sourceIsGrayImage: the pixels are grey. `source` may then be an RGB profile (illegal in a PNG but
  ///     common: samples count as R = G = B); `destination` must be grey, see `ICCProfile.grayCounterpart`.
  ///   - exactProfile: also converts from a source that equals a built-in destination within the tolerance.
  ///
  /// Throws `ColorError.colorModelMismatch`, `ColorError.destinationNotInvertible`.
  package init(
    source: ICCProfile, destination: ICCProfile, intent: RenderingIntent = .relative,
    blackPointCompensation: Bool = true, sourceIsGrayImage: Bool, exactProfile: Bool = false
  ) throws(ColorError) {
    self.source = source
    self.destination = destination
    self.intent = intent
    self.blackPointCompensation = blackPointCompensation
    self.sourceIsGrayImage = sourceIsGrayImage
    try Self.checkColorModels(source, destination, sourceIsGrayImage)
    var notes: [String] = []
    if sourceIsGrayImage, source.colorSpace == .rgb {
      notes.append("grey image with an RGB profile: its samples are taken as R = G = B")
    }
    let numbers = !exactProfile && Self.equalsBuiltIn(source, destination) ? destination : source
    linearModel = try Self.linearModel(numbers, destination, intent, sourceIsGrayImage)
    if Self.isIdentity(numbers, destination, intent, linearModel) {
      executor = .identity
    } else if let linearModel, intent != .absolute,
      !(blackPointCompensation && Self.hasRaisedBlack(linearModel))
    {
      if intent != .relative {
        notes.append(
          "matrix profiles have no \(intent.rawValue) table: the result equals relative colorimetric")
      }
      executor = .matrix(linearModel)
    } else {
      executor = .lcms(
        LCMSPlan(
          source: source, destination: destination, intent: intent,
          blackPointCompensation: blackPointCompensation,
          expandsGray: sourceIsGrayImage && source.colorSpace == .rgb))
    }
    self.notes = notes
  }

  /// The conversion in linear light for a gamut scan.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile` if one side is a table profile or grey: only RGB matrix/TRC profiles
  /// have a gamut that can be counted exactly.
  package func gamutConversion() throws(ColorError) -> MatrixConversion {
    guard let linearModel else { throw lackOfLinearModel }
    return linearModel
  }

  /// The error that `gamutConversion` throws; nil if it throws none.
  package var gamutObstacle: ColorError? { linearModel == nil ? lackOfLinearModel : nil }

  private var lackOfLinearModel: ColorError {
    for (profile, role) in [(source, ICCProfile.Role.source), (destination, .destination)] {
      if case .lut = profile.model(for: intent, as: role) {
        return .gamutNeedsMatrixProfile(
          profile: "'\(profile.name)'", kind: "a table-based \(profile.deviceClass.rawValue) profile")
      }
    }
    return .gamutNeedsMatrixProfile(
      profile: "'\(source.name)'", kind: "applied to grey with unequal curves")
  }
}
