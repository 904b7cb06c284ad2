import ColorManagement

/// The nearest colour that reaches a contrast ratio, or how near one can come.
public struct ContrastSuggestion: Sendable, Hashable {
  /// Which colour of a pair gives way.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// The colour that is read.
    case foreground
    /// The colour that it stands on.
    case background
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
  /// Where nothing passes, the best ratio that any lightness reaches; else the best that was met.
  public let bestRatio: Double

  /// Looks for the colour nearest to one of `pair` that reaches `required`.
  ///
  /// The lightnesses of OKLCh are tried in both directions from that of the colour, until all that are left lie further
  /// away than what was found; hue and chroma kept, chroma reduced only where the gamut ends. Rounded to codes, contrast does not rise evenly with lightness: a bisection would miss the nearest. Then the
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
  /// The hue of `lab`: its a and b for a chroma of 1.
  let direction: (a: Double, b: Double)
  var nearest: ContrastSuggestion.Found?
  var bestRatio = 1.0

  /// Lightnesses from 0 to 1; an 8-bit code of grey is 3 to 6 of them.
  private static let lightnesses = 2000
  /// What rounding to codes moves a colour by at most, in OKLab: half a code at black.
  private static let mostRounding = 0.07
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
    direction = lab.chroma > 0 ? (lab.a / lab.chroma, lab.b / lab.chroma) : (0, 0)
  }

  mutating func tryLightnesses() {
    let chroma = lab.chroma < Self.leastChroma ? 0 : lab.chroma
    let start = Int((min(max(lab.lightness, 0), 1) * Double(Self.lightnesses)).rounded())
    for distance in 0...Self.lightnesses {
      if let nearest, Double(distance - 1) / Double(Self.lightnesses) > nearest.deltaEOK + Self.mostRounding {
        return
      }
      for step in distance == 0 ? [start] : [start + distance, start - distance]
      where (0...Self.lightnesses).contains(step) {
        consider(rounded(inGamut(lightness: Double(step) / Double(Self.lightnesses), chroma: chroma)))
      }
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

  /// The colour of this lightness and the original's hue in the space's encoding, with as much of `chroma` as the gamut
  /// holds.
  private func inGamut(lightness: Double, chroma: Double) -> SIMD3<Double> {
    if isInGamut(color(lightness, chroma), tolerance: 0) { return encoded(color(lightness, chroma)) }
    var (low, high) = (0.0, chroma)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if isInGamut(color(lightness, middle), tolerance: 1e-6) { low = middle } else { high = middle }
    }
    return encoded(color(lightness, low))
  }

  private func color(_ lightness: Double, _ chroma: Double) -> OKLab {
    OKLab(lightness: lightness, a: direction.a * chroma, b: direction.b * chroma)
  }

  /// Whether the space has `color`, its linear components within 0 to 1.
  private func isInGamut(_ color: OKLab, tolerance: Double) -> Bool {
    guard let linear = space.linearComponents(xyzD65: color.xyzD65) else { return false }
    return linear.min() >= -tolerance && linear.max() <= 1 + tolerance
  }

  private func encoded(_ color: OKLab) -> SIMD3<Double> { space.components(xyzD65: color.xyzD65) }

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
