public import Basics
public import ColorManagement
import Pixels

/// What an image loses in a target gamut, in the JSON of `gamut{…}` in `check` and `convert`.
///
/// A visible pixel (alpha > 0) is out of gamut if a channel of its colour, in the target's linear light and unclamped,
/// lies outside 0…1 by more than `GamutReport.tolerance`.
public struct GamutReport: Sendable, Hashable, Codable {
  /// How far outside 0…1 (linear) a channel may be and still count as inside: rounding to 16 bits alone moves colours
  /// on the target's surface by up to 2.5·10⁻⁵, or by 4.7·10⁻⁵ if they were encoded with other matrices.
  package static let tolerance = 5e-5

  /// The target's name.
  public let target: String
  /// Pixels with alpha above 0.
  public let visiblePixels: Int
  /// Visible pixels out of gamut.
  public let outOfGamut: Int
  /// Pixels out of gamut that rounding by half a code per sample, at the samples' real depth, can explain.
  public let withinRounding: Int
  /// Pixels out of gamut that the clip changes by a CIEDE2000 of 2 or more, which is noticed at a glance. Not in JSON.
  public private(set) var noticed = 0
  /// `outOfGamut` / `visiblePixels`; 0 if nothing is visible.
  public let fraction: Double
  /// Figures per channel of the target.
  public let channels: Channels
  /// The largest distance of any channel from 0…1, linear.
  public let maxExcess: Double
  /// CIEDE2000 of the clip.
  public let deltaE: Difference
  /// Pixels out of gamut by their CIEDE2000; nil without regions. Not in JSON.
  package var spread: DifferenceSpread?
  /// 8-connected regions of pixels out of gamut, largest first; at most `GamutRegionBuilder.maximumCount`, and none if
  /// the scanner finds no regions.
  public let regions: [GamutRegion]
  /// Distinct visible colours; nil if they were not counted.
  package let distinctColors: DistinctColors?

  private enum CodingKeys: String, CodingKey {
    case target, visiblePixels, outOfGamut, withinRounding, fraction, channels, maxExcess, deltaE, regions,
      distinctColors
  }

  /// Whether any visible pixel is out of gamut beyond what rounding explains.
  public var needsWiderGamut: Bool { outOfGamut > withinRounding }

  /// Figures per channel of the target.
  public struct Channels: Sendable, Hashable, Codable {
    /// Red.
    public let red: Excess
    /// Green.
    public let green: Excess
    /// Blue.
    public let blue: Excess
  }

  /// One channel of the target, over all visible pixels.
  public struct Excess: Sendable, Hashable, Codable {
    /// Pixels below 0 by more than the tolerance.
    public let below: Int
    /// Pixels above 1 by more than the tolerance.
    public let above: Int
    /// The largest distance below 0, linear, also within the tolerance; 0 if it is only the arithmetic's error.
    public let maxBelow: Double
    /// The largest distance above 1, linear, also within the tolerance.
    public let maxAbove: Double
  }

  /// Colour differences (CIEDE2000) between colours and their clips, over the pixels out of gamut.
  public struct Difference: Sendable, Hashable, Codable {
    /// The mean; 0 if no pixel is out of gamut.
    public let mean: Double
    /// The largest difference.
    public let max: Double
  }

  /// Distinct colours of visible pixels, without alpha.
  package struct DistinctColors: Sendable, Hashable, Codable {
    /// Colours in the file.
    package let before: Int
    /// Colours after clipping to the target at 16 bits.
    package let after16: Int
    /// Colours after clipping to the target at 8 bits.
    package let after8: Int
    /// Colours out of gamut that share their 16-bit target colour with another colour of the file.
    package let collapsed: Int
    /// True if counting stopped at 2²⁰ colours, so that all four are lower bounds; else absent.
    package let atLeast: Bool?
  }
}

