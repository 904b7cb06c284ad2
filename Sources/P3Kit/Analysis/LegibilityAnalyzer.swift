public import Pixels

/// The rules `vanishes-on-dark` and `vanishes-on-light`: follows the outline of artwork with alpha and measures
/// its contrast on each background, strip by strip.
///
/// An outline pixel counts with the best contrast within two pixels of it, alpha composited first: an
/// anti-aliased rim is fainter than the artwork that it belongs to, and nobody sees the rim alone.
public struct LegibilityAnalyzer: Sendable {
  /// The dark backgrounds that `check` looks at: black, and the base and elevated colours of iOS and macOS.
  public static let darkBackgrounds: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(28, 28, 30) / 255, SIMD3(44, 44, 46) / 255,
  ]

  /// The light one.
  public static let lightBackgrounds: [SIMD3<Double>] = [SIMD3(1, 1, 1)]

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
  public init(
    backgrounds: [SIMD3<Double>], colorSpace: SofteningColorSpace, format: PixelFormat, width: Int,
    height: Int
  ) {
    let tables = SofteningTables(
      curves: colorSpace.curves, luminance: colorSpace.luminance, format: format)
    scanner = LegibilityOutlineScanner(backgrounds: backgrounds, tables: tables, width: width, height: height)
    tallies = backgrounds.map { LegibilityTally(background: $0, width: width, height: height) }
  }

  /// Sees the next strip. Strips come in order and cover the image without gap or overlap.
  public mutating func add(_ strip: borrowing PixelBuffer) {
    for y in 0..<strip.height {
      scanner.add(strip.samples.span.extracting(strip.rowRange(y))) { x, y, contrasts in
        Self.count(x, y, contrasts, in: &tallies)
      }
    }
  }

  /// One report per background, in the order given, once all rows are seen.
  public consuming func finish() -> [LegibilityReport] {
    scanner.finish { x, y, contrasts in Self.count(x, y, contrasts, in: &tallies) }
    return tallies.map { $0.report() }
  }

  private static func count(
    _ x: Int, _ y: Int, _ contrasts: [Double], in tallies: inout [LegibilityTally]
  ) {
    for index in contrasts.indices { tallies[index].add(x: x, y: y, contrast: contrasts[index]) }
  }
}
