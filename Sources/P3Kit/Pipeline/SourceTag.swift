/// Which statement of a file (or of the user) decided its colours; named for the PNG chunks.
public enum SourceTag: String, Sendable, Hashable, Codable {
  case cICP
  case iCCP
  case sRGB
  case gAMAAndCHRM = "gAMA+cHRM"
  case gAMA
  /// No usable tag: the assumed profile.
  case none
  /// The user's `--from`.
  case override
}
