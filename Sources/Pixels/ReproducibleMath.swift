/// Elementary functions that give the same bits on every machine, for colour science in Double.
///
/// C libraries differ in the last bits of `cbrt`, `exp`, `sin`, `cos` and `atan2`. These functions use IEEE
/// operations only (add, multiply, divide), which Swift never contracts. Errors are below about 2 ulp, far
/// less than colour differences need.
package enum ReproducibleMath {
  /// The real cube root, with the sign of `x`: three steps of Halley's iteration, each of which triples the
  /// digits.
  package static func cubeRoot(_ x: Double) -> Double { cubeRoots(SIMD3(x, 1, 1)).x }

  /// The real cube root of each lane, side by side.
  package static func cubeRoots(_ x: SIMD3<Double>) -> SIMD3<Double> {
    let magnitude = x.replacing(with: -x, where: x .< 0)
    // Below the normal numbers the first guess fails, and zeros and infinities would become NaN.
    guard magnitude.min() >= 0x1p-1000, magnitude.max() < .infinity else {
      return SIMD3(oddCubeRoot(x.x), oddCubeRoot(x.y), oddCubeRoot(x.z))
    }
    var root = SIMD3(firstGuess(magnitude.x), firstGuess(magnitude.y), firstGuess(magnitude.z))
    for _ in 0..<3 {
      let cube = root * root * root
      root *= (cube + 2 * magnitude) / (2 * cube + magnitude)
    }
    return root.replacing(with: -root, where: x .< 0)
  }

  /// A third of the exponent bits, and roughly of the mantissa: within 5 % (Kahan's guess, as in fdlibm).
  private static func firstGuess(_ magnitude: Double) -> Double {
    Double(bitPattern: magnitude.bitPattern / 3 + 0x2A9F_7893_0000_0000)
  }

  /// Cube roots of zero, infinity, NaN and tiny numbers; the last are scaled by 2^108, the cube of 2^36.
  private static func oddCubeRoot(_ x: Double) -> Double {
    guard x != 0, x.isFinite else { return x }
    guard abs(x) < 0x1p-1000 else { return cubeRoots(SIMD3(x, 1, 1)).x }
    return cubeRoots(SIMD3(x * 0x1p54 * 0x1p54, 1, 1)).x * 0x1p-36
  }

  /// e to the power `x`; 0 below −708, infinite above 709.
  package static func exponential(_ x: Double) -> Double {
    guard x > -708 else { return x.isNaN ? x : 0 }
    guard x < 709 else { return .infinity }
    let n = (x * 0x1.71547652b82fep+0).rounded()
    // ln 2 in two parts; the first has 32 bits, so that n times it is exact.
    let r = x - n * 0x1.62e42fee00000p-1 - n * 0x1.a39ef35793c76p-33
    return exponentialKernel(r) * Double(sign: .plus, exponent: Int(n), significand: 1)
  }

  /// The sine of `x` radians, |x| up to about 10⁵.
  package static func sine(_ x: Double) -> Double { sineAndCosine(x).sine }

  /// The cosine of `x` radians, |x| up to about 10⁵.
  package static func cosine(_ x: Double) -> Double { sineAndCosine(x).cosine }

  /// Sine and cosine of `x` radians, |x| up to about 10⁵.
  package static func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    let (r, quadrant) = reduced(x)
    let (sine, cosine) = (sineKernel(r), cosineKernel(r))
    switch quadrant {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The angle of the vector (`x`, `y`) from the x axis, −π to π radians; 0 for the null vector.
  package static func arcTangent(y: Double, x: Double) -> Double {
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

  /// Taylor's series to x¹⁴/14!, |x| ≤ ln 2 / 2. The compiler folds the constants of this and of the next kernels.
  private static func exponentialKernel(_ x: Double) -> Double {
    var sum = 1.0 / 87_178_291_200
    sum = sum * x + 1.0 / 6_227_020_800
    sum = sum * x + 1.0 / 479_001_600
    sum = sum * x + 1.0 / 39_916_800
    sum = sum * x + 1.0 / 3_628_800
    sum = sum * x + 1.0 / 362_880
    sum = sum * x + 1.0 / 40_320
    sum = sum * x + 1.0 / 5_040
    sum = sum * x + 1.0 / 720
    sum = sum * x + 1.0 / 120
    sum = sum * x + 1.0 / 24
    sum = sum * x + 1.0 / 6
    sum = sum * x + 0.5
    sum = sum * x + 1
    return sum * x + 1
  }

  /// Taylor's series to x¹⁷/17!, |x| ≤ π/4.
  private static func sineKernel(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0 / 355_687_428_096_000
    sum = sum * square - 1.0 / 1_307_674_368_000
    sum = sum * square + 1.0 / 6_227_020_800
    sum = sum * square - 1.0 / 39_916_800
    sum = sum * square + 1.0 / 362_880
    sum = sum * square - 1.0 / 5_040
    sum = sum * square + 1.0 / 120
    sum = sum * square - 1.0 / 6
    return x + x * (square * sum)
  }

  /// Taylor's series to x¹⁶/16!, |x| ≤ π/4.
  private static func cosineKernel(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0 / 20_922_789_888_000
    sum = sum * square - 1.0 / 87_178_291_200
    sum = sum * square + 1.0 / 479_001_600
    sum = sum * square - 1.0 / 3_628_800
    sum = sum * square + 1.0 / 40_320
    sum = sum * square - 1.0 / 720
    sum = sum * square + 1.0 / 24
    return 1 - square * (0.5 - square * sum)
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
    var sum = 1.0 / 15
    sum = 1.0 / 13 - sum * square
    sum = 1.0 / 11 - sum * square
    sum = 1.0 / 9 - sum * square
    sum = 1.0 / 7 - sum * square
    sum = 1.0 / 5 - sum * square
    sum = 1.0 / 3 - sum * square
    sum = 1 - sum * square
    return arcTangents[Int(k)] + u * sum
  }
}
