package import ColorManagement
package import Pixels
import Synchronization

/// Counts which colours the visible pixels of an image use, strip by strip, in sRGB and in Display P3. Each count has
/// its own lock.
package final class ColorUse: Sendable {
  /// The results.
  package struct Figures {
    package let sRGB: GamutReport
    package let report: ColorUseReport
    package let lightness: LightnessHistogram
  }

  /// The count for one space.
  private final class Count: Sendable {
    let scanner: Mutex<GamutScanner>

    init(_ scanner: GamutScanner) { self.scanner = Mutex(scanner) }
  }

  /// The count for sRGB first; empty if counting is impossible.
  private let counts: [Count]
  private let lightness = Mutex(LightnessHistogram())
  /// To sRGB; nil if counting is impossible.
  private let converter: PixelConverter?

  /// For an image with `profile`. Counts nothing if the profile has tables, or is grey and the image in colour.
  package init(_ profile: ICCProfile, isGray: Bool) throws(ColorError) {
    var counts: [Count] = []
    var converter: PixelConverter?
    for space in isGray || profile.colorSpace == .rgb ? [RGBColorSpace.sRGB, .displayP3] : [] {
      let plan = try ConversionPlan(
        source: profile, destination: isGray ? space.grayProfile : space.profile, sourceIsGrayImage: isGray)
      guard plan.gamutObstacle == nil else { break }
      let gamut = try TargetGamut(plan)
      if space == .sRGB { converter = gamut.converter }
      counts.append(
        Count(
          GamutScanner(gamut, target: space.rawValue, countsColors: space == .sRGB, findsRegions: false)))
    }
    self.counts = counts
    self.converter = converter
  }

  /// The work on each strip, the longest first.
  package var scans: [@Sendable (borrowing PixelBuffer) -> Void] {
    var scans = counts.map { count -> @Sendable (borrowing PixelBuffer) -> Void in
      { strip in count.scanner.withLock { $0.add(strip) } }
    }
    if let converter {
      scans.append { strip in self.lightness.withLock { $0.add(strip, converter) } }
    }
    return scans
  }

  /// The figures; nil if counting was impossible.
  ///
  /// - Parameter sampleDepth: the bits that the samples really use.
  package func finish(sampleDepth: Int) -> Figures? {
    let reports = counts.map { $0.scanner.withLock { $0.finish(sampleDepth: sampleDepth) } }
    guard let sRGB = reports.first, let colors = sRGB.distinctColors else { return nil }
    let coverage = reports.map {
      ($0.target, 1 - Double($0.outOfGamut - $0.withinRounding) / Double(max($0.visiblePixels, 1)))
    }
    let report = ColorUseReport(
      gamutCoverage: Dictionary(uniqueKeysWithValues: coverage), uniqueColors: colors.before,
      uniqueColorsAtLeast: colors.atLeast)
    return Figures(sRGB: sRGB, report: report, lightness: lightness.withLock(\.self))
  }
}

/// The colours that an image uses, part of the JSON of `inspect`.
public struct ColorUseReport: Sendable, Codable {
  /// Per space (`srgb`, `display-p3`): the share of visible pixels inside it, 0 to 1.
  public let gamutCoverage: [String: Double]
  /// Distinct colours of visible pixels.
  public let uniqueColors: Int
  /// True if there are more than can be counted (2²⁰).
  public let uniqueColorsAtLeast: Bool?
}
