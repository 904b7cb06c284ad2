public import ImageFiles
public import PNGCodec

/// The settings of a comparison, and what may differ.
public struct DifferenceRequest: Sendable {
  /// The preset from which the other limits start.
  public var preset: DifferencePreset

  /// The least CIEDE2000, 0 or more, of a pixel that counts as different; a difference of 0 never counts. The preset
  /// `exact` ignores it, as any different sample counts there.
  public var threshold: Double

  /// The most pixels that may differ; nil for no limit.
  public var maxPixels: Int?

  /// The largest share of the compared pixels that may differ, 0 to 1; nil for no limit. If neither limit is given, no
  /// pixel may differ.
  public var maxShare: Double?

  /// Whether pixels at edges that moved by a fraction of a pixel are not counted.
  public var ignoresAntialiasing: Bool

  /// Boxes that are not compared; their parts outside of an image do not matter.
  public var ignoredBoxes: [ImageRegion] = []

  /// A picture of the images' size whose light pixels are not compared; nil for none.
  public var mask: ImageSource?

  /// Limits that are checked before memory is allocated.
  public var limits = PNGLimits()

  /// Whether the report contains small pictures of both images.
  package var makesPreviews = false

  /// The most pixels of the longer side of those pictures, at least 1.
  public var previewSide = 480

  /// The limits of `preset`, for whole images.
  public init(_ preset: DifferencePreset = .visible) {
    self.preset = preset
    threshold = preset.threshold
    ignoresAntialiasing = preset == .screenshot
  }

  /// The share in the notation `0.01` or `1%`; nil for other text, and outside 0…1.
  package static func share(_ text: String) -> Double? {
    let isPercentage = text.hasSuffix("%")
    guard let number = Double(isPercentage ? String(text.dropLast()) : text) else { return nil }
    let share = isPercentage ? number / 100 : number
    return (0...1).contains(share) ? share : nil
  }

  /// More columns or rows than any image has.
  private static let mostPixels = 1 << 31

  /// The box in the notation `X,Y,W,H`, in whole pixels; nil for other text.
  package static func box(_ text: String) -> ImageRegion? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { BoundedInteger.parse($0, in: 0...mostPixels) }
    guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return ImageRegion(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Whether more pixels differ than allowed: `different` of `compared`.
  func isExceeded(by different: Int, of compared: Int) -> Bool {
    if maxPixels == nil, maxShare == nil { return different > 0 }
    if let maxPixels, different > maxPixels { return true }
    guard let maxShare else { return false }
    return Double(different) > maxShare * Double(compared)
  }
}

/// Limits of a comparison for a purpose.
public enum DifferencePreset: String, Sendable, Hashable, Codable, CaseIterable {
  /// No sample, size, depth or tag may differ: for files that must be equal except for their compression.
  case exact
  /// Half of a just noticeable difference: for conversions at 16 bits.
  case strict
  /// A difference just noticeable side by side. Another encoding of the same picture, such as 8 bits of Display P3 for
  /// sRGB, stays below it.
  case visible
  /// A difference noticeable at a glance; edges may move by a fraction of a pixel: for screenshots of two machines.
  case screenshot

  /// The least CIEDE2000 of a pixel that counts as different.
  public var threshold: Double {
    switch self {
    case .exact: 0
    case .strict: 0.5
    case .visible: 1
    case .screenshot: 2
    }
  }
}
