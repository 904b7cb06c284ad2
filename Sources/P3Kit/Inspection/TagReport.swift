/// The colour statements of a file: part of the JSON of `inspect`.
public struct TagReport: Sendable, Codable {
  /// The one that counts: `cICP`, `iCCP`, `sRGB`, `gAMA+cHRM`, `gAMA` or `none`.
  public let governing: String
  /// All that are present, the highest first.
  public let present: [String]
  /// Those that say other colours than the governing one.
  public let conflicting: [String]
}
