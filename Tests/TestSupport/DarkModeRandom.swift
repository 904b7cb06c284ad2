/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere.
public struct DarkModeRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The same numbers for the same seed.
  public init(seed: UInt64) { state = seed }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 up to 1.
  public mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// `low` up to `high`.
  public mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// Mean 0, deviation 1, near enough normal: twelve uniform values (Irwin–Hall).
  public mutating func gaussian() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}
