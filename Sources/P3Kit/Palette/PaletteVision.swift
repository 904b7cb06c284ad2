import ColorManagement

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
    let protanopia = merging(\.protanopia, within: ColorVisionDifference.hardLimit)
    let deuteranopia = merging(\.deuteranopia, within: ColorVisionDifference.hardLimit)
    let tritanopia = merging(\.tritanopia, within: ColorVisionDifference.mergingLimit)
    let pairs = colors.indices.map { first in
      joined(first, protanopia[first], deuteranopia[first], tritanopia[first])
    }
    let areMany = pairs.reduce(0) { $0 + $1.count } > most
    let told =
      areMany
      ? pairs.compactMap { $0.min { $0.difference < $1.difference } } : pairs.flatMap(\.self)
    return told.map { pair in
      Pair(
        first: pair.first, second: pair.second, vision: pair.vision, difference: pair.difference,
        normal: colors[pair.first].difference(colors[pair.second]))
    }
  }

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
  /// its models.
  private func merging(
    _ vision: KeyPath<SimulatedColor, [CIELAB]>, within limit: Double
  ) -> [[PaletteNeighbors.Neighbor]] {
    let models = seen.map { $0[keyPath: vision] }
    let near = PaletteNeighbors(models.compactMap(\.first)).after(within: limit)
    // There are two models, or one.
    let second = models.compactMap { $0.dropFirst().first }
    guard second.count == near.count else { return near }
    return zip(second, near).map { own, near in
      near.compactMap { neighbor in
        let difference = max(neighbor.difference, CIEDE2000.difference(own, second[neighbor.place]))
        return difference < limit ? .init(place: neighbor.place, difference: difference) : nil
      }
    }
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
      guard isFarForAll(first, second) else { continue }
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
