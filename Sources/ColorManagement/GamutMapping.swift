/// The treatment of colours that the destination cannot show.
public enum GamutMapping: String, Sendable, Hashable, Codable, CaseIterable {
  /// Each channel is clamped on its own: ICC's relative colorimetric intent between matrix profiles.
  case clip
  /// OKLCh chroma is reduced at constant lightness and hue until a clip is hardly seen (CSS Color 4).
  case chroma
  /// A smooth, strictly monotone knee towards the target's cusp that keeps hue. Colours well inside stay; the others
  /// are compressed, so that distinct colours stay distinct. See `GamutMapper`.
  case soft
}
