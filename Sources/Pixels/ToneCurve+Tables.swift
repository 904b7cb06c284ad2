// Computes whole tables of a curve.

extension ToneCurve {
  /// `linear(encoded(i))` for i in 0..<count: the same bits as single calls, with several powers at once.
  package func linearValues(of count: Int, encoded: (Int) -> Double) -> [Double] {
    var values = [Double](repeating: 0, count: count)
    var span = values.mutableSpan
    linearize(into: &span, encoded: encoded)
    return values
  }

  /// Writes `linear(encoded(i))` to each index i of `values`; `encoded` ascends.
  func linearize(into values: inout MutableSpan<Double>, encoded: (Int) -> Double) {
    switch self {
    case .parametric(let function): function.linearize(into: &values, encoded: encoded)
    case .sampled: for index in values.indices { values[index] = linear(encoded(index)) }
    }
  }

  /// The first index in 0..<65535 whose encoded value belongs to the upper part of a two-part curve; 0 for
  /// other curves. A hint: fits begin a segment there.
  func firstUpper(encoded: (Int) -> Double) -> Int {
    guard case .parametric(let function) = self, function.d > 0, function.d < 1 else { return 0 }
    var index = max(0, Int(function.d * 65535) - 2)
    while index < 65534, encoded(index) < function.d { index += 1 }
    return index
  }
}

extension TransferFunction {
  /// Writes `linear(encoded(i))` to each index i of `values`, bit for bit; `encoded` ascends.
  func linearize(into values: inout MutableSpan<Double>, encoded: (Int) -> Double) {
    let hasPowers = ReproduciblePower.isOrdinary(exponent: g)
    var lower = 0
    while lower < values.count, !hasPowers || !(encoded(lower) >= d) {
      values[lower] = linear(encoded(lower))
      lower += 1
    }
    let upper = lower..<values.count
    var shortcuts: [Int] = []
    for index in upper {
      let base = a * encoded(index) + b
      let isOrdinary = ReproduciblePower.isOrdinary(base: base)
      values[index] = isOrdinary ? base : 2
      if !isOrdinary { shortcuts.append(index) }
    }
    ReproduciblePower.raise(&values, in: upper, to: g)
    for index in upper { values[index] += e }
    for index in shortcuts { values[index] = linear(encoded(index)) }
  }
}