/// What left the target gamut in a conversion: the figures of a `GamutReport`, without its regions and distinct
/// colours, which only `check` finds.
public struct GamutSummary: Sendable, Codable {
  /// The target's name.
  public let target: String
  /// Pixels with alpha above 0.
  public let visiblePixels: Int
  /// Visible pixels out of gamut.
  public let outOfGamut: Int
  /// Pixels out of gamut that the file's own rounding explains.
  public let withinRounding: Int
  /// Pixels that the mapping changes by a CIEDE2000 of 2 or more. Not in JSON.
  public private(set) var noticed = 0
  /// `outOfGamut` over `visiblePixels`, 0 to 1.
  public let fraction: Double
  /// Figures per channel of the target.
  public let channels: GamutReport.Channels
  /// The largest distance of any channel from 0…1, linear.
  public let maxExcess: Double
  /// The mapping of colours that the target cannot hold.
  public let mapping: GamutMapping
  /// For the mapping `soft`: the share of the distance to the target's boundary, 0 to 1, from which on colours moved;
  /// else absent.
  public let knee: Double?
  /// CIEDE2000 of the mapping over the pixels that it moves: those out of gamut, and `movedInGamut`.
  public let deltaE: GamutReport.Difference
  /// Pixels in gamut that the mapping moves; absent with clipping, which moves none.
  public let movedInGamut: Int?
  /// What clipping would have done instead of another mapping; absent with clipping.
  public let clip: Clip?

  /// What clipping does to the pixels out of gamut.
  public struct Clip: Sendable, Hashable, Codable {
    /// CIEDE2000 of the clip.
    public let deltaE: GamutReport.Difference
  }

  private enum CodingKeys: String, CodingKey {
    case target, visiblePixels, outOfGamut, withinRounding, fraction, channels, maxExcess, mapping, knee,
      deltaE,
      movedInGamut, clip
  }

  /// The figures of `report`, for clipping.
  init(_ report: GamutReport) { self.init(report, .clip, knee: nil, moved: nil) }

  /// The figures of `report`, for any `mapping`.
  ///
  /// - Parameter moved: sums over the colours that the mapping moved; nil for clipping.
  init(_ report: GamutReport, _ mapping: GamutMapping, knee: Double?, moved: MappedColorSums?) {
    target = report.target
    visiblePixels = report.visiblePixels
    outOfGamut = report.outOfGamut
    withinRounding = report.withinRounding
    noticed = moved?.noticed ?? report.noticed
    fraction = report.fraction
    channels = report.channels
    maxExcess = report.maxExcess
    self.mapping = mapping
    self.knee = knee
    deltaE = moved.map { GamutReport.Difference($0, pixels: report.outOfGamut + $0.inGamut) } ?? report.deltaE
    movedInGamut = moved?.inGamut
    clip = moved.map { _ in Clip(deltaE: report.deltaE) }
  }

  /// Whether any visible pixel is out of gamut beyond what rounding explains.
  public var needsWiderGamut: Bool { outOfGamut > withinRounding }
}

extension GamutReport.Difference {
  fileprivate init(_ moved: MappedColorSums, pixels: Int) {
    self.init(mean: moved.totalDifference / Double(Swift.max(pixels, 1)), max: Double(moved.maxDifference))
  }
}

extension GamutReport {
  /// The report without its lists.
  package var summary: GamutSummary { GamutSummary(self) }
}

/// A region of connected pixels.
public struct GamutRegion: Sendable, Hashable {
  /// The box around the region.
  public let box: ImageRegion
  /// Pixels of the region itself, not of its box.
  public let pixels: Int
  /// The largest CIEDE2000 in the region.
  public let maxDeltaE: Double
  /// The losses of the region's cells; only for collapsed colours and clipped gradients. Not in JSON.
  package var lost = LostCells()

  package init(box: ImageRegion, pixels: Int, maxDeltaE: Double, lost: LostCells = LostCells()) {
    self.box = box
    self.pixels = pixels
    self.maxDeltaE = maxDeltaE
    self.lost = lost
  }
}

extension GamutRegion: Codable {
  private enum CodingKeys: String, CodingKey {
    case pixels, maxDeltaE
  }

  /// Reads the keys that `encode` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    box = try ImageRegion(from: decoder)
    pixels = try container.decode(Int.self, forKey: .pixels)
    maxDeltaE = try container.decode(Double.self, forKey: .maxDeltaE)
  }

  /// Writes the keys of the box and of the region side by side.
  public func encode(to encoder: any Encoder) throws {
    try box.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pixels, forKey: .pixels)
    try container.encode(maxDeltaE, forKey: .maxDeltaE)
  }
}
