package import ColorManagement
package import Pixels
import Synchronization

/// Which colours the visible pixels of an image really use: counted strip by strip, in sRGB and in Display P3. Each count has
/// a lock of its own.
package final class ColorUse: Sendable {
  /// What was counted.
  package struct Figures {
    package let sRGB: GamutReport
    package let report: ColorUseReport
    package let lightness: LightnessHistogram
  }

  /// What is counted against one space.
  private final class Count: Sendable {
    let scanner: Mutex<GamutScanner>

    init(_ scanner: GamutScanner) { self.scanner = Mutex(scanner) }
  }

  /// That of sRGB first; none where nothing can be counted.
  private let counts: [Count]
  private let lightness = Mutex(LightnessHistogram())
  /// To sRGB; nil where nothing can be counted.
  private let converter: PixelConverter?

  /// Counts for an image tagged `profile`. Nothing is counted where the profile has tables, or is a grey one on an
  /// image in colour.
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

  /// What there is to do with each strip, the longest work first.
  package var scans: [@Sendable (borrowing PixelBuffer) -> Void] {
    var scans = counts.map { count -> @Sendable (borrowing PixelBuffer) -> Void in
      { strip in count.scanner.withLock { $0.add(strip) } }
    }
    if let converter {
      scans.append { strip in self.lightness.withLock { $0.add(strip, converter) } }
    }
    return scans
  }

  /// The figures, or nil where nothing could be counted.
  ///
  /// - Parameter sampleDepth: the bits that the samples really hold.
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

/// Which colours an image really uses: part of the JSON of `inspect`.
public struct ColorUseReport: Sendable, Codable {
  /// Per space (`srgb`, `display-p3`) the share of visible pixels that it holds, 0 to 1.
  public let gamutCoverage: [String: Double]
  /// Distinct colours of visible pixels.
  public let uniqueColors: Int
  /// True where there are more than could be counted (2²⁰).
  public let uniqueColorsAtLeast: Bool?
}
