import ColorManagement
import Colors
import Dispatch
import ImageFiles
import Pixels
import Synchronization

/// A colour of a palette under one condition, prepared for comparisons.
struct NamedColor: Sendable {
  let name: String
  let role: PaletteRole?
  /// Whether it takes its value from another colour.
  let isAlias: Bool
  let color: CSSColor
  /// As those see it who have all cones.
  let normal: CIELAB

  /// The opaque colour of `entry` under `condition`; nil where it has none, or a translucent one, which has no look of its
  /// own.
  init?(_ entry: Palette.Entry, _ condition: PaletteCondition) {
    guard let color = entry.color(condition), color.alpha == 1 else { return nil }
    (name, role, isAlias, self.color) = (entry.name, entry.role, entry.alias != nil, color)
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

  /// What a search found.
  struct Found: Sendable {
    /// For each place the nearest of the colours at later places that are near, the first of several as near; nil where none is.
    var nearest: [Neighbor?]
    /// For each place how many are near.
    var counts: [Int]
    /// For each place all of them, in the order of their places; nil where there are more than were to be kept.
    var all: [[Neighbor]]?

    /// Pairs.
    var count: Int { counts.reduce(0, +) }
  }

  /// Decides about a pair by its places and its ΔE2000: the difference that counts, or nil where the pair does not.
  typealias Judge = @Sendable (_ first: Int, _ second: Int, _ difference: Double) -> Double?

  /// For each place the colours at later places that are under `limit` ΔE2000 away and that `judge` lets pass.
  ///
  /// Many colours are shared out to the processor's cores; the result does not depend on how many there are. Of a palette
  /// whose colours are all near each other, memory is that of `most` pairs.
  func search(
    within limit: Double, keeping most: Int, judge: Judge = { _, _, difference in difference }
  ) -> Found {
    let shares = points.count < Self.fewest ? 1 : ProcessorCount.available
    let all = Mutex<[Share]>([])
    DispatchQueue.concurrentPerform(iterations: shares) { number in
      let found = share(number, of: shares, within: limit, keeping: most, judge)
      all.withLock { $0.append(found) }
    }
    return joined(all.withLock(\.self), keeping: most)
  }

  /// All pairs, however many there are.
  func after(within limit: Double) -> [[Neighbor]] { search(within: limit, keeping: .max).all ?? [] }

  /// Fewer colours are compared in less than 2 ms.
  private static let fewest = 300

  private struct Pair: Sendable {
    let first: Int
    let neighbor: Neighbor
  }

  /// What one of several threads found.
  private struct Share: Sendable {
    var nearest: [Neighbor?]
    var counts: [Int]
    var pairs: [Pair] = []
    var pairCount = 0

    init(places: Int) {
      nearest = Array(repeating: nil, count: places)
      counts = Array(repeating: 0, count: places)
    }

    mutating func add(_ pair: Pair, keeping most: Int) {
      pairCount += 1
      counts[pair.first] += 1
      nearest[pair.first] = Neighbor.nearer(nearest[pair.first], pair.neighbor)
      if pairs.count < most { pairs.append(pair) }
    }
  }

  private func joined(_ shares: [Share], keeping most: Int) -> Found {
    var found = Found(
      nearest: Array(repeating: nil, count: points.count), counts: Array(repeating: 0, count: points.count))
    for share in shares {
      for place in found.counts.indices {
        found.counts[place] += share.counts[place]
        found.nearest[place] = Neighbor.nearer(found.nearest[place], share.nearest[place])
      }
    }
    guard shares.allSatisfy({ $0.pairCount == $0.pairs.count }), found.count <= most else { return found }
    var all = [[Neighbor]](repeating: [], count: points.count)
    for pair in shares.flatMap(\.pairs) { all[pair.first].append(pair.neighbor) }
    for place in all.indices { all[place].sort { $0.place < $1.place } }
    found.all = all
    return found
  }

  /// The near pairs of each `shares`-th colour, from number `number` on, with colours that are lighter.
  private func share(
    _ number: Int, of shares: Int, within limit: Double, keeping most: Int, _ judge: Judge
  ) -> Share {
    var found = Share(places: points.count)
    // No array is copied, and no reference counted, in the inner loop.
    let points = points.span
    for index in stride(from: number, to: points.count, by: shares) {
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
        guard difference < limit, let judged = judge(first.place, second.place, difference) else { continue }
        let neighbor = Neighbor(place: second.place, difference: judged)
        found.add(Pair(first: first.place, neighbor: neighbor), keeping: most)
      }
    }
    return found
  }
}

extension PaletteNeighbors.Neighbor {
  /// The one with less difference, of two as near the one at the earlier place.
  fileprivate static func nearer(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return (other.difference, other.place) < (one.difference, one.place) ? other : one
  }
}
