/// What one check found: the JSON of `check`, one per input.
public struct CheckReport: Sendable, Encodable {
  /// The image's colours.
  public struct Source: Sendable, Encodable {
    /// The profile's description.
    public let profile: String
    /// The chunk that says so: `iCCP`, `cICP`, `sRGB`, `gAMA+cHRM`, `gAMA`, `none`, `override`.
    public let tag: String
    /// Bits per sample of the file.
    public let depth: Int
    /// Bits per sample that the values need.
    public let effectiveDepth: Int
    /// `gray`, `grayAlpha`, `rgb`, `rgba` or `palette`.
    public let colorType: String
  }

  /// The input as the user named it.
  public let path: String
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The image's colours.
  public let source: Source
  /// What the target's gamut takes away; nil where that cannot be counted, see `notes`.
  public let gamut: GamutReport?
  /// Visible bands, in the file and to come.
  public let banding: Banding
  /// What was found, in the order of the rules.
  public let findings: [Finding]
  /// Remarks that are no findings.
  public let notes: [String]
  /// Small pictures, where they were asked for; never in JSON.
  public let previews: CheckPreviews?

  private enum CodingKeys: String, CodingKey {
    case path, width, height, source, gamut, banding, findings, notes
  }
}
