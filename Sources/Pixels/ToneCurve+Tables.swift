// Whole tables of a curve at once.

extension ToneCurve {
  /// `linear(encoded(i))` for i in 0..<count: the same bits as one call each, several powers side by side.
  func linearValues(of count: Int, encoded: (Int) -> Double) -> [Double] {
    switch self {
    case .parametric(let function): function.linearValues(of: count, encoded: encoded)
    case .sampled: (0..<count).map { linear(encoded($0)) }
    }
  }

  /// The first index in 0..<65535 whose encoded value belongs to the upper part of a two-part curve, 0 where
  /// there is no such break. A hint for the curve compiler: it cuts there.
  func firstUpper(encoded: (Int) -> Double) -> Int {
    guard case .parametric(let function) = self, function.d > 0, function.d < 1 else { return 0 }
    var index = max(0, Int(function.d * 65535) - 2)
    while index < 65534, encoded(index) < function.d { index += 1 }
    return index
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
