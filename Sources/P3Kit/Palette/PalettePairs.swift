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

  /// A text that misses what is asked under a condition.
  struct Failing {
    let text: String
    /// Where its ratio is the least.
    let background: String
    let pair: ContrastPair
    let ratio: Double
    /// The other backgrounds that it fails on.
    let others: [String]
  }

  /// The texts whose ratio on an opaque background is under `required`, in the palette's order.
  func failing(_ condition: PaletteCondition, _ required: Double) -> [Failing] {
    var order: [String] = []
    var byText: [String: [(background: String, pair: ContrastPair, ratio: Double)]] = [:]
    for pair in pairs(condition) {
      guard let text = pair.foreground.name, let ground = pair.background.name,
        let judged = try? ContrastPair(pair.foreground.color, on: pair.background.color)
      else { continue }
      let ratio = judged.decidingRatio
      guard ratio < required else { continue }
      if byText[text] == nil { order.append(text) }
      byText[text, default: []].append((ground, judged, ratio))
    }
    return order.compactMap { text in
      guard let all = byText[text], let worst = all.min(by: { $0.ratio < $1.ratio }) else { return nil }
      let others = all.map(\.background).filter { $0 != worst.background }
      return Failing(
        text: text, background: worst.background, pair: worst.pair, ratio: worst.ratio, others: others)
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
