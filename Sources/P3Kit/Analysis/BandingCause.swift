/// Why an image has a band.
public enum BandingCause: String, Sendable, Hashable, Codable, CaseIterable {
  /// The samples of the file were quantised (or posterised) before.
  case source
  /// The target's bit depth will do it.
  case depth
  /// The target's gamut does it: a ramp ends in a plateau of one clipped colour.
  case clipping
}
