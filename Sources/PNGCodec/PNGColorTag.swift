/// The chunk that defines the samples' colours, highest precedence first (PNG 3rd edition, clause 4.3).
package enum PNGColorTag: String, Sendable, Hashable, CaseIterable {
  /// Code points of H.273.
  case cicp = "cICP"
  /// An embedded ICC profile.
  case iccp = "iCCP"
  /// The colour space sRGB.
  case srgb = "sRGB"
  /// A gamma with primaries and white.
  case gammaAndChromaticities = "gAMA+cHRM"
  /// gAMA alone, with sRGB's primaries.
  case gamma = "gAMA"
  /// No such chunk.
  case none
}
