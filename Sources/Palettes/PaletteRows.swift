package import Colors

/// The values of colours, with the figures to show for each.
package struct PaletteRows: Sendable {
  let appearance: PaletteCondition.Appearance?
  /// The backgrounds of each group.
  private let grounds: [String: [Palette.Entry]]
  /// The conditions for which any colour has a value of its own.
  package let conditions: [PaletteCondition]

  /// The values of `colors` in one appearance, or in both.
  package init(colors: [Palette.Entry], appearance: PaletteCondition.Appearance?) {
    self.appearance = appearance
    grounds = Dictionary(grouping: colors.filter { $0.role == .background }, by: \.group)
    conditions = PaletteCondition.all.filter { condition in
      (appearance ?? condition.appearance) == condition.appearance
        && colors.contains { $0.hasOwnValue(condition) }
    }
  }

  /// A colour's own value for a condition.
  package struct Value: Sendable {
    package let condition: PaletteCondition
    package let color: CSSColor
    /// The colour under it: the first background of its group, or the appearance's white or black.
    package let ground: CSSColor
    /// The least ratio on the backgrounds of its group; nil for a role without text.
    package let leastRatio: Double?
  }

  /// The values of `entry`, light before dark.
  package func values(of entry: Palette.Entry) -> [Value] {
    PaletteCondition.all.filter { entry.hasOwnValue($0) && (appearance ?? $0.appearance) == $0.appearance }
      .compactMap { condition in
        guard let color = entry.color(condition) else { return nil }
        let grounds = grounds(of: entry, condition)
        let ratios = grounds.compactMap { try? ContrastPair(color, on: $0).decidingRatio }
        return Value(
          condition: condition, color: color,
          ground: grounds.first
            ?? CSSColor(space: .sRGB, components: condition.appearance == .light ? .one : .zero),
          leastRatio: entry.role?.isRead == true ? ratios.min() : nil)
      }
  }

  /// The opaque backgrounds of the group of `entry`.
  private func grounds(of entry: Palette.Entry, _ condition: PaletteCondition) -> [CSSColor] {
    (grounds[entry.group] ?? []).compactMap { $0.seenColor(condition) }.filter { $0.alpha == 1 }
  }
}
