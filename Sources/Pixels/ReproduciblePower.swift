/// `x^y` that gives the same bits on every machine.
///
/// The `pow` of C libraries differs between glibc, musl and macOS in the last bit. The decision levels of an
/// encoder are made of such powers, so p3tool has its own: table-driven logarithm and exponential with about
/// 0.51 ulp of error, made of IEEE operations alone (the scheme of Tang 1989/1990; no operation may be
/// contracted, which Swift never does by itself).
///
///     x = 2^k · m,   log x = k·ln 2 − log(1/c) + log1p(m/c − 1)      with 1/c from a table of 128
///     x^y = 2^n · 2^(j/64) · exp(r)                                  with |r| ≤ ln 2 / 128
enum ReproduciblePower {
  /// `base` to the power `exponent`, for finite `base` ≥ 0; exact for the exponents 0 and 1.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 1 { return base }
    if exponent == 0 || base == 1 { return 1 }
    guard base > 0 else { return exponent > 0 ? 0 : .infinity }
    guard base.isFinite, exponent.isFinite else { return .nan }
    return exponential(logarithm(base) * DoubleDouble(exponent))
  }

  // MARK: Logarithm

  struct LogarithmEntry {
    /// A reciprocal of the interval's centre, rounded to 9 bits so that products with it stay short.
    let reciprocal: Double
    /// `−log(reciprocal)`.
    let logarithm: DoubleDouble
  }

  /// One entry per 1/128 of the mantissa interval [1, 2).
  static let logarithms: [LogarithmEntry] = (0..<128).map { index in
    let center = 1 + (Double(index) + 0.5) / 128
    let reciprocal = (512 / center).rounded() / 512
    return LogarithmEntry(
      reciprocal: reciprocal, logarithm: slowLogarithm(DoubleDouble(1) / DoubleDouble(reciprocal)))
  }

  private static func logarithm(_ x: Double) -> DoubleDouble {
    let exponent = Double(x.exponent)
    let mantissa = x.significand
    let entry = logarithms[Int((mantissa - 1) * 128)]
    let product = DoubleDouble.exactProduct(mantissa, entry.reciprocal)
    // |r| < 2^-6; the subtraction is exact (Sterbenz).
    let r = DoubleDouble.exactSum(product.high - 1, product.low)
    let square = r * r
    let t = r.high
    // r³/3 − r⁴/4 + … − r¹⁰/10: at most 2^-19, so its rounding error is below 2^-71.
    var tail = 0.0
    for denominator in stride(from: 10.0, through: 3, by: -1) { tail = 1 / denominator - t * tail }
    tail *= t * t * t
    return DoubleDouble.ln2 * DoubleDouble(exponent) + entry.logarithm + r
      + DoubleDouble(square.high * -0.5, square.low * -0.5) + DoubleDouble(tail)
  }

  /// `log x` for x near 1 to 2 by 2·atanh((x−1)/(x+1)), for the table alone.
  private static func slowLogarithm(_ x: DoubleDouble) -> DoubleDouble {
    let s = (x + DoubleDouble(-1)) / (x + DoubleDouble(1))
    let square = s * s
    var term = s
    var sum = DoubleDouble(0)
    for denominator in stride(from: 1.0, through: 79, by: 2) {
      sum = sum + term / DoubleDouble(denominator)
      term = term * square
    }
    return sum * DoubleDouble(2)
  }

  // MARK: Exponential

  /// `2^(j/64)` for j in 0..<64.
  static let powersOfTwo: [DoubleDouble] = (0..<64).map { index in
    let x = DoubleDouble.ln2 * DoubleDouble(Double(index) / 64)
    var term = DoubleDouble(1)
    var sum = DoubleDouble(1)
    for n in 1...30 {
      term = term * x / DoubleDouble(Double(n))
      sum = sum + term
    }
    return sum
  }

  /// 1/8!, 1/7!, … 1/2!: Horner's order.
  private static let reciprocalFactorials: [Double] = [
    1 / 40320, 1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2,
  ]

  private static func exponential(_ z: DoubleDouble) -> Double {
    if z.high > 709 { return .infinity }
    if z.high < -708 { return 0 }
    let steps = (z.high * (64 / DoubleDouble.ln2.high)).rounded()
    let r = z + DoubleDouble.ln2 * DoubleDouble(steps / -64)
    let t = r.high
    // exp(r) − 1, at most 2^-7.5: its rounding error is under 2^-60 of the result.
    var polynomial = 0.0
    for reciprocal in Self.reciprocalFactorials { polynomial = reciprocal + t * polynomial }
    let minusOne = t + (t * t * polynomial + r.low)
    let index = Int(steps) & 63
    let scale = powersOfTwo[index]
    let significand = scale.high + (scale.low + scale.high * minusOne)
    return significand * Double(sign: .plus, exponent: (Int(steps) - index) / 64, significand: 1)
  }
}
