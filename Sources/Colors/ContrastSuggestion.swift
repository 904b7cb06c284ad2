import ColorManagement
import Pixels

/// The most similar colour that reaches a contrast ratio, or the best ratio possible.
package struct ContrastSuggestion: Sendable, Hashable {
  /// Which colour of a pair may change.
  package enum Change: String, Sendable, Hashable, CaseIterable {
    /// The text or mark.
    case foreground
    /// The colour that the foreground is on.
    case background
  }

  /// The gamut of suggested colours.
  package enum Gamut: String, Sendable, Hashable, CaseIterable {
    /// 8-bit codes of sRGB.
    case sRGB = "srgb"
    /// Display P3 in thousandths.
    case displayP3 = "display-p3"

    /// The space, and the steps from 0 to 1 to which its components are rounded.
    fileprivate var grid: (space: CSSColorSpace, steps: Int) {
      self == .sRGB ? (.sRGB, 255) : (.displayP3, 1000)
    }
  }

  /// A colour that passes.
  package struct Found: Sendable, Hashable {
    /// The colour, with the alpha of the replaced one.
    package let color: CSSColor
    /// The deciding ratio with it.
    package let ratio: Double
    /// The distance in OKLab from the replaced colour (CSS Color 4).
    package let deltaEOK: Double
  }

  /// The most similar colour that passes; nil if none does.
  package let nearest: Found?
  /// The better ratio of black and white in place of the colour.
  package let bestRatio: Double

  /// Searches the colour most similar to one of `pair` that reaches `required`, among colours of the same hue: within 2
  /// degrees, or as near as codes allow. Also considers lighter or darker colours of the hue outside the gamut as CSS
  /// maps them into it. For a grey only greys are considered.
  package init(for pair: ContrastPair, reaching required: Double, change: Change, gamut: Gamut) {
    var search = Search(pair: pair, required: required, change: change, gamut: gamut)
    bestRatio = max(search.ratio(with: .zero), search.ratio(with: .one))
    search.run()
    nearest = search.nearest
  }
}

/// The search for one suggestion: branch and bound in the cube of codes.
///
/// Halves the cube along all axes, again and again. The roots of cone responses rise with each channel, so those of all
/// colours in a box lie between those of its darkest and its lightest corner. OKLab is linear in these roots, which
/// gives a lower bound of the distance between box and colour, and excludes boxes without its hue. Luminance also rises
/// with each channel, which gives an upper bound of a box's contrast. A box that cannot hold a nearer passing colour is
/// dropped, so the last colour found is the nearest of all.
private struct Search {
  let pair: ContrastPair
  let required: Double
  let change: ContrastSuggestion.Change
  let space: CSSColorSpace
  let steps: Int
  let original: CSSColor
  let lab: OKLab
  /// From roots of cone responses to lightness, chroma along the hue of `lab`, and the distance across that hue.
  private let rows: [SIMD3<Double>]
  /// `lab` in these coordinates.
  private let target: SIMD3<Double>
  /// By how much rounded weights can raise a ratio above its bound.
  private let slack: Double
  var nearest: ContrastSuggestion.Found?

