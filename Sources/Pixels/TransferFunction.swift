/// A parametric tone curve from encoded to linear, in the seven-parameter form that covers every ICC
/// `parametricCurveType` (ICC.1:2022, clause 10.18):
///
///     linear(x) = (a·x + b)^g + e   for x ≥ d
///     linear(x) = c·x + f           for x < d
package struct TransferFunction: Sendable, Hashable {
  /// The exponent of the upper part.
  package var g: Double
  /// The upper part's scale of the encoded value.
  package var a: Double
  /// The upper part's offset of the encoded value.
  package var b: Double
  /// The lower part's slope.
  package var c: Double
  /// The encoded value from which the upper part holds.
  package var d: Double
  /// The upper part's offset of the linear value.
  package var e: Double
  /// The lower part's offset of the linear value.
  package var f: Double

  /// The function with these parameters; the defaults leave a pure power `x^g`.
  package init(
    g: Double, a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0, f: Double = 0
  ) {
    self.g = g
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  /// `x^gamma` for x ≥ 0.
  package static func gamma(_ gamma: Double) -> TransferFunction { TransferFunction(g: gamma) }

  /// The linear value of `encoded` (0 to 1). May lie outside 0…1 if the profile's numbers lead there.
  package func linear(_ encoded: Double) -> Double {
    guard encoded >= d else { return c * encoded + f }
    let base = a * encoded + b
    return (base > 0 ? ReproduciblePower.power(base, g) : 0) + e
  }

  /// The encoded value of `linear`: the inverse of `linear(_:)` for a rising function.
  package func encoded(_ linear: Double) -> Double {
    if linear < self.linear(d) { return c > 0 ? (linear - f) / c : d }
    return (ReproduciblePower.power(max(linear - e, 0), 1 / g) - b) / a
  }
}
