package import Basics
import Colors
package import Pixels

/// The rules `vanishes-on-dark` and `vanishes-on-light`: divides artwork with alpha into connected parts and counts,
/// strip by strip, those that cannot be made out on a background.
///
/// An outline pixel is seen if any pixel within two of it is, after compositing alpha: an anti-aliased rim has less
/// contrast than its artwork, and both are seen together.
package struct LegibilityAnalyzer: Sendable {
  /// The dark backgrounds of `check`: black, and the base and elevated colours of iOS and macOS.
  package static let darkBackgrounds: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(28, 28, 30) / 255, SIMD3(44, 44, 46) / 255,
  ]

  /// The light background of `check`: white.
  package static let lightBackgrounds: [SIMD3<Double>] = [SIMD3(1, 1, 1)]

  /// The least share of the artwork that is reported. A dot or an accent is a few per cent of an icon; a missing
  /// twentieth is noticed.
  package static let reportedShare = 0.05

  private var scanner: LegibilityOutlineScanner
  private var tally: ArtworkTally
  private var template: TemplateArtwork

  /// An analyzer for one image.
  ///
  /// - Parameters:
  ///   - backgrounds: encoded sRGB, 0 to 1.
  ///   - colorSpace: the samples' colour space.
  ///   - format: layout of the strips; without alpha there is no outline and nothing to find.
  ///   - width: pixels per row.
  ///   - height: rows in all.
  package init(
    backgrounds: [SIMD3<Double>], colorSpace: SofteningColorSpace, format: PixelFormat, width: Int,
    height: Int
  ) {
    let tables = SofteningTables(
      curves: colorSpace.curves, luminance: colorSpace.luminance, format: format)
    scanner = LegibilityOutlineScanner(backgrounds: backgrounds, tables: tables, width: width, height: height)
    tally = ArtworkTally(backgrounds: backgrounds)
    template = TemplateArtwork(format: format, width: width, height: height)
  }

  /// Adds the next strip. Strips must be in order and cover the image without gap or overlap.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    for y in 0..<strip.height {
      let samples = strip.samples.span.extracting(strip.rowRange(y))
      template.add(samples)
      if let row = scanner.push(samples) {
        tally.addRow(scanner.artwork(row))
      }
    }
  }

  /// One report per background, in the order given, after the last row.
  package consuming func finish() -> [LegibilityReport] {
    for row in scanner.lastRows { tally.addRow(scanner.artwork(row)) }
    return tally.finish(isTemplate: template.isTemplate)
  }
}

/// Thresholds for making out a shape on a background, chosen with real icons: on a light ground a shape of 1.4:1, such
/// as grey #D9D9D9 on white, is still made out; on a dark ground one under 1.8:1 is not, unless it has a tint.
package struct LegibilitySight: Sendable, Hashable {
  /// The least contrast of a shape that is seen.
  package let contrast: Double
  /// The least contrast of a broad part, and of content drawn on a part.
  package let broadContrast: Double
  /// How far red or green must exceed the least channel, in 1/65535 of encoded sRGB, for a colour to be seen at any
  /// contrast, such as yellow on white.
  let spread: Int
  /// As `spread`, for blue: on a dark ground it adds little light, and navy is not seen.
  let blueSpread: Int
  /// How far any channel must exceed the least one for a colour to be seen from `broadContrast` on, such as blue
  /// #204A87 on #1C1C1E.
  let tint: Int

  /// - Parameter backgroundLuminance: relative luminance, 0 to 1; 0.18 is middle grey.
  package init(backgroundLuminance: Double) {
    (contrast, broadContrast, spread, blueSpread, tint) =
      backgroundLuminance < 0.18 ? (1.8, 1.5, 22937, 36044, 13107) : (1.4, 1.15, 8192, 8192, 8192)
  }
}

/// How well a pixel, or the best of several, stands out from a background.
enum LegibilityVisibility: UInt16, Comparable {
  /// Not visible.
  case unseen
  /// Enough for a broad part and for content drawn on a part: `LegibilitySight.broadContrast`.
  case faint
  /// Visible by its contrast or its colour.
  case seen

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// The artwork with transparency that cannot be made out on one background.
package struct LegibilityReport: Sendable, Hashable {
  /// A vanishing part.
  package struct Region: Sendable, Hashable {
    /// The box around the part.
    package let box: ImageRegion
    /// Pixels of the part.
    package let pixels: Int
  }

  /// The background: encoded sRGB, 0 to 1.
  package let background: SIMD3<Double>

  /// Pixels that are at least half opaque.
  package let artworkPixels: Int

  /// Artwork pixels in vanishing parts. 95 % or more of such a part's outline, and 97 % or more of its inside, have
  /// less than `leastContrast` and no strong colour within two pixels. Broad parts, and those with something drawn on
  /// them, need less contrast.
  package let vanishingPixels: Int

  /// The vanishing parts, largest first, at most 32.
  package let regions: [Region]

  /// Whether the image is at most 96 × 96 pixels, and pure black or pure white wherever it is not fully transparent:
  /// toolkits may take it for a mask and paint it in another colour.
  package let isTemplate: Bool

  /// The least contrast of a shape that is made out on this background.
  package var leastContrast: Double {
    LegibilitySight(backgroundLuminance: WCAGContrast.relativeLuminance(background)).contrast
  }

  /// The share of the artwork that vanishes, 0 to 1.
  package var vanishingShare: Double {
    artworkPixels == 0 ? 0 : Double(vanishingPixels) / Double(artworkPixels)
  }
}
