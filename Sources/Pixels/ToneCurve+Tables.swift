// Whole tables of a curve at once.

extension ToneCurve {
  /// `linear(encoded(i))` for i in 0..<count: the same bits as one call each, several powers side by side.
  func linearValues(of count: Int, encoded: (Int) -> Double) -> [Double] {
    switch self {
    case .parametric(let function): function.linearValues(of: count, encoded: encoded)
    case .sampled: (0..<count).map { linear(encoded($0)) }
    }
  }
}

extension TransferFunction {
  /// `linear(encoded(i))` for i in 0..<count, bit for bit.
  func linearValues(of count: Int, encoded: (Int) -> Double) -> [Double] {
    var values = [Double](repeating: 0, count: count)
    var bases: [Double] = []
    var indices: [Int] = []
    bases.reserveCapacity(count)
    indices.reserveCapacity(count)
    for index in 0..<count {
      let x = encoded(index)
      let base = a * x + b
      if x >= d, ReproduciblePower.isOrdinary(base, g) {
        bases.append(base)
        indices.append(index)
      } else {
        values[index] = linear(x)
      }
    }
    ReproduciblePower.raise(&bases, to: g)
    for (index, power) in zip(indices, bases) { values[index] = power + e }
    return values
  }
}
