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
  /// The colour as seen with all cones.
  let normal: CIELAB

  /// The opaque colour of `entry` under `condition`; nil if it has none, or a translucent one, whose appearance depends
  /// on its background.
  init?(_ entry: Palette.Entry, _ condition: PaletteCondition) {
    guard let color = entry.color(condition), color.alpha == 1 else { return nil }
    (name, role, isAlias, self.color) = (entry.name, entry.role, entry.alias != nil, color)
    normal = SimulatedColor.normal(color)
  }

  /// ΔE2000 in D50 Lab.
  func difference(_ other: NamedColor) -> Double { CIEDE2000.difference(normal, other.normal) }
}

/// Finds similar pairs of colours without comparing all with all.
struct PaletteNeighbors: Sendable {
  /// A colour that is similar to an earlier one.
  struct Neighbor: Sendable, Hashable {
    /// The index of the colour.
    let place: Int
    /// The difference as ΔE2000.
    let difference: Double
  }

  /// The colours, sorted by lightness.
  private let points: [Point]

  private struct Point: Sendable {
    let color: CIEDE2000.Prepared
    let place: Int
  }

  /// Neighbours among `colors`.
  init(_ colors: [CIELAB]) {
    points = colors.enumerated().map { Point(color: CIEDE2000.Prepared($1), place: $0) }
      .sorted { ($0.color.color.lightness, $0.place) < ($1.color.color.lightness, $1.place) }
  }

  /// The result of a search.
  struct Found: Sendable {
    /// Per colour: the most similar later colour, the first of several; nil if none is similar.
    var nearest: [Neighbor?]
    /// Per colour: the number of similar later colours.
    var counts: [Int]
    /// Per colour: all similar later colours, by index; nil if there are more than could be kept.
    var all: [[Neighbor]]?

    /// The number of similar pairs.
    var count: Int { counts.reduce(0, +) }
  }

  /// Decides on a pair of colours with the given ΔE2000: returns the difference that counts, or nil to drop the pair.
  typealias Judge = @Sendable (_ first: Int, _ second: Int, _ difference: Double) -> Double?

  /// Finds, per colour, the later colours within `limit` ΔE2000 that `judge` accepts.
  ///
  /// Many colours are divided among the processor's cores; the result does not depend on their number. Keeps at most
  /// `most` pairs, even if all colours are similar.
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

  /// All pairs, however many.
  func after(within limit: Double) -> [[Neighbor]] { search(within: limit, keeping: .max).all ?? [] }

  /// Fewer colours are compared on one thread, in less than 2 ms.
  private static let fewest = 300

  private struct Pair: Sendable {
    let first: Int
    let neighbor: Neighbor
  }

  /// The result of one of several threads.
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

  /// The similar pairs of every `shares`-th colour, from `number` on, with lighter colours.
  private func share(
    _ number: Int, of shares: Int, within limit: Double, keeping most: Int, _ judge: Judge
  ) -> Share {
    var found = Share(places: points.count)
    // Without copying arrays or counting references in the inner loop.
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
  /// The one with the smaller difference; of equal ones that at the earlier index.
  fileprivate static func nearer(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return (other.difference, other.place) < (one.difference, one.place) ? other : one
  }
}
