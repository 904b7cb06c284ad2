/// An exponential that gives the same bits on every machine; C libraries differ in the last.
enum BandingExponential {
  /// `e` to the power `x` for x ≤ 0, to about 1e-12; 0 below −700.
  static func exp(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    // e^x = (e^(x/1024))^1024: ten squarings of a short series.
    let small = x / 1024
    var sum = 1.0
    for denominator in stride(from: 8.0, through: 1, by: -1) { sum = 1 + small / denominator * sum }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
