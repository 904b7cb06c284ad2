package import Colors

/// The pairs of a palette that people read: every colour with a role that is read on every background of its group.
package struct PalettePairs: Sendable {
  /// One text on one background.
  package struct Pair: Sendable, Hashable {
    /// What is read.
    package let foreground: ContrastColor
    /// What it stands on.
    package let background: ContrastColor
    /// When both have these values.
    package let condition: PaletteCondition
  }

  private let entries: [Palette.Entry]

  /// The pairs of `palette` on `platform`; nil for what holds on all.
  package init(_ palette: Palette, platform: String? = nil) { entries = palette.colors(of: platform) }

  /// The pairs of `entries`.
  init(_ entries: [Palette.Entry]) { self.entries = entries }

  /// Other backgrounds that are named.
  private static let mostNamed = 6

  /// A text that misses what is asked under a condition.
  struct Failing {
    let text: String
    /// Where its ratio is the least.
    let background: String
    let pair: ContrastPair
    let ratio: Double
    /// The first of the other backgrounds that it fails on.
    let others: [String]
    /// How many others there are.
    let otherCount: Int
  }

  /// The texts whose ratio on an opaque background is under `required`, in the palette's order.
  func failing(_ condition: PaletteCondition, _ required: Double) -> [Failing] {
    let grounds = entries.filter { $0.role == .background }.compactMap { Ground($0, condition) }
    let groundsOfGroup = Dictionary(grouping: grounds, by: \.group)
    return entries.filter { $0.role?.isRead == true }.compactMap { text in
      guard let color = text.color(condition) else { return nil }
      return failing(text.name, color, on: groundsOfGroup[text.group] ?? [], required)
    }
  }

  private func failing(
    _ text: String, _ color: CSSColor, on grounds: [Ground], _ required: Double
  ) -> Failing? {
    // What shows through a translucent text changes its colour; all others have one luminance.
    let luminance = color.alpha == 1 ? ContrastLuminance(color) : nil
    let ratios = grounds.map { ground in
      luminance?.decidingRatio(ground.luminance)
        ?? (try? ContrastPair(color, on: ground.color))?.decidingRatio ?? .infinity
    }
    let missing = ratios.indices.filter { ratios[$0] < required }
    guard let worst = missing.min(by: { ratios[$0] < ratios[$1] }),
      let pair = try? ContrastPair(color, on: grounds[worst].color)
    else { return nil }
    return Failing(
      text: text, background: grounds[worst].name, pair: pair, ratio: ratios[worst],
      others: missing.lazy.filter { $0 != worst }.prefix(Self.mostNamed).map { grounds[$0].name },
      otherCount: missing.count - 1)
  }

  /// An opaque background under a condition.
  private struct Ground {
    let name, group: String
    let color: CSSColor
    let luminance: ContrastLuminance

    init?(_ entry: Palette.Entry, _ condition: PaletteCondition) {
      guard let color = entry.color(condition), color.alpha == 1 else { return nil }
      (name, group, self.color) = (entry.name, entry.group, color)
      luminance = ContrastLuminance(color)
    }
  }

  /// The pairs under `condition`, in the palette's order.
  package func pairs(_ condition: PaletteCondition) -> [Pair] {
    let backgrounds = entries.filter { $0.role == .background }
    return entries.filter { $0.role?.isRead == true }.flatMap { text in
      backgrounds.filter { $0.group == text.group }.compactMap { background in
        guard let foreground = text.contrastColor(condition), let ground = background.contrastColor(condition)
        else { return nil }
        return Pair(foreground: foreground, background: ground, condition: condition)
      }
    }
  }

  /// The conditions that any colour has values of its own for: the others repeat these.
  package var conditions: [PaletteCondition] {
    PaletteCondition.all.filter { condition in entries.contains { $0.hasOwnValue(condition) } }
  }
}

extension Palette.Entry {
  /// The colour under `condition` with its name.
  package func contrastColor(_ condition: PaletteCondition) -> ContrastColor? {
    color(condition).map { ContrastColor($0, input: $0.cssText, name: name) }
  }
}
