/// An unevaluated sum of two doubles, about 106 bits: just enough arithmetic to build the tables of
/// `ReproduciblePower` (Dekker 1971; the sums and products are Knuth's and Dekker's error-free transforms).
struct DoubleDouble: Sendable {
  var high: Double
  var low: Double

  init(_ high: Double, _ low: Double = 0) {
    self.high = high
    self.low = low
  }

  /// The natural logarithm of 2.
  static let ln2 = DoubleDouble(0x1.62e4_2fef_a39efp-1, 0x1.abc9_e3b3_9803fp-56)

  /// `a + b` exactly.
  static func exactSum(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    let rounded = sum - a
    return DoubleDouble(sum, (a - (sum - rounded)) + (b - rounded))
  }

  /// `a · b` exactly. IEEE fused multiply-add is exact on every machine, in hardware or in the C library.
  static func exactProduct(_ a: Double, _ b: Double) -> DoubleDouble {
    let product = a * b
    return DoubleDouble(product, (-product).addingProduct(a, b))
  }

  static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let sum = exactSum(a.high, b.high)
    return exactSum(sum.high, sum.low + (a.low + b.low))
  }

  static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = exactProduct(a.high, b.high)
    return exactSum(product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let first = a.high / b.high
    let remainder = a + b * DoubleDouble(-first)
    return exactSum(first, remainder.high / b.high)
  }
}
