public import ImageFiles
public import PNGCodec

/// What two images are compared by, and what may differ.
public struct DifferenceRequest: Sendable {
  /// The limits of a comparison that people know by one word.
  public var preset: DifferencePreset

  /// CIEDE2000 from which on a pixel counts as different, 0 or more; a difference of 0 never counts. The preset `exact` has
  /// no use for it: there any other sample counts.
  public var threshold: Double

  /// So many pixels may differ; nil for no limit of their number.
  public var maxPixels: Int?

  /// Such a share of the compared pixels may differ, 0 to 1; nil for no limit of their share. Where neither limit is
  /// given, no pixel may differ.
  public var maxShare: Double?

  /// Whether pixels at edges that moved by a fraction of a pixel do not count.
  public var ignoresAntialiasing: Bool

  /// Boxes that are not compared; what lies outside of an image is ignored there.
  public var ignoredBoxes: [ImageRegion] = []

  /// A picture of what is not compared: its light pixels. It has the images' size.
  public var mask: ImageSource?

  /// What is refused before memory is taken.
  public var limits = PNGLimits()

  /// Whether the report has small pictures of both images.
  package var makesPreviews = false

  /// Pixels of the longer side of those pictures, at most; 1 or more.
  public var previewSide = 480

  /// The limits of `preset`, for whole images.
  public init(_ preset: DifferencePreset = .visible) {
    self.preset = preset
    threshold = preset.threshold
    ignoresAntialiasing = preset == .screenshot
  }

  /// The share written as `0.01` or `1%`; nil for other text, and outside of 0 to 1.
  package static func share(_ text: String) -> Double? {
    let isPercentage = text.hasSuffix("%")
    guard let number = Double(isPercentage ? String(text.dropLast()) : text) else { return nil }
    let share = isPercentage ? number / 100 : number
    return (0...1).contains(share) ? share : nil
  }

  /// More columns or rows than any image has.
  private static let mostPixels = 1 << 31

  /// The box written as `X,Y,W,H`, in whole pixels; nil for other text.
  package static func box(_ text: String) -> ImageRegion? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { BoundedInteger.parse($0, in: 0...mostPixels) }
    guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return ImageRegion(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Whether `different` of `compared` pixels are more than may differ.
  func isExceeded(by different: Int, of compared: Int) -> Bool {
    if maxPixels == nil, maxShare == nil { return different > 0 }
    if let maxPixels, different > maxPixels { return true }
    guard let maxShare else { return false }
    return Double(different) > maxShare * Double(compared)
  }
}

/// Limits of a comparison for a purpose.
public enum DifferencePreset: String, Sendable, Hashable, Codable, CaseIterable {
  /// No sample, size, depth or tag may differ: for files that must be the same but for their compression.
  case exact
  /// Half of what is just noticeable: for conversions at 16 bits.
  case strict
  /// What is just noticeable side by side. Another encoding of the same picture, such as 8 bits of Display P3 for sRGB, is
  /// under it.
  case visible
  /// What is noticeable at a glance; edges may move by a fraction of a pixel: for screenshots of two machines.
  case screenshot

  /// CIEDE2000 from which on a pixel counts.
  public var threshold: Double {
    switch self {
    case .exact: 0
    case .strict: 0.5
    case .visible: 1
    case .screenshot: 2
    }
  }
}
