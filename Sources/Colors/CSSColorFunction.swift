/// CSS's colour functions, and what their arguments mean (CSS Color 4, clauses 5 and 7 to 10).
package enum CSSColorFunction: String, CaseIterable {
  case color
  case rgb, rgba
  case hsl, hsla
  case hwb
  case lab, lch
  case oklab, oklch

  /// Whether commas between the arguments are read: the spelling of CSS Color 3.
  var mayUseCommas: Bool { [.rgb, .rgba, .hsl, .hsla].contains(self) }

  /// The three arguments before alpha. `space` is that of `color()`, nil for the others.
  func components(of space: CSSColorSpace?) -> [CSSColorComponent] {
    switch self {
    case .color:
      let names = [.xyzD65, .xyzD50].contains(space) ? ["x", "y", "z"] : ["red", "green", "blue"]
      return names.map { .wide($0, hundredPercent: 1, limit: 100) }
    case .rgb, .rgba:
      return ["red", "green", "blue"].map { .bounded($0, upTo: 255) }
    case .hsl, .hsla: return [.hue, .bounded("saturation", upTo: 100), .bounded("lightness", upTo: 100)]
    case .hwb: return [.hue, .bounded("whiteness", upTo: 100), .bounded("blackness", upTo: 100)]
    case .lab:
      return [.bounded("lightness", upTo: 100)]
        + ["a", "b"].map { .wide($0, hundredPercent: 125, limit: 1000) }
    case .lch: return [.bounded("lightness", upTo: 100), .chroma(hundredPercent: 150, limit: 1000), .hue]
    case .oklab:
      return [.bounded("lightness", upTo: 1)] + ["a", "b"].map { .wide($0, hundredPercent: 0.4, limit: 4) }
    case .oklch: return [.bounded("lightness", upTo: 1), .chroma(hundredPercent: 0.4, limit: 4), .hue]
    }
  }

  /// The colour of these arguments.
  func color(_ values: SIMD3<Double>, space: CSSColorSpace?, alpha: Double) -> CSSColor {
    switch self {
    case .color: CSSColor(space: space ?? .sRGB, components: values, alpha: alpha)
    case .rgb, .rgba: CSSColor(space: .sRGB, components: values / 255, alpha: alpha)
    case .hsl, .hsla: CSSColor(space: .sRGB, components: HueOfSRGB.hsl(values), alpha: alpha)
    case .hwb: CSSColor(space: .sRGB, components: HueOfSRGB.hwb(values), alpha: alpha)
    case .lab: CSSColor(space: .lab, components: values, alpha: alpha)
    case .lch: CSSColor(space: .lch, components: values, alpha: alpha)
    case .oklab: CSSColor(space: .oklab, components: values, alpha: alpha)
    case .oklch: CSSColor(space: .oklch, components: values, alpha: alpha)
    }
  }
}

/// One argument of a colour function.
struct CSSColorComponent {
  /// In errors.
  let name: String
  /// What the units multiply a number by; the empty unit is a plain number.
  let units: [String: Double]
  /// The values that are accepted, after the unit.
  let range: ClosedRange<Double>

  /// Alpha: its range is the parser's, which has an error of its own for it.
  static let alpha = wide("alpha", hundredPercent: 1, limit: 1e6)

  /// Degrees; more than one turn is read, far more is a slip.
  static let hue = CSSColorComponent(
    name: "hue", units: ["": 1, "deg": 1, "grad": 0.9, "rad": 180 / .pi, "turn": 360], range: -1e6...1e6)

  /// 0 up to `limit`, which is 100 %.
  static func bounded(_ name: String, upTo limit: Double) -> CSSColorComponent {
    CSSColorComponent(name: name, units: ["": 1, "%": limit / 100], range: 0...limit)
  }

  /// Either sign. Far beyond any display, numbers would overflow where they become codes.
  static func wide(_ name: String, hundredPercent: Double, limit: Double) -> CSSColorComponent {
    CSSColorComponent(name: name, units: ["": 1, "%": hundredPercent / 100], range: -limit...limit)
  }

  static func chroma(hundredPercent: Double, limit: Double) -> CSSColorComponent {
    CSSColorComponent(name: "chroma", units: ["": 1, "%": hundredPercent / 100], range: 0...limit)
  }

  /// The number's digits and the factor of its unit; nil where the unit is none of this component's.
  func split(_ word: String) -> (digits: Substring, scale: Double)? {
    let unit = word.reversed().prefix { $0 == "%" || $0.isLetter }
    // The e of an exponent is followed by digits, so that no unit ends in it.
    guard let scale = units[String(unit.reversed())] else { return nil }
    return (word.dropLast(unit.count), scale)
  }
}

/// The two spellings of sRGB by hue (CSS Color 4, clauses 7.1 and 8.1).
private enum HueOfSRGB {
  /// Hue in degrees, saturation and lightness 0 to 100.
  static func hsl(_ hsl: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, lightness) = (hsl.y / 100, hsl.z / 100)
    let amplitude = saturation * min(lightness, 1 - lightness)
    func channel(_ n: Double) -> Double {
      let k = remainder(n + hsl.x / 30, 12)
      return lightness - amplitude * max(-1, min(k - 3, 9 - k, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  /// Hue in degrees, whiteness and blackness 0 to 100; together 100 and more are a grey.
  static func hwb(_ hwb: SIMD3<Double>) -> SIMD3<Double> {
    let (white, black) = (hwb.y / 100, hwb.z / 100)
    guard white + black < 1 else { return SIMD3(repeating: white / (white + black)) }
    return hsl(SIMD3(hwb.x, 100, 50)) * (1 - white - black) + SIMD3(repeating: white)
  }

  /// 0 up to `modulus`.
  private static func remainder(_ x: Double, _ modulus: Double) -> Double {
    x - modulus * (x / modulus).rounded(.down)
  }
}
