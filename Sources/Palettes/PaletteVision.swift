import Checking
import ColorManagement
import Colors

/// Finds the pairs of colours that are hard to tell apart with a colour vision deficiency, and easy without.
struct PaletteVision: Sendable {
  /// Two colours, by their places, and who can hardly tell them apart.
  struct Pair: Sendable, Hashable {
    let first, second: Int
    let vision: ColorVision
    /// ΔE2000 for them.
    let difference: Double
    /// ΔE2000 for those who have all cones.
    let normal: Double

    /// An error where people without red or green cones see one colour.
    var level: FindingLevel {
      if vision == .tritanopia { return .note }
      return difference < ColorVisionDifference.mergingLimit ? .error : .warning
    }
  }

  private let colors: [NamedColor]
  private let seen: [SimulatedColor]
  /// For those who have all cones.
  private let normal: [CIEDE2000.Prepared]

  init(_ colors: [NamedColor]) {
    self.colors = colors
    seen = colors.map { SimulatedColor($0.color) }
    normal = colors.map { CIEDE2000.Prepared($0.normal) }
  }

  /// All pairs in the order of their places; where they are more than `most`, of the pairs of each first colour the one with
  /// the least difference.
  func pairs(atMost most: Int) -> [Pair] {
    // Two visions may find a pair: more than twice as many are more pairs than `most`, and need not be remembered.
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

  /// A pair of which it is known only that it is far apart for those who have all cones.
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

  /// For each place the later ones that are under `limit` ΔE2000 by every model of a vision, with the largest difference of
  /// its models, and far apart for those who have all cones. Of tritanopia, those that the other visions do not find.
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

  /// Whether people without red or green cones can hardly tell two colours apart.
  private func isHard(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (seen[first], seen[second])
    return [(one.protanopia, other.protanopia), (one.deuteranopia, other.deuteranopia)].contains { own, its in
      zip(own, its).allSatisfy { CIEDE2000.difference($0, $1) < Self.hard }
    }
  }

  /// Of what the three visions have found nearest to the colour at `first` the least difference; of two as small the one at
  /// the earlier place.
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

  /// What the three visions have found on the colour at `first`, in the order of the others' places: of both visions
  /// without red or green cones the one that sees less difference, and before tritanopia.
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

  /// The difference to the colour at `place`, if that is the next.
  private static func take(
    _ place: Int, from neighbors: inout ArraySlice<PaletteNeighbors.Neighbor>
  ) -> Double? {
    guard let next = neighbors.first, next.place == place else { return nil }
    neighbors.removeFirst()
    return next.difference
  }
}
