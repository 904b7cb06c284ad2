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
