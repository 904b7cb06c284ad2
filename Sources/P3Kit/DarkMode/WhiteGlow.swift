package import Pixels

/// The rule `white-glow`: an image has a large white area, which is glaring in dark mode.
///
/// Counts visible pixels of luminance 0.75 and more whose 3×3 neighbourhood is smooth, which leaves out glints and thin
/// strokes. Strip by strip, with 18 rows in memory.
package struct WhiteGlowAnalyzer: ~Copyable {
  /// The least relative luminance of an area that glows: a little above the white of softened images.
  package static let limit = 0.75

  /// The share of the image from which the rule reports.
  package static let reportedShare = 0.1

  private let background: SIMD3<Double>
  private let width: Int
  private let height: Int
  private let tables: SofteningTables
  private var scanner: SofteningRowScanner?
  private var rows = 0

  /// An analyzer for one image.
  ///
  /// - Parameters:
  ///   - background: the dark background, encoded sRGB, 0 to 1.
  ///   - colorSpace: of the samples.
  ///   - format: of the strips.
  ///   - width: pixels per row.
  ///   - height: rows in all.
  package init(
    background: SIMD3<Double> = SIMD3(28, 28, 30) / 255, colorSpace: SofteningColorSpace, format: PixelFormat,
    width: Int, height: Int
  ) {
    self.background = background
    self.width = width
    self.height = height
    tables = SofteningTables(curves: colorSpace.curves, luminance: colorSpace.luminance, format: format)
    if width > 0 && height > 0 {
      scanner = SofteningRowScanner(tables: tables, width: width, height: height)
    }
  }

  /// Takes the next strip. Strips come in order and cover the image without gap or overlap.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    for y in 0..<strip.height {
      scanner?.append(strip.samples.span.extracting(strip.rowRange(y)), at: rows)
      rows += 1
      if rows > 1 { scanner?.classify(at: rows - 2) }
    }
  }

  /// The report, once all rows were added.
  package consuming func finish() -> WhiteGlowReport {
    if rows > 0 { scanner?.classify(at: rows - 1) }
    let first = Int(Self.limit.squareRoot() * 1024)
    var bins: [UInt64] = []
    for bin in first..<SofteningStatistics.binCount { bins.append(scanner?.colorBin(bin).count ?? 0) }
    let total = bins.reduce(0, +)
    guard total > 0 else {
      return WhiteGlowReport(glowingShare: 0, luminance: nil, contrast: nil, limit: Self.limit)
    }
    var sum: UInt64 = 0
    let median = bins.firstIndex { count in
      sum += count
      return sum * 2 >= total
    }
    let level = min(1, Double(first + (median ?? 0) + 1) / 1024)
    let luminance = level * level
    return WhiteGlowReport(
      glowingShare: Double(total) / Double(width * height), luminance: luminance,
      contrast: WCAGContrast.ratio(luminance, WCAGContrast.relativeLuminance(background)), limit: Self.limit)
  }
}

/// How much of an image will glow on a dark background.
public struct WhiteGlowReport: Sendable, Hashable {
  /// The share of the pixels that is visible, smooth and at least as light as the limit, 0 to 1.
  public let glowingShare: Double

  /// Median relative luminance of these pixels, 0 to 1; nil where there are none.
  public let luminance: Double?

  /// Contrast of that luminance with the dark background, 1 to 21; nil where there are none.
  public let contrast: Double?

  /// The relative luminance from which an area glows.
  public let limit: Double

  /// Whether the rule reports it: a tenth of the image or more.
  public var isGlowing: Bool { glowingShare >= WhiteGlowAnalyzer.reportedShare }
}
