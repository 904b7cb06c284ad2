public import Analysis
public import ImageFiles

/// What `inspect` reports on one file, as its JSON has it.
public struct InspectionReport: Sendable, Codable {
  /// One chunk of the file.
  public struct Chunk: Sendable, Codable {
    /// Four letters.
    public let type: String
    /// Bytes of data, without the 12 around them.
    public let length: Int
    /// Where in the file it begins.
    public let offset: Int
  }

  /// The input as the user named it.
  public let path: String
  /// Bytes of the PNG.
  public let bytes: Int
  /// Pixels per row; this and what follows from IHDR is absent where a damaged file has none that is right.
  public let width: Int?
  /// Rows.
  public let height: Int?
  /// `gray`, `grayAlpha`, `rgb`, `rgba` or `palette`.
  public let colorType: String?
  /// Bits per sample, or per palette index.
  public let bitDepth: Int?
  /// Bits per sample that the values need: 1, 2, 4, 8 or 16; absent where the pixels cannot be read.
  public let effectiveDepth: Int?
  /// Whether the rows come in the seven passes of Adam7.
  public let interlaced: Bool?
  /// Whether pixels can be transparent: alpha or tRNS.
  public let hasAlpha: Bool?
  /// Which statement about colour counts, and which others are there.
  public let tag: TagReport
  /// The profile that the samples are read with; absent for high dynamic range.
  public let profile: ProfileReport?
  /// Whether any visible pixel leaves sRGB; absent where the profile has tables, and where the pixels or their colours
  /// cannot be read.
  public let needsWideGamut: Bool?
  /// What the visible pixels use; absent in the same cases.
  public let colors: ColorUseReport?
  /// All chunks in file order, of a damaged file as far as there are any.
  public let chunks: [Chunk]
  /// What is wrong with the colour tags and the depth, by the rules of `ImageInspection.rules`, in their order.
  public let findings: [Finding]
  /// What is irregular.
  public let notes: [String]
  /// Why the image could not be read to its end; absent where it was.
  public let error: String?
  /// The visible pixels by their lightness; nil in the cases in which `colors` is absent. Never in JSON.
  package private(set) var lightness: LightnessHistogram?

  private enum CodingKeys: String, CodingKey {
    case path, bytes, width, height, colorType, bitDepth, effectiveDepth, interlaced, hasAlpha, tag, profile,
      needsWideGamut, colors, chunks, findings, notes, error
  }
}
