public import Analysis
import ColorManagement
public import ImageFiles
import PNGCodec

/// The report on one conversion, in the JSON of `convert`, one per input.
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

    /// The side of an image with `header` whose colours are those of `profile`.
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
  /// What left the target gamut; absent if a profile has tables or the request does not scan it.
  public let gamut: GamutSummary?
  /// Visible bands in the output under the default `BandingOptions`; absent if the request does not scan for them.
  public package(set) var banding: BandingReport?
  /// Size of the input in bytes.
  public let bytesIn: Int
  /// Size of the output in bytes, also in a dry run.
  public let bytesOut: Int
  /// Remarks for careful users, each a sentence.
  public let notes: [String]
  /// In a dry run: `missing`, `different` or `same`, compared with the existing output.
  public let state: OutputComparison?
  /// The kernel that ran, where one did. Not in the JSON: it differs between machines.
  public internal(set) var kernel: String?

  private enum CodingKeys: String, CodingKey {
    case path, output, width, height, source, destination, executor, gamut, banding, bytesIn, bytesOut, notes,
      state
  }
}
