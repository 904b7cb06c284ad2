import PNGCodec
import Pixels

/// What happens to every strip of an image between reading and writing. A value without state: strips may be
/// worked on in any order, on any thread.
struct StripWork: Sendable {
  /// Colours to colours, and what leaves the target's gamut.
  let executor: PixelExecutor

  /// The tone of white backgrounds, before the colours are converted.
  var softening: Softening?

  /// How 16 bits become 8, where the output has 8.
  var dither = Dither.none

  /// A strip in its final colours, and what was seen on the way to them.
  struct Converted: Sendable {
    let pixels: SharedStrip
    let firstRow: Int
    let contextRows: Int
    let gamut: GamutStripTally?
    let effectiveDepth: EffectiveDepth
  }

  /// What becomes of the background of an image that is written with `depth` bits: its colours are converted, and rounded.
  func converted(_ background: PNGBackground, depth: Int) -> PNGBackground {
    let format: PixelFormat = background.samples.count == 1 ? .gray16 : .rgb16
    var pixel = PixelBuffer(width: 1, height: 1, format: format, samples: background.samples)
    executor.convert(&pixel)
    if depth == 8 { Dither.none.reduceTo8Bits(&pixel, firstRow: 0) }
    return PNGBackground(samples: pixel.samples)
  }

  /// The pixels of `strip`, whose first row is `firstRow` of the image, as they are written with `depth` bits. Nothing is
  /// counted.
  func pixels(of strip: consuming PixelBuffer, firstRow: Int, depth: Int) -> PixelBuffer {
    softening?.apply(to: &strip, firstRow: firstRow)
    executor.convert(&strip)
    if depth == 8 { dither.reduceTo8Bits(&strip, firstRow: firstRow) }
    return strip
  }

  /// Works on `strip`, which is to be written with `depth` bits.
  ///
  /// - Parameters:
  ///   - firstRow: the row of the image that follows the context.
  ///   - contextRows: 1 where the strip begins with the row above, which is converted once more because the
  ///     filters of PNG look at it; else 0.
  func convert(
    _ strip: consuming PixelBuffer, firstRow: Int, contextRows: Int, depth: Int
  ) -> Converted {
    var effectiveDepth = EffectiveDepth()
    effectiveDepth.scan(strip)
    let top = firstRow - contextRows
    softening?.apply(to: &strip, firstRow: top)
    let gamut = executor.convert(&strip, counting: contextRows...)
    if depth == 8 { dither.reduceTo8Bits(&strip, firstRow: top) }
    return Converted(
      pixels: SharedStrip(strip), firstRow: firstRow, contextRows: contextRows, gamut: gamut,
      effectiveDepth: effectiveDepth)
  }
}
