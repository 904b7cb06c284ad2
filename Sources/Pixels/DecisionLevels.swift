/// The 65,535 boundaries between neighbouring 16-bit codes of an encoder, in linear light.
///
/// They define what "correctly rounded" means: for the destination's own decoding curve D, taken as its
/// running maximum,
///
///     code(y) = the number of k in 0…65534 with y ≥ D((k + ½) / 65535)
///
/// which is the inverse of D rounded half up, and needs no inverse curve.
package struct DecisionLevels: Sendable {
  /// 65,535 ascending linear values; `values[k]` is the least value whose code is above `k`.
  package let values: [Double]

  /// The levels of the encoder that inverts `curve`.
  package init(_ curve: ToneCurve) {
    var values = [Double](repeating: 0, count: 65535)
    var span = values.mutableSpan
    Self.fill(&span, inverting: curve)
    self.values = values
  }

  /// Writes the 65,535 levels of the encoder that inverts `curve`.
  static func fill(_ levels: inout MutableSpan<Double>, inverting curve: ToneCurve) {
    curve.linearize(into: &levels) { (Double($0) + 0.5) / 65535 }
    var runningMaximum = -Double.infinity
    for index in levels.indices {
      runningMaximum = max(runningMaximum, levels[index])
      levels[index] = runningMaximum
    }
  }

  /// The code of the linear value `y`: 0 below the first level (and for NaN), 65535 from the last level on.
  package func code(_ y: Double) -> UInt16 { code(y, from: 0, to: 65535) }

  /// The code of `y`, known to be one of `first` to `last`.
  package func code(_ y: Double, from first: UInt16, to last: UInt16) -> UInt16 {
    var low = Int(first)
    var high = Int(last)
    while low < high {
      let middle = (low + high) / 2
      if y >= values[middle] { low = middle + 1 } else { high = middle }
    }
    return UInt16(low)
  }
}
