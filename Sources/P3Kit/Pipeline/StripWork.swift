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

  /// 8 or 16 bits per sample of the output.
  let outputDepth: Int

  /// The strip as it is written, and what was seen on the way.
  struct Outcome: Sendable {
    let strip: Handover
    let gamut: GamutStripTally?
    let effectiveDepth: EffectiveDepth
  }

  /// Works on `strip`, whose first row is row `firstRow` of the image.
  func perform(_ strip: consuming PixelBuffer, firstRow: Int) -> Outcome {
    var depth = EffectiveDepth()
    depth.scan(strip)
    softening?.apply(to: &strip, firstRow: firstRow)
    let gamut = gamutScan?.scan(strip)
    executor.convert(&strip)
    if outputDepth == 8 { DepthReduction.roundTo8Bits(&strip) }
    return Outcome(strip: Handover(strip), gamut: gamut, effectiveDepth: depth)
  }
}
