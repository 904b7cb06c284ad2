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

  private var first: RasterColors
  private var second: RasterColors

  init(_ exact: ExactDifference) {
    first = RasterColors(exact.first)
    second = RasterColors(exact.second)
  }

  /// Other strips follow.
  mutating func beginStrips() {
    first.beginStrip()
    second.beginStrip()
  }

  /// Whether the difference at column `x` of row `y` of the strips, which hold the rows around it, is that of an edge.
  mutating func isMoved(_ strips: StripPair, x: Int, y: Int) -> Bool {
    let p = first.surroundings(x, y, in: strips.first)
    let q = second.surroundings(x, y, in: strips.second)
    return Self.isReached(q.center, in: p) || Self.isReached(p.center, in: q)
  }

  /// Whether `color` lies between the colour at the center of `pixels` and those around it.
  private static func isReached(_ color: SIMD4<Double>, in pixels: RasterColors.Surroundings) -> Bool {
    let step = color - pixels.center
    let low = (pixels.low - pixels.center) * reach - tolerance
    let high = (pixels.high - pixels.center) * reach + tolerance
    let isWithin = (step .>= low) .& (step .<= high)
    return isWithin == SIMDMask(repeating: true)
  }
}
