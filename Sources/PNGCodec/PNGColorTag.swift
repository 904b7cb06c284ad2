/// Which chunk says what the samples mean, highest first (PNG 3rd edition, clause 4.3).
public enum PNGColorTag: String, Sendable, Hashable, CaseIterable {
  case cicp = "cICP"
  case iccp = "iCCP"
  case srgb = "sRGB"
  case gammaAndChromaticities = "gAMA+cHRM"
  /// gAMA alone: the primaries are then sRGB's.
  case gamma = "gAMA"
  case none
}
