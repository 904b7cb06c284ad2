/// The treatment of colours that the destination lacks (ICC.1:2022, clause 6.3).
///
/// Matrix/TRC profiles have no perceptual or saturation table; with them both intents equal `relative`.
public enum RenderingIntent: String, Sendable, Hashable, Codable, CaseIterable {
  /// Media-relative colorimetric: white maps to white, colours outside are clipped.
  case relative
  /// The profile maker's pleasing rendering of the whole gamut.
  case perceptual
  /// Vivid rather than faithful.
  case saturation
  /// ICC-absolute colorimetric: the white of the source stays as it is.
  case absolute

  /// The number in an ICC header and in LittleCMS: 0 perceptual, 1 relative, 2 saturation, 3 absolute.
  var iccValue: UInt32 {
    switch self {
    case .perceptual: 0
    case .relative: 1
    case .saturation: 2
    case .absolute: 3
    }
  }

  init?(iccValue: UInt32) {
    guard let intent = Self.allCases.first(where: { $0.iccValue == iccValue }) else { return nil }
    self = intent
  }
}
