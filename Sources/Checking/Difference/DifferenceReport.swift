public import Analysis
package import ColorManagement

/// What the comparison of two images found: the JSON of `diff`, one for each pair.
public struct DifferenceReport: Sendable, Codable {
  /// The outcome in one word.
  public enum Verdict: String, Sendable, Hashable, Codable {
    /// Nothing differs that may not.
    case same
    /// There is a finding at the level error.
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
  /// Pixels per row of the first image; of the second one where there is no first.
  public let width: Int?
  /// Rows of the same image.
  public let height: Int?
  /// Whether pixels were compared: both images are there, and of one size.
  public let comparable: Bool
  /// Pixels by what came of them; nil where none were compared, as are the next three.
  public let pixels: DifferencePixels?
  /// Colour differences over all compared pixels.
  public let deltaE: DifferenceStatistics?
  /// The square of 32 × 32 pixels with the most different ones, the first of those with as many; nil without any.
  public let densest: DensestWindow?
  /// 8-connected regions of different pixels, largest first; at most 65,536.
  public let regions: [GamutRegion]
  /// The colours that the files' tags give them.
  public let tags: Tags?
  /// The outcome.
  public let verdict: Verdict
  /// What was found, in the order of the rules.
  public let findings: [DifferenceFinding]
  /// Remarks that are no findings.
  public package(set) var notes: [String]
  /// The pixels with a difference by its size; nil without any. Never in JSON.
  package private(set) var spread: DifferenceSpread?
  /// Whether the new image was copied over the old one; nil where nothing was to be accepted.
  public var accepted: Bool?
  /// The path below both folders; never in JSON.
  package var relativePath: String?
  /// Small pictures, where they were asked for; never in JSON.
  package var previews: DifferencePreviews?

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

/// The pixels of two images by what came of their comparison.
public struct DifferencePixels: Sendable, Hashable, Codable {
  /// Those that were looked at.
  public let compared: Int
  /// Those that differ from the threshold on.
  public let different: Int
  /// Those that differ as much, but lie at an edge that moved by a fraction of a pixel.
  public let antialiased: Int
  /// Those that were left out.
  public let ignored: Int
  /// `different` over `compared`; 0 when nothing was compared.
  public let share: Double
}

/// CIEDE2000 over the compared pixels of two images, those without a difference among them; rounded to six decimals.
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
  /// The largest.
  public let max: Double
  /// Where the largest is first met; nil where there is no difference.
  public let maxAt: Place?
}

/// A square of an image by how many of its pixels are different.
public struct DensestWindow: Sendable, Hashable, Codable {
  /// Its leftmost column.
  public let x: Int
  /// Its topmost row.
  public let y: Int
  /// 32, or the image's width where that is less.
  public let width: Int
  /// 32, or the image's height where that is less.
  public let height: Int
  /// Different pixels over all of its pixels.
  public let share: Double
}

/// Small pictures of two compared images for reports that show them: PNG files, 8 bits, both tagged Display P3.
package struct DifferencePreviews: Sendable, Hashable {
  /// The first image.
  package let before: [UInt8]
  /// The second image.
  package let after: [UInt8]
  /// The differences, painted; other pixels are grey and translucent, so that any ground dims them. Nil where no pixel is
  /// different.
  package let heatmap: [UInt8]?
  /// Pixels across.
  package let width: Int
  /// Pixels down.
  package let height: Int
  /// Whether any pixel of either image is transparent in part.
  package let hasTransparency: Bool
}
