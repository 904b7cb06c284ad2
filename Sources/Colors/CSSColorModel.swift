import ColorManagement

/// The model of a colour function: its channels, and the colour of given values.
///
/// `rgb()` counts to 255 and `hsl()` has a saturation: both are sRGB. All other models are colour spaces.
enum CSSColorModel: Hashable {
  case rgb, hsl, hwb
  case space(CSSColorSpace)

  /// The model that `word` names in `color-mix()`.
  init?(interpolation word: String) {
    switch word {
    case "hsl": self = .hsl
    case "hwb": self = .hwb
    default:
      guard let space = CSSColorSpace(rawValue: word == "xyz" ? "xyz-d65" : word) else { return nil }
      self = .space(space)
    }
  }

  /// The three channels.
  var channels: [CSSColorChannel] {
    switch self {
    case .rgb: [.red, .green, .blue].map { .bounded($0, to: 255) }
    case .hsl: [.hue, .bounded(.saturation, to: 100), .bounded(.lightness, to: 100)]
    case .hwb: [.hue, .bounded(.whiteness, to: 100), .bounded(.blackness, to: 100)]
    case .space(.lab): [.lightness(to: 100), .wide(.a, full: 125), .wide(.b, full: 125)]
    case .space(.lch): [.lightness(to: 100), .chroma(full: 150), .hue]
    case .space(.oklab): [.lightness(to: 1), .wide(.a, full: 0.4), .wide(.b, full: 0.4)]
    case .space(.oklch): [.lightness(to: 1), .chroma(full: 0.4), .hue]
    case .space(.xyzD65), .space(.xyzD50): [.x, .y, .z].map { .wide($0, full: 1) }
    case .space: [.red, .green, .blue].map { .wide($0, full: 1) }
    }
  }

  /// The index of the hue channel; nil if there is none.
  var hueIndex: Int? { channels.firstIndex { $0.name == .hue } }

  /// The colour with these values.
  func color(_ values: SIMD3<Double>, alpha: Double) -> CSSColor {
    switch self {
    case .rgb: CSSColor(space: .sRGB, components: values / 255, alpha: alpha)
    case .hsl: CSSColor(space: .sRGB, components: HueOfSRGB.rgb(hsl: values), alpha: alpha)
    case .hwb: CSSColor(space: .sRGB, components: HueOfSRGB.rgb(hwb: values), alpha: alpha)
    case .space(let space): CSSColor(space: space, components: values, alpha: alpha)
    }
  }

  /// The values of `color` in this model.
  func values(of color: CSSColor) -> SIMD3<Double> {
    switch self {
    case .rgb: color.encodedSRGB * 255
    case .hsl: HueOfSRGB.hsl(rgb: color.encodedSRGB)
    case .hwb: HueOfSRGB.hwb(rgb: color.encodedSRGB)
    case .space(let space): color.converted(to: space).components
    }
  }

  /// Whether values that result from a conversion are a grey's but for rounding errors, so that the hue is `none`.
  func isGrey(_ values: SIMD3<Double>) -> Bool {
    switch self {
    case .hsl: values.y < 1e-3
    case .hwb: values.y + values.z > 100 - 1e-3
    case .space(.lch): values.y < 1.5e-3
    case .space(.oklch): values.y < 4e-6
    default: false
    }
  }
}

/// One channel of a colour function, and the meaning of its numbers.
struct CSSColorChannel {
  /// The channel's name in errors. For most channels, relative colours use its first letter.
  enum Name: String {
    case red, green, blue, x, y, z, hue, saturation, lightness, whiteness, blackness, a, b, chroma, alpha,
      share

    /// The keyword in `rgb(from …)` and other relative colours.
    var keyword: String { self == .alpha ? "alpha" : String(rawValue.prefix(1)) }

    /// The group of analogous channels: a missing channel stays missing in a model with an analogous one (CSS Color 4,
    /// 12.2).
    var analog: Self {
      switch self {
      case .x: .red
      case .y: .green
      case .z: .blue
      case .saturation: .chroma
      default: self
      }
    }
  }

  let name: Name
  /// The value of 100 %; nil for a hue.
  let full: Double?
  /// The values that may be written.
  let range: ClosedRange<Double>
  /// Whether CSS clamps computed values to `range`, also in relative colours.
  var isAlwaysBounded = false

  static let alpha = CSSColorChannel(name: .alpha, full: 1, range: 0...1, isAlwaysBounded: true)

