import ColorManagement

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
struct PaletteNeighbors {
  /// By lightness.
  private let colors: [(index: Int, color: NamedColor)]

  init(_ colors: [NamedColor]) {
    self.colors = colors.enumerated().map { ($0, $1) }
      .sorted { ($0.1.seen.normal.lightness, $0.0) < ($1.1.seen.normal.lightness, $1.0) }
  }

  /// The pairs under `limit` ΔE2000, or all for an infinite one, in the palette's order.
  ///
  /// The lightness term of ΔE2000 is |ΔL*| over at most 1.75, so that no pair further apart in lightness is near.
  func pairs(within limit: Double) -> [(NamedColor, NamedColor)] {
    var found: [(Int, Int)] = []
    for (place, one) in colors.enumerated() {
      for other in colors[(place + 1)...] {
        let distance = other.color.seen.normal.lightness - one.color.seen.normal.lightness
        if distance > limit * 1.75 { break }
        guard limit == .infinity || one.color.difference(other.color) < limit else { continue }
        found.append((min(one.index, other.index), max(one.index, other.index)))
      }
    }
    let byIndex = Dictionary(uniqueKeysWithValues: colors.map { ($0.index, $0.color) })
    return found.sorted { $0 < $1 }.compactMap { first, second in
      guard let one = byIndex[first], let other = byIndex[second] else { return nil }
      return (one, other)
    }
  }
}

/// Values of Apple's system colours, of any year, among the colours of a palette.
struct SystemColorScan {
  private let entries: [Palette.Entry]

  init(_ entries: [Palette.Entry]) { self.entries = entries }

  /// What a value of a system colour is called, by its `#RRGGBB`; greys, black and white belong to nobody.
  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for name in Palette.builtInNames where name.hasPrefix("apple") {
      for entry in Palette.builtIn(name)?.colors ?? [] where entry.role == .interactive {
        for value in entry.orderedValues where names[value.color.hexText] == nil {
          let platform = entry.platform.map { ", \($0)" } ?? ""
          names[value.color.hexText] =
            "\(entry.name) of \(name.dropFirst(6)) (\(value.condition.text)\(platform))"
        }
      }
    }
    return names
  }()

  /// System colours written out.
  var literals: [PaletteFinding] {
    entries.flatMap { entry in
      entry.orderedValues.compactMap { condition, color in
        guard color.space == .sRGB, color.eightBitCodes != nil, let system = Self.names[color.hexText] else {
          return nil
        }
        return PaletteFinding(
          .literalSystemColor, [entry.name], condition,
          saying: "\(entry.name) (\(condition.text)) is \(color.hexText), the value of \(system)")
      }
    }
  }

  /// Display P3 colours whose numbers are an sRGB colour's of the palette, or a system colour's.
  var srgbNumbersInP3: [PaletteFinding] {
    var ours: [String: String] = [:]
    for entry in entries {
      for value in entry.orderedValues where value.color.space == .sRGB {
        ours[value.color.hexText] = entry.name
      }
    }
    return entries.flatMap { entry in
      entry.orderedValues.compactMap { condition, color in
        guard color.space == .displayP3,
          Set([color.components.x, color.components.y, color.components.z]).count > 1,
          let known = Self.known(color.components, ours)
        else { return nil }
        return PaletteFinding(
          .srgbNumbersInP3, [entry.name], condition,
          saying: "\(entry.name) (\(condition.text)) is \(color.cssText): the sRGB numbers of \(known)")
      }
    }
  }

  /// Whose sRGB numbers `components` are, to half a code of 8 bits.
  private static func known(_ components: SIMD3<Double>, _ ours: [String: String]) -> String? {
    let color = CSSColor(space: .sRGB, components: components)
    let distance = color.clippedSRGB * 255 - (color.clippedSRGB * 255).rounded(.toNearestOrAwayFromZero)
    guard max(distance.max(), -distance.min()) < 0.13 else { return nil }
    return ours[color.hexText] ?? names[color.hexText]
  }
}
