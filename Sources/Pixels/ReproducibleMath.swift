/// Elementary functions that give the same bits on every machine, for colour science in Double.
///
/// C libraries differ in the last bits of `cbrt`, `exp`, `sin`, `cos` and `atan2`; these are made of IEEE
/// operations alone (add, multiply, divide), none of which Swift contracts. Errors stay below about 2 ulp, which
/// is far more than a colour difference needs.
public enum ReproducibleMath {
  /// The real cube root, of the sign of `x`: three steps of Halley's iteration, each tripling the digits.
  public static func cubeRoot(_ x: Double) -> Double {
    let magnitude = x < 0 ? -x : x
    guard magnitude > 0, magnitude < .infinity else { return x }
    // Below the normal numbers the first guess fails: scale by 2^54, an exact cube of 2^18.
    guard magnitude >= 0x1p-1000 else { return cubeRoot(x * 0x1p54) * 0x1p-18 }
    // A third of the exponent bits, and of the mantissa by and by: within 5 % (Kahan's guess, as in fdlibm).
    var root = Double(bitPattern: magnitude.bitPattern / 3 + 0x2A9F_7893_0000_0000)
    for _ in 0..<3 {
      let cube = root * root * root
      root *= (cube + 2 * magnitude) / (2 * cube + magnitude)
    }
    return x < 0 ? -root : root
  }

  /// e to the power `x`; 0 below −708, infinite above 709.
  public static func exponential(_ x: Double) -> Double {
    guard x > -708 else { return x.isNaN ? x : 0 }
    guard x < 709 else { return .infinity }
    let n = (x * 0x1.71547652b82fep+0).rounded()
    // ln 2 in two parts; the first has 32 bits, so that n times it is exact.
    let r = x - n * 0x1.62e42fee00000p-1 - n * 0x1.a39ef35793c76p-33
    var sum = 1.0
    for k in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * r / k }
    return sum * Double(sign: .plus, exponent: Int(n), significand: 1)
  }

  /// The sine of `x` radians, |x| up to about 10⁵.
  public static func sine(_ x: Double) -> Double {
    let (r, quadrant) = reduced(x)
    switch quadrant {
    case 0: return sineKernel(r)
    case 1: return cosineKernel(r)
    case 2: return -sineKernel(r)
    default: return -cosineKernel(r)
    }
  }

  /// The cosine of `x` radians, |x| up to about 10⁵.
  public static func cosine(_ x: Double) -> Double {
    let (r, quadrant) = reduced(x)
    switch quadrant {
    case 0: return cosineKernel(r)
    case 1: return -sineKernel(r)
    case 2: return -cosineKernel(r)
    default: return sineKernel(r)
    }
  }

  /// The angle of the vector (`x`, `y`) from the x axis, −π to π radians; 0 for the null vector.
  public static func arcTangent(y: Double, x: Double) -> Double {
    let (ax, ay) = (x < 0 ? -x : x, y < 0 ? -y : y)
    guard ax > 0 || ay > 0 else { return 0 }
    let octant = ay <= ax ? arcTangentKernel(ay / ax) : .pi / 2 - arcTangentKernel(ax / ay)
    let half = x < 0 ? .pi - octant : octant
    return y < 0 ? -half : half
  }

  // MARK: Kernels

  /// `x` less a multiple of π/2, −π/4 to π/4, and the multiple modulo 4.
  private static func reduced(_ x: Double) -> (Double, Int) {
    let n = (x * (2 / Double.pi)).rounded()
    // π/2 in two parts; the first has 33 bits, so that n times it is exact.
    let r = x - n * 0x1.921fb54400000p+0 - n * 0x1.0b4611a626331p-34
    return (r, Int(n) & 3)
  }

  /// Taylor's series to x¹⁷/17!, |x| ≤ π/4.
  private static func sineKernel(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0
    for k in stride(from: 16.0, through: 2, by: -2) { sum = 1 - sum * square / (k * (k + 1)) }
    return x * sum
  }

  /// Taylor's series to x¹⁶/16!, |x| ≤ π/4.
  private static func cosineKernel(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0
    for k in stride(from: 15.0, through: 1, by: -2) { sum = 1 - sum * square / (k * (k + 1)) }
    return sum
  }

  /// atan(k/8) for k in 0…8.
  private static let arcTangents: [Double] = [
    0, 0x1.fd5ba9aac2f6ep-4, 0x1.f5b75f92c80ddp-3, 0x1.6f61941e4def1p-2, 0x1.dac670561bb4fp-2,
    0x1.1e00babdefeb4p-1, 0x1.4978fa3269ee1p-1, 0x1.700a7c5784634p-1, 0x1.921fb54442d18p-1,
  ]

  /// 0 ≤ t ≤ 1: atan t = atan c + atan((t − c)/(1 + t·c)) with the nearest c = k/8, then Taylor to u¹⁵/15.
  private static func arcTangentKernel(_ t: Double) -> Double {
    let k = (t * 8).rounded()
    let u = (t - k / 8) / (1 + t * (k / 8))
    let square = u * u
    var sum = 1 / 15.0
    for n in stride(from: 13.0, through: 1, by: -2) { sum = 1 / n - sum * square }
    return arcTangents[Int(k)] + u * sum
  }
}
