public import Analysis
import ColorManagement

/// What one check found: the JSON of `check`, one per input.
public struct CheckReport: Sendable, Codable {
  /// The image's colours.
  public struct Source: Sendable, Codable {
    /// The profile's description.
    public let profile: String
    /// The chunk with the tag: `iCCP`, `cICP`, `sRGB`, `gAMA+cHRM`, `gAMA`, `none`, `override`.
    public let tag: String
    /// Bits per sample of the file.
    public let depth: Int
    /// Bits per sample that the values need.
    public let effectiveDepth: Int
    /// `gray`, `grayAlpha`, `rgb`, `rgba` or `palette`.
    public let colorType: String
  }

  /// The input as the user named it.
  public private(set) var path: String
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The image's colours.
  public let source: Source
  /// What the target's gamut takes away; nil where that cannot be counted, see `notes`.
  public private(set) var gamut: GamutReport?
  /// Visible bands, in the file and to come.
  public let banding: Banding
  /// What was found, in the order of the rules.
  public package(set) var findings: [Finding]
  /// Remarks that are no findings.
  public let notes: [String]
  /// Small pictures, where they were asked for; never in JSON.
  package private(set) var previews: CheckPreviews?

  private enum CodingKeys: String, CodingKey {
    case path, width, height, source, gamut, banding, findings, notes
  }

  /// Puts in what the JSON does not have, and the name of today.
  mutating func restore(path: String, spread: DifferenceSpread?) {
    self.path = path
    if let spread { gamut?.spread = spread }
  }
}

// The bands of an image as the JSON of `check` has them.

extension CheckReport {
  /// The bands that the file has, and those that the target will add.
  public struct Banding: Sendable, Codable {
    /// The highest score of the file's regions, 0 without any.
    public let score: Double
    /// Whether there is any region.
    public let verdict: BandingVerdict
    /// The largest first.
    public let regions: [BandingRegion]
    /// What the target depth and gamut will add.
    public let predicted: BandingReport

    /// - Parameters:
    ///   - result: with steps of the file in codes of `bitDepth` bits.
    ///   - effectiveDepth: what the samples turned out to hold; the unit of the steps here.
    init(_ result: BandingPredictor.Result, bitDepth: Int, effectiveDepth: Int) {
      score = result.found.score
      verdict = result.found.verdict
      let unit = bitDepth == 16 && effectiveDepth <= 8 ? 257.0 : 1
      regions = result.found.regions.map { region in
        var region = region
        region.step /= unit
        return region
      }
      predicted = result.predicted
    }
  }
}

/// Small pictures of a checked image for reports that show them: PNG files, 8 bits, tagged Display P3 but for
/// the heat map.
package struct CheckPreviews: Sendable, Hashable {
  /// The image as it is.
  package let original: [UInt8]
  /// The image as the target shows it.
  package let target: [UInt8]
  /// The image as the target shows it where its chroma was reduced (CSS Color 4) instead of clipped; nil where nothing is
  /// clipped.
  package let chroma: [UInt8]?
  /// The image as the target shows it where its gamut was compressed by a smooth knee; nil where nothing is clipped.
  package let soft: [UInt8]?
  /// The image as `soften` would make it; nil where it does not glow on a dark background.
  package let softened: [UInt8]?
  /// What the target takes away: painted by colour difference, other pixels grey and translucent, so that any ground dims
  /// them; nil where nothing is clipped.
  package let heatmap: [UInt8]?
  /// Pixels across.
  package let width: Int
  /// Pixels down.
  package let height: Int
  /// Whether any pixel is transparent in part: worth seeing on dark and on light.
  package let hasTransparency: Bool
}
