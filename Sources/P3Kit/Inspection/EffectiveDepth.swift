import Pixels

/// How many bits per sample an image really uses: a 16-bit file may hold 8-bit values.
struct EffectiveDepth: Sendable {
  /// Of the samples seen so far: 1, 2, 4, 8 or 16.
  private(set) var bits = 1

  /// Depths below 16 and the step between their codes when they are widened to 16 bits:
  /// 65535 / (2^bits − 1).
  private static let steps: [(bits: Int, step: UInt16)] = [(1, 65535), (2, 21845), (4, 4369), (8, 257)]

  /// Takes what another part of the image needs into account.
  mutating func merge(_ other: EffectiveDepth) { bits = max(bits, other.bits) }

  /// Takes the samples of a strip into account.
  mutating func scan(_ strip: borrowing PixelBuffer) {
    while bits < 16, !fits(strip.samples.span) { bits *= 2 }
  }

  /// Whether every sample is a code of `bits` bits.
  private func fits(_ samples: Span<UInt16>) -> Bool {
    guard let step = Self.steps.first(where: { $0.bits == bits })?.step else { return true }
    for index in samples.indices where samples[index] % step != 0 { return false }
    return true
  }
}
