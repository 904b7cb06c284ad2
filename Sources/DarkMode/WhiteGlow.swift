package import Analysis
import Colors
package import Pixels

/// The rule `white-glow`: an image has a large white area, which is glaring in dark mode, and `soften` would lower it.
///
/// Counts visible pixels of luminance 0.75 and more whose 3×3 neighbourhood is smooth, which leaves out glints and thin
/// strokes, and has softening decide in mode `auto`: an image that it leaves alone is not reported. Strip by strip, with
/// the memory of softening's first pass but for its maps.
///
/// Softening takes much of the time of a check. In an image that can be read again it stops within the first quarter of the
/// rows where these have few such pixels. From there on they are only counted, and it is read again if there are enough.
package struct WhiteGlowAnalyzer: ~Copyable {
  /// The least relative luminance of an area that glows: a little above the white of softened images.
  package static let limit = 0.75

  /// The share of the image from which the rule reports.
  package static let reportedShare = 0.1

  private let background: SIMD3<Double>
  private let size: (width: Int, height: Int)
  /// Nil after the stop.
  private var analyzer: SofteningAnalyzer?
  /// Nil if the analyzer does not stop.
  private var light: LightPixelCount?
  private var rows = 0
  private var mayStop: Bool

  /// An analyzer for one image.
  ///
  /// - Parameters:
  ///   - background: the dark background, encoded sRGB, 0 to 1.
  ///   - colorSpace: of the samples.
  ///   - format: of the strips.
  ///   - width: pixels per row.
  ///   - height: rows in all.
  ///   - mayStop: whether the image can be read again. Not for small ones: that costs more than it saves.
  package init(
    background: SIMD3<Double> = SIMD3(28, 28, 30) / 255, colorSpace: SofteningColorSpace, format: PixelFormat,
    width: Int, height: Int, mayStop: Bool = false
  ) {
    self.background = background
    size = (width, height)
    self.mayStop = mayStop
    if mayStop {
      light = LightPixelCount(
        SofteningTables(curves: colorSpace.curves, luminance: colorSpace.luminance, format: format),
        lightness: UInt16(Self.firstBin * (65536 / SofteningStatistics.binCount)))
    }
    analyzer = SofteningAnalyzer(
      .decision, options: SofteningOptions(background: background), colorSpace: colorSpace, format: format,
      width: width, height: height)
  }

  /// The first bin of lightness from the limit on.
  private static let firstBin = Int(limit.squareRoot() * Double(SofteningStatistics.binCount))

  /// Takes the next strip. Strips come in order and cover the image without gap or overlap.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    analyzer?.add(strip)
    light?.add(strip)
    rows += strip.height
    guard let light, mayStop, rows * 16 >= size.height else { return }
    if Double(light.count) < Self.reportedShare * Double(rows * size.width) {
      analyzer = nil
      mayStop = false
    } else if rows * 4 >= size.height {
      self.light = nil
    }
  }

  /// The report, once all rows were added; nil if the image must be read again.
  ///
  /// - Parameter least: the least share that matters to the caller, if that is less than `reportedShare`.
  package consuming func finish(least: Double = reportedShare) -> WhiteGlowReport? {
    let (background, pixels) = (background, size.width * size.height)
    guard let analyzer = analyzer.take() else {
      let isNone = Double(light?.count ?? 0) < min(least, Self.reportedShare) * Double(pixels)
      return isNone
        ? WhiteGlowReport(
          glowingShare: 0, luminance: nil, contrast: nil, limit: Self.limit, softenedMode: nil)
        : nil
    }
    let (softening, statistics) = analyzer.finishWithStatistics()
    let first = Self.firstBin
    let bins = statistics.smooth[first...]
    let total = bins.reduce(0, +)
    guard total > 0 else {
      return WhiteGlowReport(
        glowingShare: 0, luminance: nil, contrast: nil, limit: Self.limit, softenedMode: softening.mode
      )
    }
    var sum: UInt64 = 0
    let median = bins.firstIndex { count in
      sum += count
      return sum * 2 >= total
    }
    let level = min(1, Double((median ?? first) + 1) / Double(SofteningStatistics.binCount))
    let luminance = level * level
    return WhiteGlowReport(
      glowingShare: Double(total) / Double(pixels), luminance: luminance,
      contrast: WCAGContrast.ratio(luminance, WCAGContrast.relativeLuminance(background)), limit: Self.limit,
      softenedMode: softening.mode)
  }
}

/// How much of an image will glow on a dark background.
package struct WhiteGlowReport: Sendable, Hashable {
  /// The share of the pixels that is visible, smooth and at least as light as the limit, 0 to 1.
  package let glowingShare: Double

  /// Median relative luminance of these pixels, 0 to 1; nil where there are none.
  package let luminance: Double?

  /// Contrast of that luminance with the dark background, 1 to 21; nil where there are none.
  package let contrast: Double?

  /// The relative luminance from which an area glows.
  package let limit: Double

  /// The mode in which `soften` would change the image; nil where `soften` leaves it alone, as it does photographs.
  package let softenedMode: SofteningMode?

  /// Whether the rule reports the image: a tenth of it or more glows, and `soften` would change it.
  package var isGlowing: Bool { softenedMode != nil && glowingShare >= WhiteGlowAnalyzer.reportedShare }
}
