import Pixels

extension CIEDE2000 {
  /// A colour prepared for comparisons with many others, most of them far away. A bound of the difference rules those
  /// out without the formula's seven sines and angles per pair.
  package struct Prepared: Sendable {
    /// The colour.
    package let color: CIELAB
    private let chroma: Double
    /// The hue in whole degrees, 0 to 359.
    private let hue: Int

    /// Prepares `color`.
    package init(_ color: CIELAB) {
      self.color = color
      chroma = (color.a * color.a + color.b * color.b).squareRoot()
      let degrees = ReproducibleMath.arcTangent(y: color.b, x: color.a) * (180 / .pi)
      let turned = (degrees < 0 ? degrees + 360 : degrees).rounded(.down)
      // Colours without finite numbers have no hue, and none is near them.
      hue = min(Int(exactly: turned) ?? 0, 359)
    }

    /// Whether ΔE₀₀ may be under `limit`; if false, it surely is not.
    package func mayBeNear(_ other: Prepared, within limit: Double) -> Bool {
      // Far more than all rounding.
      let most = limit * limit + 1e-6
      let (a, b) = (color.a - other.color.a, color.b - other.color.b)
      let chromas = chroma + other.chroma
      // First a cheaper bound without a division: weights at their largest, a* not stretched, and c² + h² + R·c·h ≥ (1
      // + R/2)·(c² + h²) with R from −√3 to 0. Chroma's weight is 1 + 0.045·C′; C′ is at most 1.5 times the chroma, and
      // 1.004 times if the mean chroma is over 50, where G = 0.5·(1 − √(c⁷ / (c⁷ + 25⁷))) is under 0.002.
      let slope = chromas > 100 ? 0.0226 : 0.03375
      let divisor = 1 + slope * chromas
      let plain = (color.lightness - other.color.lightness) / 1.75
      let room = (most - plain * plain) * (divisor * divisor)
      let distance = a * a + b * b
      guard 0.133 * distance < room else { return false }
      let bounds = HueBounds.table[HueBounds.index(hue, other.hue)]
      return (1 - bounds.rotation) * distance < room && squaredBound(other, bounds, chromas) < most
    }

    /// A lower bound of ΔE₀₀². It is the formula with the hue difference from the differences of a*, b* and chroma, and
    /// with the largest weight of hue and rotation that colours of these hues can have.
    private func squaredBound(_ other: Prepared, _ bounds: HueBounds, _ chromas: Double) -> Double {
      let stretch = 1.5 - 0.5 * CIEDE2000.saturation(chromas / 2)
      let (a1, a2) = (stretch * color.a, stretch * other.color.a)
      let (b1, b2) = (color.b, other.color.b)
      let (chroma1, chroma2) = ((a1 * a1 + b1 * b1).squareRoot(), (a2 * a2 + b2 * b2).squareRoot())
      let deltaChroma = chroma1 - chroma2
      let distance = (a1 - a2) * (a1 - a2) + (b1 - b2) * (b1 - b2)
      let deltaHue = max(distance - deltaChroma * deltaChroma, 0).squareRoot()
      let meanChroma = (chroma1 + chroma2) / 2
      let l =
        (color.lightness - other.color.lightness)
        / CIEDE2000.lightnessWeight((color.lightness + other.color.lightness) / 2)
      let c = abs(deltaChroma) / (1 + 0.045 * meanChroma)
      let rotation = bounds.rotation * 2 * CIEDE2000.saturation(meanChroma)
      // The true h is at least this; h² - rotation·c·h is least at rotation·c/2.
      let h = max(deltaHue / (1 + 0.015 * meanChroma * bounds.weight), rotation * c / 2)
      return l * l + c * c + h * h - rotation * c * h
    }
  }

  /// The largest values, for the mean hue of two colours, of the terms that depend on it.
  private struct HueBounds: Sendable {
    /// T of equation 15.
    let weight: Double
    /// The sine of equation 21, without its minus sign.
    let rotation: Double

    /// Stretching a* by at most 1.5 turns a hue by at most asin(0.5 / 2.5) = 11.6°, and hues are rounded down to degrees.
    private static let reach = 13

    /// One entry per mean hue in degrees, then those for hues so nearly opposite that the formula may use either mean.
    static let table: [HueBounds] = {
      let around = (0..<360).map { mean in
        let hues = (mean - reach...mean + 1 + reach).map { Double(($0 + 360) % 360) }
        // Between whole degrees T rises by at most 0.021, the sine by 0.018.
        return HueBounds(
          weight: (hues.map(CIEDE2000.hueWeight).max() ?? 0) + 0.03,
          rotation: (hues.map(CIEDE2000.rotationSine).max() ?? 0) + 0.03)
      }
      return around + [HueBounds(weight: 2, rotation: 0.9)]
    }()

    /// The index of two hues in the table.
    static func index(_ one: Int, _ other: Int) -> Int {
      let difference = abs(one - other)
      if abs(difference - 180) <= 2 * reach { return 360 }
      let mean = (one + other) / 2
      return difference < 180 ? mean : (mean + 180) % 360
    }
  }
}