  /// Below this chroma a colour is a grey, whose hue need not be kept.
  private static let leastChroma = 0.002
  /// How far a colour may be from the hue's plane: the tangent of 2 degrees; and, for colours with little chroma, whose
  /// hue each code changes by more, an invisible distance.
  private static let hueTolerance = (tangent: 0.0349, distance: 0.001)
  /// Number of lightnesses that are mapped into the gamut.
  private static let lightnesses = 3000
  /// An unnoticeable change by clipping (CSS Color 4, 13.2).
  private static let justNoticeable = 0.02

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
    let (a, b) = lab.chroma > 0 ? (lab.a / lab.chroma, lab.b / lab.chroma) : (1, 0)
    let labRows = OKLab.labFromRootsRows.rows
    rows = [labRows[0], labRows[1] * a + labRows[2] * b, labRows[2] * a - labRows[1] * b]
    target = SIMD3(lab.lightness, lab.chroma, 0)
    // WCAG's weights have four digits: the luminance of colours in sRGB differs from Y by up to 0.0011.
    let areInSRGB = [pair.foreground, pair.background, pair.backdrop].allSatisfy { $0?.isInSRGB != false }
    slack = space == .sRGB && areInSRGB ? 1.000001 : 1.03
  }

  mutating func run() {
    if lab.chroma < Self.leastChroma {
      for code in 0...steps { consider(SIMD3(repeating: code)) }
    } else {
      search(Box(.zero, SIMD3(repeating: steps)))
      tryMappedColors()
    }
  }

  /// Codes of the three channels, from the darkest corner to the lightest one.
  private struct Box {
    let low, high: SIMD3<Int>

    init(_ low: SIMD3<Int>, _ high: SIMD3<Int>) { (self.low, self.high) = (low, high) }

    var isOneColor: Bool { low == high }

    /// The halves along all axes that are longer than one code.
    var parts: [Box] {
      var parts = [self]
      for axis in 0..<3 where low[axis] < high[axis] {
        let middle = (low[axis] + high[axis]) / 2
        parts = parts.flatMap { part in
          var (lower, upper) = (part.high, part.low)
          (lower[axis], upper[axis]) = (middle, middle + 1)
          return [Box(part.low, lower), Box(upper, part.high)]
        }
      }
      return parts
    }
  }

  private mutating func search(_ box: Box) {
    guard !box.isOneColor else { return consider(box.low) }
    let parts = box.parts.compactMap { part in leastDistance(part).map { (box: part, distance: $0) } }
    for part in parts.sorted(by: { $0.distance < $1.distance })
    where part.distance < nearest?.deltaEOK ?? .infinity && mayPass(part.box) {
      search(part.box)
    }
  }

  /// Tries colours of other lightnesses as CSS maps them into the gamut, if they may be nearer than the colour found.
  /// If none was found, neither black nor white passes.
  private mutating func tryMappedColors() {
    guard nearest != nil else { return }
    for step in 0...Self.lightnesses {
      let lightness = Double(step) / Double(Self.lightnesses)
      guard abs(lightness - lab.lightness) < (nearest?.deltaEOK ?? .infinity) + Self.justNoticeable else {
        continue
      }
      let codes = (mapped(lightness) * Double(steps)).rounded(.toNearestOrAwayFromZero)
      consider(SIMD3<Int>(codes))
    }
  }

  /// The colour of this lightness with the original's hue, and as much of its chroma as clipping does not visibly
  /// change.
  private func mapped(_ lightness: Double) -> SIMD3<Double> {
    var (low, high) = (0.0, 1.0)
    // The first share is all of the chroma; the last ones differ by less than a code.
    for step in 0..<11 where low < 1 {
      let share = step == 0 ? 1 : (low + high) / 2
      if clipped(lightness, share).distance < Self.justNoticeable { low = share } else { high = share }
    }
    return clipped(lightness, low).components
  }

  /// The colour with a share of the original's chroma, clipped, and the distance that clipping moves it.
  private func clipped(
    _ lightness: Double, _ share: Double
  ) -> (components: SIMD3<Double>, distance: Double) {
    let color = OKLab(lightness: lightness, a: lab.a * share, b: lab.b * share)
    let components = space.components(xyzD65: color.xyzD65).clamped(lowerBound: .zero, upperBound: .one)
    return (components, color.distance(to: OKLab(xyzD65: space.xyzD65(components))))
  }

  /// Keeps the colour of these codes if it passes and is nearer than the one found before.
  private mutating func consider(_ codes: SIMD3<Int>) {
    let components = encoded(codes)
    let ratio = ratio(with: components)
    guard ratio >= required else { return }
    let color = CSSColor(space: space, components: components, alpha: original.alpha)
    let distance = lab.distance(to: OKLab(xyzD65: color.xyzD65))
    if distance < nearest?.deltaEOK ?? .infinity {
      nearest = ContrastSuggestion.Found(color: color, ratio: ratio, deltaEOK: distance)
    }
  }

  /// The least distance from the original of any colour of `box`; nil if none has its hue.
  private func leastDistance(_ box: Box) -> Double? {
    let low = OKLab.roots(xyzD65: space.xyzD65(encoded(box.low)))
    let high = OKLab.roots(xyzD65: space.xyzD65(encoded(box.high)))
    let (middle, reach) = ((low + high) / 2, (high - low) / 2)
    var (center, radius) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for (index, row) in rows.enumerated() {
      center[index] = (row * middle).sum()
      radius[index] = (row.replacing(with: -row, where: row .< 0) * reach).sum()
    }
    let chroma = center.y + radius.y
    let across = abs(center.z) - radius.z
    guard chroma >= -Self.hueTolerance.distance,
      across <= max(chroma * Self.hueTolerance.tangent, Self.hueTolerance.distance)
    else { return nil }
    let offset = center - target
    let least = (offset.replacing(with: -offset, where: offset .< 0) - radius)
      .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: .infinity))
    return (least * least).sum().squareRoot()
  }

  /// Whether any colour of `box` may reach the ratio.
  private func mayPass(_ box: Box) -> Bool {
    guard let dark = changed(encoded(box.low))?.luminances, let light = changed(encoded(box.high))?.luminances
    else { return true }
    let most = max(dark.foreground.ratio(light.background), light.foreground.ratio(dark.background))
    return most * slack >= required
  }

  private func encoded(_ codes: SIMD3<Int>) -> SIMD3<Double> { SIMD3<Double>(codes) / Double(steps) }

  /// The pair with these components in place of the original's.
  private func changed(_ components: SIMD3<Double>) -> ContrastPair? {
    let color = CSSColor(space: space, components: components, alpha: original.alpha)
    return change == .foreground
      ? try? ContrastPair(color, on: pair.background, over: pair.backdrop)
      : try? ContrastPair(pair.foreground, on: color, over: pair.backdrop)
  }

  func ratio(with components: SIMD3<Double>) -> Double { changed(components)?.decidingRatio ?? 1 }
}