  /// The share in `color-mix()`, in percent.
  static let share = CSSColorChannel(name: .share, full: 100, range: 0...100, isAlwaysBounded: true)

  /// Degrees. More than one turn is accepted; far more is a mistake.
  static let hue = CSSColorChannel(name: .hue, full: nil, range: -1e6...1e6)

  /// A channel from 0 to `limit`, which is 100 %.
  static func bounded(_ name: Name, to limit: Double) -> Self {
    CSSColorChannel(name: name, full: limit, range: 0...limit)
  }

  static func lightness(to limit: Double) -> Self {
    CSSColorChannel(name: .lightness, full: limit, range: 0...limit, isAlwaysBounded: true)
  }

  /// A channel of either sign. Ten times `full` is beyond any display: such numbers are bytes or percentages.
  static func wide(_ name: Name, full: Double) -> Self {
    CSSColorChannel(name: name, full: full, range: -10 * full...10 * full)
  }

  static func chroma(full: Double) -> Self {
    CSSColorChannel(name: .chroma, full: full, range: 0...10 * full, isAlwaysBounded: true)
  }

  /// The factor for numbers with `unit`; nil if the channel does not accept the unit.
  func scale(of unit: CSSNumber.Unit) -> Double? {
    switch unit {
    case .number: name == .share ? nil : 1
    case .percentage: full.map { $0 / 100 }
    case .angle: name == .hue ? 1 : nil
    }
  }

  /// The problem with `value`, which is out of range.
  func fault(_ value: Double) -> CSSColorError.Problem {
    if name == .alpha { return .alphaOutOfRange(value) }
    return range == -10...10 ? .notAShare(value) : .componentOutOfRange(value)
  }

  /// A computed `value` clamped as in CSS: to the channel's bounds, if it has any. Relative colours may leave the
  /// gamut.
  func clamped(_ value: Double, isRelative: Bool) -> Double {
    let widest = 100 * (full ?? 1e4)
    let range = isRelative && !isAlwaysBounded ? -widest...widest : range
    return value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
  }
}

/// The two notations of sRGB by hue (CSS Color 4, clauses 7 and 8): hue in degrees, shares 0 to 100.
private enum HueOfSRGB {
  static func rgb(hsl: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, lightness) = (hsl.y / 100, hsl.z / 100)
    let amplitude = saturation * min(lightness, 1 - lightness)
    func channel(_ n: Double) -> Double {
      let k = remainder(n + hsl.x / 30, 12)
      return lightness - amplitude * max(-1, min(k - 3, 9 - k, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  /// If whiteness and blackness add up to 100 or more, the result is grey.
  static func rgb(hwb: SIMD3<Double>) -> SIMD3<Double> {
    let (white, black) = (hwb.y / 100, hwb.z / 100)
    guard white + black < 1 else { return SIMD3(repeating: white / (white + black)) }
    return rgb(hsl: SIMD3(hwb.x, 100, 50)) * (1 - white - black) + SIMD3(repeating: white)
  }

  /// Colours far out of gamut have a negative saturation, which means the opposite hue (7.2).
  static func hsl(rgb: SIMD3<Double>) -> SIMD3<Double> {
    let (least, most) = (rgb.min(), rgb.max())
    let lightness = (least + most) / 2
    let room = min(lightness, 1 - lightness)
    let saturation = room == 0 ? 0 : (most - lightness) / room * 100
    let hue = hue(of: rgb)
    return saturation < 0
      ? SIMD3(remainder(hue + 180, 360), -saturation, lightness * 100)
      : SIMD3(hue, saturation, lightness * 100)
  }

  static func hwb(rgb: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(hue(of: rgb), rgb.min() * 100, (1 - rgb.max()) * 100)
  }

  private static func hue(of rgb: SIMD3<Double>) -> Double {
    let most = rgb.max()
    let chroma = most - rgb.min()
    guard chroma > 0 else { return 0 }
    let sextant =
      most == rgb.x
      ? (rgb.y - rgb.z) / chroma : most == rgb.y ? (rgb.z - rgb.x) / chroma + 2 : (rgb.x - rgb.y) / chroma + 4
    return remainder(sextant * 60, 360)
  }

  /// The remainder, from 0 up to but not including `modulus`.
  private static func remainder(_ x: Double, _ modulus: Double) -> Double {
    x - modulus * (x / modulus).rounded(.down)
  }
}
