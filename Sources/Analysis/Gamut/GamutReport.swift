public import Basics
public import ColorManagement
import Pixels

/// What an image loses in a target gamut: the JSON of `gamut{…}` in `check` and `convert`.
///
/// A visible pixel (alpha > 0) is out of gamut when a channel of its colour, in the target's linear light and
/// unclamped, lies outside 0…1 by more than `GamutReport.tolerance`.
public struct GamutReport: Sendable, Hashable, Codable {
  /// How far outside 0…1, linear, a channel may be without counting: rounding to 16 bits alone moves colours on
  /// the surface of the target by up to 2.5·10⁻⁵, and by 4.7·10⁻⁵ when they were encoded with other matrices.
  package static let tolerance = 5e-5

  /// The target's name.
  public let target: String
  /// Pixels with alpha above 0.
  public let visiblePixels: Int
  /// Visible pixels out of gamut.
  public let outOfGamut: Int
  /// Those of them that half a code per sample, at the depth that the samples really have, can explain.
  public let withinRounding: Int
  /// Those of them that the clip changes by a CIEDE2000 of 2 or more, which is noticed at a glance. Not in JSON.
  public private(set) var noticed = 0
  /// `outOfGamut` over `visiblePixels`; 0 when nothing is visible.
  public let fraction: Double
  /// The target's channels one by one.
  public let channels: Channels
  /// The largest distance of any channel from 0…1, linear.
  public let maxExcess: Double
  /// CIEDE2000 of the clip.
  public let deltaE: Difference
  /// The pixels out of gamut by that difference; nil where no regions were asked for, and without any. Not in JSON.
  package var spread: DifferenceSpread?
  /// 8-connected regions of pixels out of gamut, largest first; at most `GamutRegionBuilder.maximumCount`,
  /// and none where the scanner was told to find none.
  public let regions: [GamutRegion]
  /// Distinct visible colours; nil where they were not counted.
  package let distinctColors: DistinctColors?

  private enum CodingKeys: String, CodingKey {
    case target, visiblePixels, outOfGamut, withinRounding, fraction, channels, maxExcess, deltaE, regions,
      distinctColors
  }

  /// Whether any visible pixel leaves the target for more than rounding.
  public var needsWiderGamut: Bool { outOfGamut > withinRounding }

  /// The three channels of the target.
  public struct Channels: Sendable, Hashable, Codable {
    /// Of red.
    public let red: Excess
    /// Of green.
    public let green: Excess
    /// Of blue.
    public let blue: Excess
  }

  /// One channel of the target over all visible pixels.
  public struct Excess: Sendable, Hashable, Codable {
    /// Pixels below 0, beyond the tolerance.
    public let below: Int
    /// Pixels above 1, beyond the tolerance.
    public let above: Int
    /// The largest distance below 0, linear, tolerance or not; 0 where it is the arithmetic's own error.
    public let maxBelow: Double
    /// The largest distance above 1, linear, tolerance or not.
    public let maxAbove: Double
  }

  /// Colour differences (CIEDE2000) between colours and their clips, over the pixels out of gamut.
  public struct Difference: Sendable, Hashable, Codable {
    /// The mean; 0 when no pixel is out of gamut.
    public let mean: Double
    /// The largest.
    public let max: Double
  }

  /// Distinct colours among the visible pixels, alpha aside.
  package struct DistinctColors: Sendable, Hashable, Codable {
    /// In the file.
    package let before: Int
    /// After clipping to the target at 16 bits.
    package let after16: Int
    /// After clipping to the target at 8 bits.
    package let after8: Int
    /// Colours out of gamut that share their 16-bit target colour with another colour of the file.
    package let collapsed: Int
    /// True when counting stopped at 2²⁰ colours: all four are lower bounds then. Absent otherwise.
    package let atLeast: Bool?
  }
}

/// What left the target gamut during a conversion, in figures: a `GamutReport` without its regions and distinct
/// colours, which `check` looks for.
public struct GamutSummary: Sendable, Codable {
  /// The target's name.
  public let target: String
  /// Pixels with alpha above 0.
  public let visiblePixels: Int
  /// Of those, how many are outside by more than `GamutReport.tolerance`.
  public let outOfGamut: Int
  /// Of those, how many the file's own rounding explains.
  public let withinRounding: Int
  /// Pixels that the mapping changes by a CIEDE2000 of 2 or more. Not in JSON.
  public private(set) var noticed = 0
  /// `outOfGamut` over `visiblePixels`, 0 to 1.
  public let fraction: Double
  /// Per channel how many lie below 0 and above 1, and by how much at most, in linear light.
  public let channels: GamutReport.Channels
  /// The largest excess of any channel in linear light.
  public let maxExcess: Double
  /// What became of the colours that the target cannot hold.
  public let mapping: GamutMapping
  /// With the mapping `soft`, the share of the target's boundary, 0 to 1, from which on colours moved; absent with others.
  public let knee: Double?
  /// CIEDE2000 of the mapping, over the pixels that it moves: those out of gamut, and `movedInGamut`.
  public let deltaE: GamutReport.Difference
  /// With a mapping other than clipping, the pixels that it moves though they lie in gamut; absent with clipping, which
  /// moves none.
  public let movedInGamut: Int?
  /// With a mapping other than clipping, what clipping would have done; else absent.
  public let clip: Clip?

  /// What clipping does to the pixels out of gamut.
  public struct Clip: Sendable, Hashable, Codable {
    /// Its CIEDE2000.
    public let deltaE: GamutReport.Difference
  }

  private enum CodingKeys: String, CodingKey {
    case target, visiblePixels, outOfGamut, withinRounding, fraction, channels, maxExcess, mapping, knee,
      deltaE,
      movedInGamut, clip
  }

  /// The figures of `report`, where colours are clipped.
  init(_ report: GamutReport) { self.init(report, .clip, knee: nil, moved: nil) }

  /// The figures of `report`, where `mapping` moved other colours than a clip, and otherwise.
  ///
  /// - Parameter moved: what the mapping did; nil where colours were clipped.
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

  /// Whether a visible pixel needs a wider gamut than the target's.
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

/// Connected pixels.
public struct GamutRegion: Sendable, Hashable {
  /// The box around them.
  public let box: ImageRegion
  /// Pixels of the region itself, not of its box.
  public let pixels: Int
  /// The largest CIEDE2000 difference in it.
  public let maxDeltaE: Double
  /// What its cells lose; of collapsed colours and clipped gradients alone, and not part of the JSON.
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

  /// Writes the box's keys and its own side by side.
  public func encode(to encoder: any Encoder) throws {
    try box.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pixels, forKey: .pixels)
    try container.encode(maxDeltaE, forKey: .maxDeltaE)
  }
}
