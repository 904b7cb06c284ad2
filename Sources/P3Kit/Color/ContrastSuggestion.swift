import ColorManagement

/// The nearest colour that reaches a contrast ratio, or how near one can come.
public struct ContrastSuggestion: Sendable, Hashable {
  /// Which colour of a pair gives way.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    case foreground, background
  }

  /// The colours that may be suggested.
  public enum Gamut: String, Sendable, Hashable, CaseIterable {
    /// 8-bit codes of sRGB.
    case sRGB = "srgb"
    /// Display P3 in thousandths.
    case displayP3 = "display-p3"

    /// The space, and the steps from 0 to 1 that its components are rounded to.
    fileprivate var grid: (space: CSSColorSpace, steps: Double) {
      self == .sRGB ? (.sRGB, 255) : (.displayP3, 1000)
    }
  }

  /// A colour that passes.
  public struct Found: Sendable, Hashable {
    /// The colour, with the alpha of the one it replaces.
    public let color: CSSColor
    /// The deciding ratio with it.
    public let ratio: Double
    /// The Euclidean distance in OKLab from the colour it replaces (CSS Color 4).
    public let deltaEOK: Double
  }

  /// The nearest colour that passes; nil where none does.
  public let nearest: Found?
  /// The best ratio that any lightness reaches.
  public let bestRatio: Double

  /// Looks for the colour nearest to one of `pair` that reaches `required`.
  ///
  /// All lightnesses of OKLCh are tried, lighter and darker, hue and chroma kept, chroma reduced only where the gamut
  /// ends. Rounded to codes, contrast does not rise evenly with lightness: a bisection would miss the nearest. Then the
  /// codes around it are tried, hue kept to 2 degrees.
  public init(for pair: ContrastPair, reaching required: Double, change: Change, gamut: Gamut) {
    var search = Search(pair: pair, required: required, change: change, gamut: gamut)
    search.tryLightnesses()
    search.tryNeighbors()
    nearest = search.nearest
    bestRatio = search.bestRatio
  }
}

/// The search of one suggestion.
private struct Search {
  let pair: ContrastPair
  let required: Double
  let change: ContrastSuggestion.Change
  let space: CSSColorSpace
  let steps: Double
  let original: CSSColor
  let lab: OKLab
  var nearest: ContrastSuggestion.Found?
  var bestRatio = 1.0

  /// Lightnesses from 0 to 1; an 8-bit code of grey is 3 to 6 of them.
  private static let lightnesses = 2000
  /// Chroma below which a colour is a grey, whose hue is nothing that could be kept.
  private static let leastChroma = 0.002
  /// Degrees of hue that rounding may turn a colour by.
  private static let hueTolerance = 2.0

  init(
    pair: ContrastPair, required: Double, change: ContrastSuggestion.Change,
    gamut: ContrastSuggestion.Gamut
  ) {
    self.pair = pair
    self.required = required
    self.change = change
    (space, steps) = gamut.grid
    original = change == .foreground ? pair.foreground : pair.background
    lab = OKLab(xyzD65: original.xyzD65)
  }

  mutating func tryLightnesses() {
    var color = OKLCh(lab)
    if color.chroma < Self.leastChroma { color.chroma = 0 }
    for step in 0...Self.lightnesses {
      color.lightness = Double(step) / Double(Self.lightnesses)
      consider(rounded(inGamut(color)))
    }
  }

  mutating func tryNeighbors() {
    guard let center = nearest?.color.components, OKLCh(lab).chroma >= Self.leastChroma else { return }
    let offsets = [-2.0, -1, 0, 1, 2].map { $0 / steps }
    for red in offsets {
      for green in offsets {
        for blue in offsets {
          let components = center + SIMD3(red, green, blue)
          if components.min() >= 0, components.max() <= 1, keepsHue(components) { consider(components) }
        }
      }
    }
  }

  /// Takes encoded `components` if they pass and are nearer than what was found before.
  private mutating func consider(_ components: SIMD3<Double>) {
    let color = CSSColor(space: space, components: components, alpha: original.alpha)
    guard let ratio = ratio(with: color) else { return }
    bestRatio = max(bestRatio, ratio)
    guard ratio >= required else { return }
    let distance = lab.distance(to: OKLab(xyzD65: color.xyzD65))
    if distance < nearest?.deltaEOK ?? .infinity {
      nearest = ContrastSuggestion.Found(color: color, ratio: ratio, deltaEOK: distance)
    }
  }

  private func ratio(with color: CSSColor) -> Double? {
    let changed =
      change == .foreground
      ? try? ContrastPair(color, on: pair.background, over: pair.backdrop)
      : try? ContrastPair(pair.foreground, on: color, over: pair.backdrop)
    return changed?.decidingRatio
  }

  /// `color` in the space's encoding, with as much of its chroma as the gamut holds.
  private func inGamut(_ color: OKLCh) -> SIMD3<Double> {
    let whole = encoded(color)
    guard whole.min() < 0 || whole.max() > 1 else { return whole }
    var (low, high) = (0.0, color.chroma)
    var (reduced, best) = (color, SIMD3<Double>.zero)
    for _ in 0..<20 {
      reduced.chroma = (low + high) / 2
      let components = encoded(reduced)
      if components.min() >= -1e-6, components.max() <= 1 + 1e-6 {
        (low, best) = (reduced.chroma, components)
      } else {
        high = reduced.chroma
      }
    }
    return low > 0 ? best : encoded(OKLCh(lightness: color.lightness, chroma: 0, hue: 0))
  }

  private func encoded(_ color: OKLCh) -> SIMD3<Double> {
    space.components(xyzD65: color.lab.xyzD65)
  }

  private func rounded(_ components: SIMD3<Double>) -> SIMD3<Double> {
    let bounded = components.clamped(lowerBound: .zero, upperBound: .one)
    return (bounded * steps).rounded(.toNearestOrAwayFromZero) / steps
  }

  private func keepsHue(_ components: SIMD3<Double>) -> Bool {
    let hue = OKLCh(OKLab(xyzD65: space.xyzD65(components))).hue
    let difference = abs(hue - OKLCh(lab).hue)
    return min(difference, 360 - difference) <= Self.hueTolerance
  }
}
