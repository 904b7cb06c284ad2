public import Analysis
public import ImageFiles

/// The report of `inspect` on one file, as in JSON.
public struct InspectionReport: Sendable, Codable {
  /// One chunk of the file.
  public struct Chunk: Sendable, Codable {
    /// Four letters.
    public let type: String
    /// Bytes of data, without the 12 bytes around them.
    public let length: Int
    /// Byte offset of the chunk in the file.
    public let offset: Int
  }

  /// The input as the user named it.
  public let path: String
  /// Size of the PNG in bytes.
  public let bytes: Int
  /// Pixels per row. This and the other figures from IHDR are absent if a damaged file has no valid IHDR.
  public let width: Int?
  /// Rows.
  public let height: Int?
  /// `gray`, `grayAlpha`, `rgb`, `rgba` or `palette`.
  public let colorType: String?
  /// Bits per sample, or per palette index.
  public let bitDepth: Int?
  /// Bits per sample that the values need: 1, 2, 4, 8 or 16; absent if the pixels cannot be read.
  public let effectiveDepth: Int?
  /// Whether the rows are stored in the seven passes of Adam7.
  public let interlaced: Bool?
  /// Whether pixels can be transparent: alpha or tRNS.
  public let hasAlpha: Bool?
  /// The governing colour statement, and all others.
  public let tag: TagReport
  /// The profile by which samples are read; absent for high dynamic range.
  public let profile: ProfileReport?
  /// Whether any visible pixel is outside sRGB; absent if the profile has tables, or the pixels or their colours cannot
  /// be read.
  public let needsWideGamut: Bool?
  /// The colours of visible pixels; absent in the same cases.
  public let colors: ColorUseReport?
  /// All chunks in file order; of a damaged file as far as readable.
  public let chunks: [Chunk]
  /// Findings on colour tags and depth, by the rules of `ImageInspection.rules`, in their order.
  public let findings: [Finding]
  /// Irregularities.
  public let notes: [String]
  /// Why the image could not be read to its end; absent if it was.
  public let error: String?
  /// The visible pixels by lightness; nil if `colors` is. Never in JSON.
  package private(set) var lightness: LightnessHistogram?

  private enum CodingKeys: String, CodingKey {
    case path, bytes, width, height, colorType, bitDepth, effectiveDepth, interlaced, hasAlpha, tag, profile,
      needsWideGamut, colors, chunks, findings, notes, error
  }
}
