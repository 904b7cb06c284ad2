import Checking
import ColorManagement
import Colors

/// Finds pairs of colours that are hard to distinguish with a colour vision deficiency, and easy without.
struct PaletteVision: Sendable {
  /// Two colours, by their indices, and the vision with which they are hard to distinguish.
  struct Pair: Sendable, Hashable {
    let first, second: Int
    let vision: ColorVision
    /// ΔE2000 with that vision.
    let difference: Double
    /// ΔE2000 with all cones.
    let normal: Double

    /// An error if the colours merge without red or green cones.
    var level: FindingLevel {
      if vision == .tritanopia { return .note }
      return difference < ColorVisionDifference.mergingLimit ? .error : .warning
    }
  }

  private let colors: [NamedColor]
  private let seen: [SimulatedColor]
  /// The colours as seen with all cones.
  private let normal: [CIEDE2000.Prepared]

  init(_ colors: [NamedColor]) {
    self.colors = colors
    seen = colors.map { SimulatedColor($0.color) }
    normal = colors.map { CIEDE2000.Prepared($0.normal) }
  }

  /// All pairs in the order of their indices; if there are more than `most`, only the pair with the least difference
  /// for each first colour.
  func pairs(atMost most: Int) -> [Pair] {
    // A pair may be found for two kinds of vision, so more than 2 · `most` results are more than `most` pairs, and need
    // not be kept.
    let protanopia = merging(\.protanopia, within: Self.hard, keeping: 2 * most)
    let deuteranopia = merging(\.deuteranopia, within: Self.hard, keeping: 2 * most)
    let tritanopia = merging(
      \.tritanopia, within: ColorVisionDifference.mergingLimit, keeping: 2 * most, besides: isHard)
    let count = protanopia.count + deuteranopia.count + tritanopia.count
    let told: [Candidate]
    if count <= 2 * most, let red = protanopia.all, let green = deuteranopia.all, let blue = tritanopia.all {
      let pairs = colors.indices.map { joined($0, red[$0], green[$0], blue[$0]) }
      let areMany = pairs.reduce(0) { $0 + $1.count } > most
      told =
        areMany
        ? pairs.compactMap { $0.min { $0.difference < $1.difference } } : pairs.flatMap(\.self)
    } else {
      told = colors.indices.compactMap {
        worst($0, protanopia.nearest[$0], deuteranopia.nearest[$0], tritanopia.nearest[$0])
      }
    }
    return told.map { pair in
      Pair(
        first: pair.first, second: pair.second, vision: pair.vision, difference: pair.difference,
        normal: colors[pair.first].difference(colors[pair.second]))
    }
  }

  private static let hard = ColorVisionDifference.hardLimit

  /// A pair of which only its difference with all cones is known.
  private struct Candidate {
    let first, second: Int
    let vision: ColorVision
    let difference: Double
  }

  private func isFarForAll(_ first: Int, _ second: Int) -> Bool {
    let limit = ColorVisionDifference.nearLimit
    return !normal[first].mayBeNear(normal[second], within: limit)
      || colors[first].difference(colors[second]) >= limit
  }

  /// Per colour: the later colours within `limit` ΔE2000 by every model of a vision (with the largest of the models'
  /// differences) and easy to distinguish with all cones. For tritanopia only those that the other visions do not find.
  private func merging(
    _ vision: KeyPath<SimulatedColor, [CIELAB]>, within limit: Double, keeping most: Int,
    besides isFound: @escaping @Sendable (_ first: Int, _ second: Int) -> Bool = { _, _ in false }
  ) -> PaletteNeighbors.Found {
    let models = seen.map { $0[keyPath: vision] }
    return PaletteNeighbors(models.compactMap(\.first)).search(within: limit, keeping: most) {
      let (first, second) = ($0, $1)
      let others = zip(models[first].dropFirst(), models[second].dropFirst())
      let difference = others.reduce($2) { max($0, CIEDE2000.difference($1.0, $1.1)) }
      guard difference < limit, isFarForAll(first, second), !isFound(first, second) else { return nil }
      return difference
    }
  }

  /// Whether two colours are hard to distinguish without red or green cones.
  private func isHard(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (seen[first], seen[second])
    return [(one.protanopia, other.protanopia), (one.deuteranopia, other.deuteranopia)].contains { own, its in
      zip(own, its).allSatisfy { CIEDE2000.difference($0, $1) < Self.hard }
    }
  }

  /// The least of the three visions' differences to their nearest colour of `first`; of equal ones that at the earlier
  /// index.
  private func worst(
    _ first: Int, _ protanopia: PaletteNeighbors.Neighbor?, _ deuteranopia: PaletteNeighbors.Neighbor?,
    _ tritanopia: PaletteNeighbors.Neighbor?
  ) -> Candidate? {
    let found: [(ColorVision, PaletteNeighbors.Neighbor?)] = [
      (.protanopia, protanopia), (.deuteranopia, deuteranopia), (.tritanopia, tritanopia),
    ]
    return found.compactMap { vision, neighbor in
      neighbor.map { Candidate(first: first, second: $0.place, vision: vision, difference: $0.difference) }
    }.min { ($0.difference, $0.second) < ($1.difference, $1.second) }
  }

  /// The results of the three visions for `first`, in the order of the others' indices. Without red or green cones the
  /// smaller difference counts, and both come before tritanopia.
  private func joined(
    _ first: Int, _ protanopia: [PaletteNeighbors.Neighbor], _ deuteranopia: [PaletteNeighbors.Neighbor],
    _ tritanopia: [PaletteNeighbors.Neighbor]
  ) -> [Candidate] {
    var (one, two, three) = (protanopia[...], deuteranopia[...], tritanopia[...])
    var pairs: [Candidate] = []
    while true {
      let second = min(
        one.first?.place ?? .max, two.first?.place ?? .max, three.first?.place ?? .max)
      if second == .max { return pairs }
      let red = Self.take(second, from: &one)
      let green = Self.take(second, from: &two)
      let blue = Self.take(second, from: &three)
      let isRed = red ?? .infinity <= green ?? .infinity
      if let value = isRed ? red : green {
        pairs.append(
          Candidate(
            first: first, second: second, vision: isRed ? .protanopia : .deuteranopia, difference: value))
      } else if let blue {
        pairs.append(Candidate(first: first, second: second, vision: .tritanopia, difference: blue))
      }
    }
  }

  /// The difference to the colour at `place`, if it is the next neighbour.
  private static func take(
    _ place: Int, from neighbors: inout ArraySlice<PaletteNeighbors.Neighbor>
  ) -> Double? {
    guard let next = neighbors.first, next.place == place else { return nil }
    neighbors.removeFirst()
    return next.difference
  }
}
