public import Analysis
import ColorManagement
public import ImageFiles
import PNGCodec

/// What one conversion did: the JSON of `convert`, one per input.
public struct ConversionReport: Sendable, Codable {
  /// One side of a conversion.
  public struct Side: Sendable, Codable {
    /// The profile's description.
    public let profile: String
    /// The chunk with the tag: `iCCP`, `cICP`, `iCCP+cICP`, `sRGB`, `gAMA+cHRM`, `gAMA`, `none`, `override`.
    public let tag: String
    /// Bits per sample: 1 to 16.
    public let depth: Int
    /// `gray`, `grayAlpha`, `rgb`, `rgba` or `palette`.
    public let colorType: String

    /// The side whose samples, of the form that `header` gives, have the colours of `profile`.
    init(_ profile: ICCProfile, tag: String, _ header: PNGHeader) {
      self.profile = profile.reportName
      self.tag = tag
      depth = header.bitDepth
      colorType = header.colorType.reportName
    }
  }

  /// The input as the user named it.
  public let path: String
  /// The output's path, `-` for standard output.
  public let output: String
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The input's colours.
  public let source: Side
  /// The output's colours.
  public let destination: Side
  /// `matrix`, `lcms` or `identity`.
  public let executor: String
  /// What left the target gamut; absent where the profiles have tables, or the request leaves it out.
  public let gamut: GamutSummary?
  /// Visible bands in the output, seen as `BandingOptions` has it by default; absent where the request leaves them out.
  public package(set) var banding: BandingReport?
  /// Bytes read.
  public let bytesIn: Int
  /// Bytes written, or that would be written in a dry run.
  public let bytesOut: Int
  /// Remarks a careful user wants to read.
  public let notes: [String]
  /// In a dry run: `missing`, `different` or `same`, compared with the output that exists.
  public let state: OutputComparison?
  /// The kernel that ran, where one did. Not in the JSON: it differs between machines.
  public internal(set) var kernel: String?

  private enum CodingKeys: String, CodingKey {
    case path, output, width, height, source, destination, executor, gamut, banding, bytesIn, bytesOut, notes,
      state
  }
}
