import ColorManagement
import Pixels

/// A colour of a palette under one condition, prepared for comparisons.
struct NamedColor: Sendable {
  let name: String
  let role: PaletteRole?
  let color: CSSColor
  let seen: SimulatedColor

  /// The opaque colour of `entry` under `condition`; nil where it has none, or a translucent one, which has no look of its
  /// own.
  init?(_ entry: Palette.Entry, _ condition: PaletteCondition) {
    guard let color = entry.color(condition), color.alpha == 1 else { return nil }
    (name, role, self.color) = (entry.name, entry.role, color)
    seen = SimulatedColor(color)
  }

  /// ΔE2000 in D50 Lab.
  func difference(_ other: NamedColor) -> Double { CIEDE2000.difference(seen.normal, other.seen.normal) }
}

/// Finds the pairs of colours that are near each other without comparing all with all.
struct PaletteNeighbors: Sendable {
  /// Two colours, by their places.
  struct Pair: Sendable, Hashable, Comparable {
    let first, second: Int

    static func < (a: Pair, b: Pair) -> Bool { (a.first, a.second) < (b.first, b.second) }
  }

  /// By lightness.
  private let points: [Point]

  /// The neighbours among `colors`.
  init(_ colors: [CIELAB]) {
    points = colors.enumerated().map { Point($1, index: $0) }
      .sorted { ($0.color.lightness, $0.index) < ($1.color.lightness, $1.index) }
  }

  /// The pairs under `limit` ΔE2000, in the order of their places.
  func pairs(within limit: Double) -> [Pair] {
    var found: [Pair] = []
    // No array is copied, and no reference counted, in the inner loop.
    let points = points.span
    for place in points.indices {
      let one = points[place]
      var next = place + 1
      while next < points.count, points[next].color.lightness - one.color.lightness <= limit * 1.75 {
        let other = points[next]
        next += 1
        guard one.mayBeNear(other, within: limit),
          CIEDE2000.difference(one.color, other.color) < limit
        else { continue }
        found.append(Pair(first: min(one.index, other.index), second: max(one.index, other.index)))
      }
    }
    return found.sorted()
  }

  /// A colour, and what bounds its distance to others.
  private struct Point: Sendable {
    let color: CIELAB
    let index: Int
    let chroma: Double
    let sectors: UInt8

    init(_ color: CIELAB, index: Int) {
      self.color = color
      self.index = index
      chroma = (color.a * color.a + color.b * color.b).squareRoot()
      sectors = Self.sectors(color)
    }

    /// Whether ΔE2000 can be under `limit`.
    ///
    /// ΔE00² is l² + c² + h² + R·c·h, with R from −√3 to 0, so at least l² + (1 + R/2)·(c² + h²). The divisor of l is at
    /// most 1.75, those of c and h at most 1 + 0.045·C', C' at most 1.5 times the mean of both chromas; and the
    /// differences of chroma and hue make up at least the distance in a* and b*, which the formula only stretches. R is
    /// not 0 for mean hues near 275° alone: colours that share one of the other sectors have no such mean.
    func mayBeNear(_ other: Point, within limit: Double) -> Bool {
      let l = (color.lightness - other.color.lightness) / 1.75
      let (a, b) = (color.a - other.color.a, color.b - other.color.b)
      let divisor = 1 + 0.0675 * (chroma + other.chroma) / 2
      let rotation = sectors & other.sectors != 0 ? 0.99 : 0.133
      return l * l + rotation * (a * a + b * b) / (divisor * divisor) < limit * limit
    }

    /// Three sectors of hue, a bit each, that overlap: 50° to 215°, 0° to 180°, 335° to 140°. The mean hue of two colours
    /// of one sector lies at least 55° from 275°, also when the formula stretches a*, which turns hues towards 0° and
    /// 180°.
    private static func sectors(_ color: CIELAB) -> UInt8 {
      let degrees = ReproducibleMath.arcTangent(y: color.b, x: color.a) * (180 / .pi)
      let hue = degrees < 0 ? degrees + 360 : degrees
      return ((50...215).contains(hue) ? 1 : 0) | (hue <= 180 ? 2 : 0) | (hue >= 335 || hue <= 140 ? 4 : 0)
    }
  }
}
