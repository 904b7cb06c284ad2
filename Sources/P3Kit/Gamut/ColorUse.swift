import ColorManagement
import Pixels

/// Which colours the visible pixels of an image really use: counted strip by strip, in sRGB and in Display P3.
struct ColorUse {
  /// What was counted.
  struct Figures {
    let sRGB: GamutReport
    let report: ColorUseReport
    let lightness: LightnessHistogram
  }

  /// That of sRGB first; none where nothing can be counted.
  private var scanners: [GamutScanner] = []
  private var lightness = LightnessHistogram()
  /// To sRGB.
  private var converter: PixelConverter?

  /// Counts for an image tagged `profile`. Nothing is counted where the profile has tables, or is a grey one on an
  /// image in colour.
  init(_ profile: ICCProfile, isGray: Bool) throws(ColorError) {
    guard isGray || profile.colorSpace == .rgb else { return }
    for space in [RGBColorSpace.sRGB, .displayP3] {
      let plan = try ConversionPlan(
        source: profile, destination: isGray ? space.grayProfile : space.profile, sourceIsGrayImage: isGray)
      guard plan.gamutObstacle == nil else { return }
      let scan = try GamutScan(plan)
      if space == .sRGB { converter = scan.converter }
      scanners.append(
        GamutScanner(scan, target: space.rawValue, countsColors: space == .sRGB, findsRegions: false))
    }
  }

  /// Takes the next rows.
  mutating func scan(_ strip: borrowing PixelBuffer) {
    for index in scanners.indices { scanners[index].add(strip) }
    if let converter { lightness.add(strip, converter) }
  }

  /// The figures, or nil where nothing could be counted.
  ///
  /// - Parameter sampleDepth: the bits that the samples really hold.
  mutating func finish(sampleDepth: Int) -> Figures? {
    var reports: [GamutReport] = []
    for index in scanners.indices { reports.append(scanners[index].finish(sampleDepth: sampleDepth)) }
    guard let sRGB = reports.first, let colors = sRGB.distinctColors else { return nil }
    let coverage = reports.map {
      ($0.target, 1 - Double($0.outOfGamut - $0.withinRounding) / Double(max($0.visiblePixels, 1)))
    }
    let report = ColorUseReport(
      gamutCoverage: Dictionary(uniqueKeysWithValues: coverage), uniqueColors: colors.before,
      uniqueColorsAtLeast: colors.atLeast)
    return Figures(sRGB: sRGB, report: report, lightness: lightness)
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
