/// Steele, Lea and Flood's generator: a seed gives the same numbers everywhere.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number for `key` that looks random.
  static func mixed(_ key: UInt64) -> UInt64 {
    var z = (key ^ (key >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// `count` uniform random samples.
  static func samples(_ count: Int, seed: UInt64 = 1) -> [UInt16] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in UInt16(truncatingIfNeeded: generator.next() >> 40) }
  }
}
