/// Steele, Lea and Flood's generator (2014): a seed gives the same numbers everywhere.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The generator of `seed`; put the seed where a failing test shows it.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

// Distributions whose values do not depend on the standard library's version.

extension SplitMix64 {
  /// Uniform in [0, 1).
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform from `low` up to `high`.
  public mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// About normal, of mean 0 and deviation 1: the sum of twelve uniform values less 6 (Irwin–Hall).
  public mutating func gaussian() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}
