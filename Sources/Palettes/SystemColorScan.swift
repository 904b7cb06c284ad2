import Colors

/// Finds the values of Apple's system colours, of any year, among a palette's colours.
struct SystemColorScan {
  private let entries: [Palette.Entry]

  init(_ entries: [Palette.Entry]) { self.entries = entries }

  /// System colours' names by `#RRGGBB`, without greys, black and white, which every palette has.
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

  /// Findings of system colours written as values.
  var literals: [PaletteFinding] {
    entries.flatMap { entry in
      entry.orderedValues.compactMap { condition, color in
        guard color.space == .sRGB, Self.isNearCodes(color), let system = Self.names[color.hexText] else {
          return nil
        }
        return PaletteFinding(
          .literalSystemColor, [entry.name], condition,
          saying: "\(entry.name) (\(condition.text)) is \(color.hexText), the value of \(system)")
      }
    }
  }

  /// Findings of Display P3 colours with the numbers of an sRGB colour of the palette, or of a system colour.
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

  /// The name of the colour whose sRGB numbers equal `components`, to half an 8-bit code.
  private static func known(_ components: SIMD3<Double>, _ ours: [String: String]) -> String? {
    let color = CSSColor(space: .sRGB, components: components)
    guard isNearCodes(color) else { return nil }
    return ours[color.hexText] ?? names[color.hexText]
  }

  /// Whether the components are 8-bit codes, maybe rounded to three decimals.
  private static func isNearCodes(_ color: CSSColor) -> Bool {
    let distance = color.clippedSRGB * 255 - (color.clippedSRGB * 255).rounded(.toNearestOrAwayFromZero)
    return max(distance.max(), -distance.min()) < 0.13
  }
}
