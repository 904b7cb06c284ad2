import Pixels

/// The CIEDE2000 colour difference (CIE 142-2001, ISO/CIE 11664-6), with parametric factors 1 unless given, after Sharma, Wu
/// and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary Test Data, and
/// Mathematical Observations", Color Research & Application 30 (2005).
package enum CIEDE2000 {
  /// ΔE₀₀ between two colours: about 1 is just noticeable side by side. The same bits on every machine.
  ///
  /// - Parameters:
  ///   - first: one colour.
  ///   - second: the other colour; the order does not matter.
  ///   - chromaFactor: the parametric factor kC, above 0: at 2, differences of chroma count half.
  package static func difference(_ first: CIELAB, _ second: CIELAB, chromaFactor: Double = 1) -> Double {
    if first == second { return 0 }
    let (one, two) = adjusted(first, second)
    let deltaLightness = second.lightness - first.lightness
    let deltaChroma = two.chroma - one.chroma
    let deltaHue = 2 * (one.chroma * two.chroma).squareRoot() * sine(hueDifference(one, two) / 2)

    let meanLightness = (first.lightness + second.lightness) / 2
    let meanChroma = (one.chroma + two.chroma) / 2
    let meanHue = meanHue(one, two)
    let weightLightness = lightnessWeight(meanLightness)
    let weightChroma = 1 + 0.045 * meanChroma
    let weightHue = 1 + 0.015 * meanChroma * hueWeight(meanHue)

    let l = deltaLightness / weightLightness
    let c = deltaChroma / (chromaFactor * weightChroma)
    let h = deltaHue / weightHue
    let squared = l * l + c * c + h * h + rotation(meanHue, meanChroma) * c * h
    // The rotation term can push the sum an ulp below zero.
    return max(squared, 0).squareRoot()
  }

  /// S_L, from 1 to 1.75.
  static func lightnessWeight(_ mean: Double) -> Double {
    let fifties = (mean - 50) * (mean - 50)
    return 1 + 0.015 * fifties / (20 + fifties).squareRoot()
  }

  private struct Polar {
    let chroma: Double
    /// Degrees, 0 up to 360; 0 for neutrals.
    let hue: Double
  }

  /// Both colours with a* stretched near the neutral axis, in polar form (equations 2 to 7).
  private static func adjusted(_ first: CIELAB, _ second: CIELAB) -> (Polar, Polar) {
    let chromas =
      (first.a * first.a + first.b * first.b).squareRoot()
      + (second.a * second.a + second.b * second.b).squareRoot()
    let stretch = 1.5 - 0.5 * saturation(chromas / 2)
    return (polar(stretch * first.a, first.b), polar(stretch * second.a, second.b))
  }

  private static func polar(_ a: Double, _ b: Double) -> Polar {
    let degrees = ReproducibleMath.arcTangent(y: b, x: a) * (180 / .pi)
    return Polar(chroma: (a * a + b * b).squareRoot(), hue: degrees < 0 ? degrees + 360 : degrees)
  }

  /// √(C⁷ / (C⁷ + 25⁷)).
  static func saturation(_ chroma: Double) -> Double {
    let cube = chroma * chroma * chroma
    let seventh = cube * cube * chroma
    return (seventh / (seventh + 6_103_515_625)).squareRoot()
  }

  /// 180° and a little more. The formula jumps at opposite hues, so these must count as 180° however their angles are
  /// rounded.
  private static let straight = 180 + 1e-9

  /// Equation 10, degrees.
  private static func hueDifference(_ one: Polar, _ two: Polar) -> Double {
    guard one.chroma * two.chroma != 0 else { return 0 }
    let difference = two.hue - one.hue
    if difference > straight { return difference - 360 }
    return difference < -straight ? difference + 360 : difference
  }

  /// Equation 14, degrees.
  private static func meanHue(_ one: Polar, _ two: Polar) -> Double {
    let sum = one.hue + two.hue
    guard one.chroma * two.chroma != 0 else { return sum }
    guard abs(one.hue - two.hue) > straight else { return sum / 2 }
    return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  }

  /// Equation 15: four cosines of multiples of the hue, made of one sine and cosine.
  static func hueWeight(_ hue: Double) -> Double {
    let (s1, c1) = ReproducibleMath.sineAndCosine(hue * (.pi / 180))
    let (s2, c2) = (2 * s1 * c1, 2 * c1 * c1 - 1)
    let (s3, c3) = (s2 * c1 + c2 * s1, c2 * c1 - s2 * s1)
    let (s4, c4) = (2 * s2 * c2, 2 * c2 * c2 - 1)
    return 1 - 0.17 * (c1 * cosine30 + s1 * 0.5) + 0.24 * c2 + 0.32 * (c3 * cosine6 - s3 * sine6)
      - 0.20 * (c4 * cosine63 + s4 * sine63)
  }

  private static let cosine30 = 0.8660254037844386
  private static let (sine6, cosine6) = (0.10452846326765347, 0.9945218953682733)
  private static let (sine63, cosine63) = (0.8910065241883679, 0.4539904997395468)

  /// Equations 16, 17 and 21: hue and chroma turn into each other in the blues.
  private static func rotation(_ hue: Double, _ chroma: Double) -> Double {
    -rotationSine(hue) * 2 * saturation(chroma)
  }

  /// sin(2Δθ), 0 to 0.87, the largest at 275°.
  static func rotationSine(_ hue: Double) -> Double {
    let distance = (hue - 275) / 25
    return sine(2 * 30 * ReproducibleMath.exponential(-distance * distance))
  }

  private static func sine(_ degrees: Double) -> Double { ReproducibleMath.sine(degrees * (.pi / 180)) }
}
