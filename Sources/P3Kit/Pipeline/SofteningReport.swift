/// What softening did with one image: the JSON of `soften`, one per input.
public struct SofteningReport: Sendable, Encodable {
  /// The input as the user named it.
  public let path: String
  /// The output's path, `-` for standard output.
  public let output: String
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// `white`, `highlights`, `dim`, `outline`, or `none` where the image was left alone.
  public let mode: String
  /// Why, as one of `SofteningReason`'s names.
  public let reason: String
  /// The relative luminance of the white that was found, 0 to 1; absent where none was.
  public let whiteLuminance: Double?
  /// The share of the visible pixels that is background, 0 to 1.
  public let backgroundShare: Double
  /// Bytes read.
  public let bytesIn: Int
  /// Bytes written, or that would be written in a dry run.
  public let bytesOut: Int
  /// One sentence: what was done and why.
  public let summary: String
  /// Remarks a careful user wants to read.
  public let notes: [String]
  /// In a dry run: how the output compares with the file that exists.
  public let state: OutputComparison?
}
