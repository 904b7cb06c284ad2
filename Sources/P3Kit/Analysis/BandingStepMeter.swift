import Pixels

/// Says how visible one step of a staircase is.
struct BandingStepMeter: Sendable {
  let color: BandingColor
  let isGray: Bool
  let hasAlpha: Bool

  /// OKLab distance of a mean step of `chain` at the colour of its last plateau.
  func distance(of chain: Staircase) -> Double {
    let size = chain.stepSum / max(1, chain.steps)
    return distance(chain.color, stepping: chain.channel, by: size)
  }

  /// OKLab distance between the last two plateaus of `chain`, with what the other channels did meanwhile.
  func period(of chain: Staircase) -> Double {
    distance(chain.color, chain.colorBefore)
  }

  /// OKLab distance between `here` and the colour whose `channel` differs by `size` codes.
  func distance(_ here: SIMD4<UInt16>, stepping channel: Int, by size: Int) -> Double {
    var there = here
    let value = Int(here[channel])
    // Towards the middle of the range, where there is room.
    there[channel] = UInt16(clamping: value > 32767 ? value - size : value + size)
    return distance(here, there)
  }

  /// OKLab distance of two pixels; over black or over white where there is alpha, whichever is larger.
  func distance(_ here: SIMD4<UInt16>, _ there: SIMD4<UInt16>) -> Double {
    guard hasAlpha else { return difference(spread(here), spread(there)) }
    return max(
      difference(composited(here, over: 0), composited(there, over: 0)),
      difference(composited(here, over: 65535), composited(there, over: 65535)))
  }

  /// OKLab of the codes of one pixel, composited over mid grey where it has alpha.
  func lab(_ codes: SIMD4<UInt16>) -> SIMD3<Double> {
    color.lab(hasAlpha ? composited(codes, over: 32768) : spread(codes))
  }

  private func difference(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> Double {
    let delta = color.lab(a) - color.lab(b)
    return (delta * delta).sum().squareRoot()
  }

  /// Red, green, blue and whatever is last.
  private func spread(_ codes: SIMD4<UInt16>) -> SIMD4<UInt16> {
    isGray ? SIMD4(codes.x, codes.x, codes.x, codes.y) : codes
  }

  /// Source-over on encoded values, as browsers and window servers do it.
  private func composited(_ codes: SIMD4<UInt16>, over background: UInt32) -> SIMD4<UInt16> {
    let spread = spread(codes)
    let alpha = UInt64(isGray ? codes.y : codes.w)
    func blend(_ code: UInt16) -> UInt16 {
      UInt16((UInt64(code) * alpha + UInt64(background) * (65535 - alpha) + 32767) / 65535)
    }
    return SIMD4(blend(spread.x), blend(spread.y), blend(spread.z), 65535)
  }
}
