/// What one assignment did: the JSON of `assign`, one per input.
public struct AssignmentReport: Sendable, Codable {
  /// The input as the user named it.
  public let path: String
  /// The output's path, `-` for standard output.
  public let output: String
  /// The new profile's name, or `none`.
  public let profile: String
  /// The chunks that say so: `iCCP`, `iCCP+cICP`, `cICP`, `sRGB`, or `none`.
  public let tag: String
  /// Remarks a careful user wants to read.
  public let notes: [String]
  /// In a dry run: how the output compares with the file that exists.
  public let state: OutputComparison?
}
