import ColorManagement
import Dispatch
import Pixels
import Synchronization

/// A colour of a palette under one condition, prepared for comparisons.
struct NamedColor: Sendable {
  let name: String
  let role: PaletteRole?
  let color: CSSColor
  /// As those see it who have all cones.
  let normal: CIELAB

  /// The opaque colour of `entry` under `condition`; nil where it has none, or a translucent one, which has no look of its
  /// own.
  init?(_ entry: Palette.Entry, _ condition: PaletteCondition) {
    guard let color = entry.color(condition), color.alpha == 1 else { return nil }
    (name, role, self.color) = (entry.name, entry.role, color)
    normal = SimulatedColor.normal(color)
  }

  /// ΔE2000 in D50 Lab.
  func difference(_ other: NamedColor) -> Double { CIEDE2000.difference(normal, other.normal) }
}

/// Finds the pairs of colours that are near each other without comparing all with all.
struct PaletteNeighbors: Sendable {
  /// A colour that is near one before it.
  struct Neighbor: Sendable, Hashable {
    /// Its place.
    let place: Int
    /// ΔE2000.
    let difference: Double
  }

  /// By lightness.
  private let points: [Point]

  private struct Point: Sendable {
    let color: CIEDE2000.Prepared
    let place: Int
  }

  /// The neighbours among `colors`.
  init(_ colors: [CIELAB]) {
    points = colors.enumerated().map { Point(color: CIEDE2000.Prepared($1), place: $0) }
      .sorted { ($0.color.color.lightness, $0.place) < ($1.color.color.lightness, $1.place) }
  }

  /// For each place the colours at later places that are under `limit` ΔE2000 away, in the order of their places.
  ///
  /// Many colours are shared out to the processor's cores; the result does not depend on how many there are.
  func after(within limit: Double) -> [[Neighbor]] {
    let shares = points.count < Self.fewest ? 1 : ProcessorCount.available
    let all = Mutex<[Pair]>([])
    DispatchQueue.concurrentPerform(iterations: shares) { share in
      let found = pairs(within: limit, share: share, of: shares)
      all.withLock { $0 += found }
    }
    var found = [[Neighbor]](repeating: [], count: points.count)
    for pair in all.withLock(\.self) { found[pair.first].append(pair.neighbor) }
    for place in found.indices { found[place].sort { $0.place < $1.place } }
    return found
  }

  /// Fewer colours are compared in less than 2 ms.
  private static let fewest = 300

  private struct Pair: Sendable {
    let first: Int
    let neighbor: Neighbor
  }

  /// The near pairs of each `shares`-th colour, from number `share` on, with colours that are lighter.
  private func pairs(within limit: Double, share: Int, of shares: Int) -> [Pair] {
    var found: [Pair] = []
    // No array is copied, and no reference counted, in the inner loop.
    let points = points.span
    for index in stride(from: share, to: points.count, by: shares) {
      let one = points[index]
      var next = index + 1
      // The weight of lightness is at most 1.75.
      while next < points.count,
        points[next].color.color.lightness - one.color.color.lightness <= limit * 1.75
      {
        let other = points[next]
        next += 1
        guard one.color.mayBeNear(other.color, within: limit) else { continue }
        let (first, second) = one.place < other.place ? (one, other) : (other, one)
        let difference = CIEDE2000.difference(first.color.color, second.color.color)
        if difference < limit {
          found.append(
            Pair(first: first.place, neighbor: Neighbor(place: second.place, difference: difference)))
        }
      }
    }
    return found
  }
}
