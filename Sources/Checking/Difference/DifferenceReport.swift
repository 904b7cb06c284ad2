public import Analysis
package import ColorManagement

/// The report on the comparison of two images, in the JSON of `diff`, one per pair.
public struct DifferenceReport: Sendable, Codable {
  /// The outcome in one word.
  public enum Verdict: String, Sendable, Hashable, Codable {
    /// Nothing differs that must not.
    case same
    /// A finding has the level error.
    case different
    /// The first folder has the image, the second one has not.
    case missing
    /// The second folder has the image, the first one has not.
    case added
  }

  /// The first image as the user named it.
  public let path: String
  /// The second image.
  public let other: String
  /// Pixels per row of the first image, or of the second one if there is no first.
  public let width: Int?
  /// Rows of the same image.
  public let height: Int?
  /// Whether pixels were compared: both images exist and have the same size.
  public let comparable: Bool
  /// Counts of pixels; this and the next three are nil if no pixels were compared.
  public let pixels: DifferencePixels?
  /// Colour differences over all compared pixels.
  public let deltaE: DifferenceStatistics?
  /// The square of 32 × 32 pixels with the most different ones, the first of several; nil if none differs.
  public let densest: DensestWindow?
  /// 8-connected regions of different pixels, largest first; at most 65,536.
  public let regions: [GamutRegion]
  /// The colours from the files' tags.
  public let tags: Tags?
  /// The outcome.
  public let verdict: Verdict
  /// The findings, in the order of the rules.
  public let findings: [DifferenceFinding]
  /// Remarks that are no findings.
  public package(set) var notes: [String]
  /// Pixels with a difference, by its size; nil if there are none. Never in JSON.
  package private(set) var spread: DifferenceSpread?
  /// Whether the new image was copied over the old one; nil if accepting was not requested or possible.
  public var accepted: Bool?
  /// The path below both folders; never in JSON.
  package var relativePath: String?
  /// Small pictures, if requested: one of both images, or, as images of several sizes have none, of each image compared
  /// with itself. Never in JSON.
  package var previews: [DifferencePreviews] = []

  /// Profile and chunk of both images, such as `Display P3 (iCCP)`.
  public struct Tags: Sendable, Hashable, Codable {
    /// Of the first image.
    public let before: String
    /// Of the second image.
    public let after: String
  }

  private enum CodingKeys: String, CodingKey {
    case path, other, width, height, comparable, pixels, deltaE, densest, regions, tags, verdict, findings,
      notes, accepted
  }
}

extension DifferenceReport {
  /// The paths of the images that exist, the first image's first.
  package var existingPaths: [String] {
    [verdict == .added ? nil : path, verdict == .missing ? nil : other].compactMap(\.self)
  }
}

/// Counts of pixels by the result of their comparison.
public struct DifferencePixels: Sendable, Hashable, Codable {
  /// Pixels compared.
  public let compared: Int
  /// Pixels whose difference reaches the threshold.
  public let different: Int
  /// Pixels that would be different, but lie at an edge that moved by a fraction of a pixel.
  public let antialiased: Int
  /// Pixels left out.
  public let ignored: Int
  /// `different` / `compared`; 0 if nothing was compared.
  public let share: Double
}

/// CIEDE2000 over all compared pixels, including equal ones; rounded to six decimals.
public struct DifferenceStatistics: Sendable, Hashable, Codable {
  /// A pixel.
  public struct Place: Sendable, Hashable, Codable {
    /// Its column, from 0.
    public let x: Int
    /// Its row, from 0.
    public let y: Int
  }

  /// The mean.
  public let mean: Double
  /// 95 % of the pixels have this difference or less, to a thousandth.
  public let p95: Double
  /// 99 % of the pixels have this difference or less, to a thousandth.
  public let p99: Double
  /// The largest difference.
  public let max: Double
  /// The first pixel with the largest difference; nil if there is no difference.
  public let maxAt: Place?
}

/// A square of an image and its share of different pixels.
public struct DensestWindow: Sendable, Hashable, Codable {
  /// Its leftmost column.
  public let x: Int
  /// Its topmost row.
  public let y: Int
  /// 32, or the image's width if that is less.
  public let width: Int
  /// 32, or the image's height if that is less.
  public let height: Int
  /// Share of different pixels, 0 to 1.
  public let share: Double
}

/// Small pictures of two compared images for reports: 8-bit PNG files, both tagged Display P3.
package struct DifferencePreviews: Sendable, Hashable {
  /// The first image.
  package let before: [UInt8]
  /// The second image.
  package let after: [UInt8]
  /// The differences, painted; other pixels are grey and translucent, so that they fade on any ground. Nil if no pixel
  /// is different.
  package let heatmap: [UInt8]?
  /// Width in pixels.
  package let width: Int
  /// Height in pixels.
  package let height: Int
  /// Whether any pixel of either image is partly transparent.
  package let hasTransparency: Bool
}
