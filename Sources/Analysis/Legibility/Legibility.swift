package import Basics
import Colors
package import Pixels

/// The rules `vanishes-on-dark` and `vanishes-on-light`: cuts artwork with alpha into connected parts and counts, strip
/// by strip, those that cannot be made out on a background.
///
/// An outline pixel is seen when any pixel within two of it is, alpha composited first: an anti-aliased rim has less
/// contrast than the artwork that it belongs to, and both are seen together.
package struct LegibilityAnalyzer: Sendable {
  /// The dark backgrounds that `check` looks at: black, and the base and elevated colours of iOS and macOS.
  package static let darkBackgrounds: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(28, 28, 30) / 255, SIMD3(44, 44, 46) / 255,
  ]

  /// The light background that `check` looks at: white.
  package static let lightBackgrounds: [SIMD3<Double>] = [SIMD3(1, 1, 1)]

  /// The share of the artwork from which on a report counts. A dot or an accent is a few per cent of an icon; what is a twentieth
  /// is missed.
  package static let reportedShare = 0.05

  private var scanner: LegibilityOutlineScanner
  private var tally: ArtworkTally
  private var template: TemplateArtwork

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
    tally = ArtworkTally(backgrounds: backgrounds)
    template = TemplateArtwork(format: format, width: width, height: height)
  }

  /// Takes the next strip. Strips come in order and cover the image without gap or overlap.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    for y in 0..<strip.height {
      let samples = strip.samples.span.extracting(strip.rowRange(y))
      template.add(samples)
      if let row = scanner.push(samples) {
        tally.addRow(scanner.artwork(row))
      }
    }
  }

  /// One report per background, in the order given, once all rows were added.
  package consuming func finish() -> [LegibilityReport] {
    for row in scanner.lastRows { tally.addRow(scanner.artwork(row)) }
    return tally.finish(isTemplate: template.isTemplate)
  }
}

/// From where on a shape is made out on a background, chosen on real icons: on light ground a shape of 1.4:1, such as
/// grey #D9D9D9 on white, is still made out, on dark ground one under 1.8:1 is not unless it has a tint.
package struct LegibilitySight: Sendable, Hashable {
  /// The least contrast.
  package let contrast: Double
  /// The least contrast of a broad part, and of what is drawn on a part.
  package let broadContrast: Double
  /// How far red or green lies above the least channel, in 1/65535 of encoded sRGB, in a colour that is seen whatever
  /// its contrast, such as yellow on white.
  let spread: Int
  /// The same of blue: on dark ground it adds little light, and navy is not seen.
  let blueSpread: Int
  /// How far any channel lies above the least one in a colour that is seen from `broadContrast` on, such as blue #204A87
  /// on #1C1C1E.
  let tint: Int

  /// - Parameter backgroundLuminance: relative, 0 to 1; 0.18 is middle grey.
  package init(backgroundLuminance: Double) {
    (contrast, broadContrast, spread, blueSpread, tint) =
      backgroundLuminance < 0.18 ? (1.8, 1.5, 22937, 36044, 13107) : (1.4, 1.15, 8192, 8192, 8192)
  }
}

/// How well a pixel, or the best of several, stands out from a background.
enum LegibilityVisibility: UInt16, Comparable {
  /// Not at all.
  case unseen
  /// As much as a broad part needs, and what is drawn on a part: `LegibilitySight.broadContrast`.
  case faint
  /// By its contrast, or by its colour.
  case seen

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// What of artwork with transparency cannot be made out on one background.
package struct LegibilityReport: Sendable, Hashable {
  /// A part that vanishes.
  package struct Region: Sendable, Hashable {
    /// The box around it.
    package let box: ImageRegion
    /// Its pixels.
    package let pixels: Int
  }

  /// The background: encoded sRGB, 0 to 1.
  package let background: SIMD3<Double>

  /// Pixels that are at least half opaque.
  package let artworkPixels: Int

  /// Those of them in connected parts that vanish: of whose outline 95 % or more has less than
  /// `leastContrast` and no strong colour within two pixels, and of whose inside 97 % or more. Broad parts, and those
  /// with something drawn on them, are made out with less.
  package let vanishingPixels: Int

  /// The parts that vanish, the largest first, at most 32.
  package let regions: [Region]

  /// Whether the image is up to 96 pixels across and down, of pure black or pure white wherever it is not fully
  /// transparent: what toolkits may take for a mask and paint in another colour.
  package let isTemplate: Bool

  /// The contrast from which on a shape is made out on this background.
  package var leastContrast: Double {
    LegibilitySight(backgroundLuminance: WCAGContrast.relativeLuminance(background)).contrast
  }

  /// The share of the artwork that vanishes, 0 to 1.
  package var vanishingShare: Double {
    artworkPixels == 0 ? 0 : Double(vanishingPixels) / Double(artworkPixels)
  }
}
