public import Analysis
import ColorManagement

/// The report on one check, in the JSON of `check`, one per input.
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
  /// What the image loses in the target's gamut; nil if it cannot be counted, see `notes`.
  public private(set) var gamut: GamutReport?
  /// Visible bands, present and predicted.
  public let banding: Banding
  /// The findings, in the order of the rules.
  public package(set) var findings: [Finding]
  /// Remarks that are no findings.
  public let notes: [String]
  /// Small pictures, if requested; never in JSON.
  package private(set) var previews: CheckPreviews?

  private enum CodingKeys: String, CodingKey {
    case path, width, height, source, gamut, banding, findings, notes
  }

  /// Restores what the JSON lacks, and sets the path of this run.
  mutating func restore(path: String, spread: DifferenceSpread?) {
    self.path = path
    if let spread { gamut?.spread = spread }
  }
}

// The bands of an image, as in the JSON of `check`.

extension CheckReport {
  /// The bands of the file, and those that the target will add.
  public struct Banding: Sendable, Codable {
    /// The highest score of the file's regions; 0 without regions.
    public let score: Double
    /// Whether the file has regions.
    public let verdict: BandingVerdict
    /// The file's regions, largest first.
    public let regions: [BandingRegion]
    /// The bands that the target's depth and gamut will add.
    public let predicted: BandingReport

    /// - Parameters:
    ///   - result: with steps in codes of `bitDepth` bits.
    ///   - effectiveDepth: the bits that the samples really use, which become the unit of steps.
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

/// Small pictures of a checked image for reports: 8-bit PNG files, tagged Display P3 except for the heat map.
package struct CheckPreviews: Sendable, Hashable {
  /// The unchanged image.
  package let original: [UInt8]
  /// The image in the target's colours.
  package let target: [UInt8]
  /// The image in the target's colours with reduced chroma (CSS Color 4) instead of clipping; nil if nothing is
  /// clipped.
  package let chroma: [UInt8]?
  /// The image in the target's colours with a soft knee instead of clipping; nil if nothing is clipped.
  package let soft: [UInt8]?
  /// The image as `soften` would make it; nil if it does not glow on a dark background.
  package let softened: [UInt8]?
  /// What the target takes away: clipped pixels painted by colour difference, the others grey and translucent, so that
  /// they fade on any ground; nil if nothing is clipped.
  package let heatmap: [UInt8]?
  /// Width in pixels.
  package let width: Int
  /// Height in pixels.
  package let height: Int
  /// Whether any pixel is partly transparent, so that the image should be shown on dark and on light.
  package let hasTransparency: Bool
}
