/// `SplitMix64` with the distributions that the dark-mode cases draw from.
public struct DarkModeRandom: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  /// The same numbers for the same seed.
  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// 64 random bits.
  public mutating func next() -> UInt64 { generator.next() }

  /// 0 up to 1.
  public mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// `low` up to `high`.
  public mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// Mean 0, deviation 1, near enough normal: twelve uniform values (Irwin–Hall).
  public mutating func gaussian() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}
