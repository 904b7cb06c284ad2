package import Pixels

/// The rules `vanishes-on-dark` and `vanishes-on-light`: follows the outline of artwork with alpha and measures
/// its contrast on each background, strip by strip.
///
/// The contrast of an outline pixel is the best one within two pixels of it, alpha composited first: an anti-aliased rim
/// has less contrast than the artwork that it belongs to, and both are seen together.
package struct LegibilityAnalyzer: Sendable {
  /// The dark backgrounds that `check` looks at: black, and the base and elevated colours of iOS and macOS.
  package static let darkBackgrounds: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(28, 28, 30) / 255, SIMD3(44, 44, 46) / 255,
  ]

  /// The light background that `check` looks at: white.
  package static let lightBackgrounds: [SIMD3<Double>] = [SIMD3(1, 1, 1)]

  private var scanner: LegibilityOutlineScanner
  private var tallies: [LegibilityTally]

  /// An analyzer for one image.
  ///
  /// - Parameters:
  ///   - backgrounds: encoded sRGB, 0 to 1.
  ///   - colorSpace: of the samples.
  ///   - format: of the strips; without alpha there is no outline and nothing to find.
  ///   - width: pixels per row.
  ///   - height: rows in all.
  package init(
    backgrounds: [SIMD3<Double>], colorSpace: SofteningColorSpace, format: PixelFormat, width: Int,
    height: Int
  ) {
    let tables = SofteningTables(
      curves: colorSpace.curves, luminance: colorSpace.luminance, format: format)
    scanner = LegibilityOutlineScanner(backgrounds: backgrounds, tables: tables, width: width, height: height)
    tallies = backgrounds.map { LegibilityTally(background: $0, width: width, height: height) }
  }

  /// Takes the next strip. Strips come in order and cover the image without gap or overlap.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    for y in 0..<strip.height {
      scanner.add(strip.samples.span.extracting(strip.rowRange(y))) { x, y, contrasts in
        Self.count(x, y, contrasts, in: &tallies)
      }
    }
  }

  /// One report per background, in the order given, once all rows were added.
  package consuming func finish() -> [LegibilityReport] {
    scanner.finish { x, y, contrasts in Self.count(x, y, contrasts, in: &tallies) }
    return tallies.map { $0.report() }
  }

  private static func count(
    _ x: Int, _ y: Int, _ contrasts: [Double], in tallies: inout [LegibilityTally]
  ) {
    for index in contrasts.indices { tallies[index].add(x: x, y: y, contrast: contrasts[index]) }
  }
}

/// The contrast of artwork with transparency on one background.
public struct LegibilityReport: Sendable, Hashable {
  /// A place where the outline falls under the limit.
  public struct Region: Sendable, Hashable {
    /// The box around it.
    public let box: ImageRegion
    /// Outline pixels under the limit inside.
    public let pixels: Int
    /// The lowest contrast among them.
    public let lowestContrast: Double
  }

  /// The background: encoded sRGB, 0 to 1.
  public let background: SIMD3<Double>

  /// Pixels along the outline: at least half opaque, beside one that is less.
  public let outlinePixels: Int

  /// Outline pixels whose contrast is under 3:1 (WCAG 2.2, success criterion 1.4.11).
  public let vanishingPixels: Int

  /// The lowest contrast along the outline, or nil where there is no outline.
  public let lowestContrast: Double?

  /// Where the outline vanishes, the places with most pixels first, at most 32.
  public let regions: [Region]

  /// The share of the outline that vanishes, 0 to 1.
  public var vanishingShare: Double {
    outlinePixels == 0 ? 0 : Double(vanishingPixels) / Double(outlinePixels)
  }
}
