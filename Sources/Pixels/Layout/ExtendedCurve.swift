/// A tone curve that continues below 0 and above 1, for floats.
///
/// Below 0 it is point-reflected, so that sRGB's curve is odd: linear(−x) = −linear(x). Above 1 a parametric
/// curve continues by its formula, a curve of entries as the straight line of its last sixteenth.
package struct ExtendedCurve: Sendable {
  private enum Form: Sendable {
    case parametric(TransferFunction)
    /// Linear values at equal distances over 0…1, and their running maximum, which has an inverse.
    case entries([Double], rising: [Double])
  }

  private let form: Form
  /// The linear value of 0, at which the curve is reflected.
  private let black: Double

  /// Entries for a parametric curve whose formula has no inverse.
  private static let irregularEntries = 65536

  package init(_ curve: ToneCurve) {
    black = curve.linear(0)
    switch curve {
    case .parametric(let function) where function.isRegular: form = .parametric(function)
    case .parametric:
      form = Self.entries(curve.linearValuesOfCodes())
    case .sampled(let entries):
      form = Self.entries(entries.map { Double($0) / 65535 })
    }
  }

  private static func entries(_ values: [Double]) -> Form {
    var most = -Double.infinity
    return .entries(
      values,
      rising: values.map {
        most = max(most, $0)
        return most
      })
  }

  /// The function, if the curve is one and is reflected at 0.
  var oddFunction: TransferFunction? {
    if case .parametric(let function) = form, black == 0 { function } else { nil }
  }

  // MARK: One value

  /// The linear value of `encoded`.
  package func linear(_ encoded: Double) -> Double {
    guard encoded < 0 else { return upperLinear(encoded) }
    return 2 * black - upperLinear(-encoded)
  }

  /// The encoded value of `linear`: the inverse.
  package func encoded(_ linear: Double) -> Double {
    guard linear < black else { return upperEncoded(linear) }
    return -upperEncoded(2 * black - linear)
  }

  private func upperLinear(_ encoded: Double) -> Double {
    switch form {
    case .parametric(let function): return function.linear(encoded)
    case .entries(let values, _):
      let position = encoded * Double(values.count - 1)
      guard encoded < 1 else { return values[values.count - 1] + (encoded - 1) * Self.lastSlope(values) }
      let index = min(Int(position), values.count - 2)
      return values[index] + (values[index + 1] - values[index]) * (position - Double(index))
    }
  }

  private func upperEncoded(_ linear: Double) -> Double {
    switch form {
    case .parametric(let function): return function.encoded(linear)
    case .entries(_, let values):
      let last = values.count - 1
      guard linear < values[last] else {
        let slope = Self.lastSlope(values)
        return slope > 0 ? 1 + (linear - values[last]) / slope : 1
      }
      // Finds the first entry above `linear`. There is one, and the entry before it is not above.
      var (low, high) = (0, last)
      while low < high {
        let middle = (low + high) / 2
        if values[middle] > linear { high = middle } else { low = middle + 1 }
      }
      guard low > 0 else { return 0 }
      return (Double(low - 1) + (linear - values[low - 1]) / (values[low] - values[low - 1])) / Double(last)
    }
  }

  /// The slope (linear per encoded) of the last sixteenth, as single entries are rounded.
  private static func lastSlope(_ values: [Double]) -> Double {
    let last = values.count - 1
    let steps = max(1, last / 16)
    return (values[last] - values[last - steps]) * Double(last) / Double(steps)
  }

  // MARK: Many values

  /// Replaces encoded values at `range` by linear values.
  package func decode(_ values: inout [Double], at range: Range<Int>) {
    guard case .parametric(let f) = form, ReproduciblePower.isOrdinary(exponent: f.g) else {
      for index in range { values[index] = linear(values[index]) }
      return
    }
    let powers = Self.powers(range.map { f.a * values[$0].magnitude + f.b }, f.g)
    for (index, power) in zip(range, powers) {
      let value = values[index]
      let upper = power + f.e
      values[index] =
        power.isNaN || value.magnitude < f.d ? linear(value) : value < 0 ? 2 * black - upper : upper
    }
  }

  /// Replaces linear values at `range` by encoded values.
  package func encode(_ values: inout [Double], at range: Range<Int>) {
    guard case .parametric(let f) = form, ReproduciblePower.isOrdinary(exponent: 1 / f.g) else {
      for index in range { values[index] = encoded(values[index]) }
      return
    }
    let firstUpper = f.linear(f.d)
    let powers = Self.powers(range.map { max(values[$0], 2 * black - values[$0]) - f.e }, 1 / f.g)
    for (index, power) in zip(range, powers) {
      let value = values[index]
      let upper = (power - f.b) / f.a
      values[index] =
        power.isNaN || max(value, 2 * black - value) < firstUpper
        ? encoded(value) : value < black ? -upper : upper
    }
  }

  /// The powers of `bases`, several at once; NaN where vectors cannot compute one.
  private static func powers(_ bases: [Double], _ exponent: Double) -> [Double] {
    var powers = bases
    var isEach = true
    for index in powers.indices where !isOrdinary(powers[index]) {
      powers[index] = 2
      isEach = false
    }
    var span = powers.mutableSpan
    ReproduciblePower.raise(&span, in: 0..<span.count, to: exponent)
    if isEach { return powers }
    for index in powers.indices where !isOrdinary(bases[index]) { powers[index] = .nan }
    return powers
  }

  private static func isOrdinary(_ base: Double) -> Bool {
    ReproduciblePower.isOrdinary(base: base) && base < .infinity
  }
}

extension TransferFunction {
  /// Whether the function rises everywhere and its formula has an inverse. The rounded numbers of profiles
  /// let the lower part end slightly above the start of the upper part.
  fileprivate var isRegular: Bool {
    let values = [g, a, b, c, d, e, f]
    guard values.allSatisfy(\.isFinite), g > 0, a > 0, (0...1).contains(d), a * d + b >= 0 else {
      return false
    }
    return d == 0 || c > 0 && linear(d) >= c * d + f - 1e-3
  }
}
