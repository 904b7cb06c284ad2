import Pixels

/// How many bits per sample an image really uses: a 16-bit file may hold 8-bit values.
struct EffectiveDepth: Sendable {
  /// Of the samples seen so far: 1, 2, 4, 8 or 16.
  private(set) var bits = 1

  /// Takes what another part of the image needs into account.
  mutating func merge(_ other: EffectiveDepth) { bits = max(bits, other.bits) }

  /// Takes the samples of a strip into account.
  mutating func scan(_ strip: borrowing PixelBuffer) {
    while bits < 16, !fits(strip.samples.span) { bits *= 2 }
  }

  /// Whether every sample is a code of `bits` bits: widened to 16 it repeats them, so that turning it by `bits` leaves
  /// it as it is. Blocks without a branch within them run several samples at a time.
  private func fits(_ samples: Span<UInt16>) -> Bool {
    var start = 0
    while start < samples.count {
      let end = min(start + 1024, samples.count)
      var changed: UInt16 = 0
      for index in start..<end {
        let sample = samples[index]
        changed |= sample ^ (sample &<< UInt16(bits) | sample &>> UInt16(16 - bits))
      }
      if changed != 0 { return false }
      start = end
    }
    return true
  }
}
