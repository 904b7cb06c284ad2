import ColorManagement
import Pixels

/// Tells pixels at edges that moved by a fraction of a pixel, as rasterizers of different machines draw them, from pixels
/// with another content.
///
/// An edge that moves by less than a pixel turns a pixel's colour towards that of a neighbour, by as much of their distance
/// as the edge moved. So the pixel of one image lies, channel by channel, between the pixel of the other image and its
/// neighbours there, at most three quarters of the way; and that is true of one image or of the other. What appears on
/// plain ground, vanishes from it, or changes the colour of an area has no such neighbours.
struct MovedEdges {
  /// How far towards a neighbour: half a pixel in both directions leaves a quarter of a corner.
  static let reach = 0.75

  /// What rounding to 8 bits may add, in encoded values.
  private static let tolerance = 2.0 / 255

  private let first: RasterColors
  private let second: RasterColors

  init(_ exact: ExactDifference) {
    first = RasterColors(exact.first)
    second = RasterColors(exact.second)
  }

  /// Whether the difference at column `x` of row `y` of the strips, which hold the rows around it, is that of an edge.
  func isMoved(_ strips: StripPair, x: Int, y: Int) -> Bool {
    let p = first.color(strips.first, x, y)
    let q = second.color(strips.second, x, y)
    return Self.isReached(q, from: p, in: strips.first, first, x, y)
      || Self.isReached(p, from: q, in: strips.second, second, x, y)
  }

  /// Whether `color` lies between that of the pixel, `center`, and those of its neighbours.
  private static func isReached(
    _ color: SIMD4<Double>, from center: SIMD4<Double>, in strip: SharedStrip, _ colors: RasterColors,
    _ x: Int,
    _ y: Int
  ) -> Bool {
    var (low, high) = (SIMD4<Double>(), SIMD4<Double>())
    for row in max(0, y - 1)...min(strip.pixels.height - 1, y + 1) {
      for column in max(0, x - 1)...min(strip.pixels.width - 1, x + 1) where row != y || column != x {
        let step = (colors.color(strip, column, row) - center) * reach
        low = pointwiseMin(low, step)
        high = pointwiseMax(high, step)
      }
    }
    let step = color - center
    let isWithin = (step .>= low - tolerance) .& (step .<= high + tolerance)
    return isWithin == SIMDMask(repeating: true)
  }
}

/// Pixels of one image as rasterizers mix them: encoded sRGB beyond its gamut, times alpha, and alpha.
///
/// Those that were asked for last are remembered: each is a neighbour of eight others.
final class RasterColors {
  private struct Entry {
    var code: UInt64 = 0
    /// NaN in an empty entry.
    var color = SIMD4<Double>(repeating: .nan)
  }

  private static let slots = 1 << 12

  private let model: ComparedColor
  private var entries = [Entry](repeating: Entry(), count: slots)

  init(_ model: ComparedColor) { self.model = model }

  /// The pixel at column `x` of row `y`.
  func color(_ strip: SharedStrip, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let pixel = PixelCode(strip.pixels, at: y * strip.pixels.width + x)
    let code = pixel.packed
    let slot = Int(truncatingIfNeeded: (code &* 0x9E37_79B9_7F4A_7C15) >> 52) & (Self.slots - 1)
    if entries[slot].code == code, !entries[slot].color.x.isNaN { return entries[slot].color }
    let encoded = Translucent.encoded(ComparedColor.toSRGB.multiplied(by: model.ratio(pixel)))
    let alpha = Double(pixel.alpha) / 65535
    entries[slot] = Entry(code: code, color: SIMD4(encoded * alpha, alpha))
    return entries[slot].color
  }
}
