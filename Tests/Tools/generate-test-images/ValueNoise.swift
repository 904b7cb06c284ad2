import TestSupport

/// Smooth noise of one variable: seeded values at whole numbers, joined by 3t² − 2t³. IEEE operations alone, so it is
/// the same on every machine, which a sum of sines is not.
struct ValueNoise {
  private let values: [Double]

  init(count: Int, using generator: inout SplitMix64) {
    values = (0...count).map { _ in generator.unit() }
  }

  /// The noise at `x`, from 0 to the count it was made with; its values are 0 to 1.
  func callAsFunction(_ x: Double) -> Double {
    let index = min(max(Int(x), 0), values.count - 2)
    let t = min(max(x - Double(index), 0), 1)
    return values[index] + (values[index + 1] - values[index]) * t * t * (3 - 2 * t)
  }
}
