/// Which colour chunks an output carries.
public enum ColorTagging: String, Sendable, Hashable, CaseIterable {
  /// An ICC profile always, and cICP beside it for Display P3.
  case auto
  /// An ICC profile alone.
  case icc
  /// cICP alone.
  case cicp
  /// An ICC profile and cICP.
  case both
  /// The sRGB chunk with its gAMA and cHRM companions: the smallest sRGB file.
  case srgbChunk = "srgb-chunk"
}
