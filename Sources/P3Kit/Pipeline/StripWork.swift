import PNGCodec
import Pixels

/// What happens to every strip of an image between reading and writing. A value without state: strips may be
/// worked on in any order, on any thread.
struct StripWork: Sendable {
  /// Colours to colours.
  let executor: PixelExecutor

  /// The tone of white backgrounds, before the colours are converted.
  var softening: Softening?

  /// Counts what leaves the target gamut.
  var gamutScan: GamutScan?

  /// How 16 bits become 8, where the output has 8.
  var dither = Dither.none

  /// Whether the outcome carries the pixels as they are encoded, for whoever looks at them next.
  var keepsPixels = false

  /// A strip as it is written, and what was seen on the way.
  struct Outcome: Sendable {
    let band: Handover<PNGBand>
    /// What the band was made of, where it is kept.
    let pixels: BandingLane.Strip?
    let gamut: GamutStripTally?
    let effectiveDepth: EffectiveDepth
  }

  /// Works on `strip` and compresses it with `encoder`.
  ///
  /// - Parameters:
  ///   - firstRow: the row of the image that follows the context.
  ///   - contextRows: 1 where the strip begins with the row above, which is converted once more because the
  ///     filters of PNG look at it; else 0.
  func perform(
    _ strip: consuming PixelBuffer, firstRow: Int, contextRows: Int, encoder: PNGBandEncoder
  ) throws(PNGError) -> Outcome {
    var depth = EffectiveDepth()
    depth.scan(strip)
    let top = firstRow - contextRows
    softening?.apply(to: &strip, firstRow: top)
    let gamut = executor.convert(&strip, counting: gamutScan, from: contextRows)
    if encoder.header.bitDepth == 8 { dither.reduceTo8Bits(&strip, firstRow: top) }
    let band = try encoder.encode(strip, firstRow: firstRow, contextRows: contextRows)
    return Outcome(
      band: Handover(band), pixels: keepsPixels ? (Handover(strip), contextRows) : nil, gamut: gamut,
      effectiveDepth: depth)
  }
}
