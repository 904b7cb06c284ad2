package import Colors

/// The pairs of a palette that people read: every colour with a read role on every background of its group. If roles
/// are derived from names, names must also show that both belong together.
package struct PalettePairs: Sendable {
  /// One text on one background.
  package struct Pair: Sendable, Hashable {
    /// The text or mark.
    package let foreground: ContrastColor
    /// The colour that the foreground is on.
    package let background: ContrastColor
    /// The condition for these values.
    package let condition: PaletteCondition
  }

  private let entries: [Palette.Entry]
  /// Indices of backgrounds in `entries`, by group.
  private var grounds: [String: [Int]] = [:]
  /// Indices of backgrounds, by group and stem.
  private var groundsOfStem: [[String]: [Int]] = [:]
  /// Indices of all colours, by the words of their names.
  private var places: [[String]: [Int]] = [:]
  /// Words that nearly all names contain.
  private let common: Set<String>

  /// The pairs of `palette` on `platform`; nil for colours of all platforms.
  package init(_ palette: Palette, platform: String? = nil) { self.init(palette.colors(of: platform)) }

  /// The pairs of `entries`.
  init(_ entries: [Palette.Entry]) {
    self.entries = entries
    common = PaletteRoles.common(entries.map(\.name))
    for (place, entry) in entries.enumerated() {
      places[PaletteRoles.wordsOf(entry.name), default: []].append(place)
      guard entry.role == .background else { continue }
      grounds[entry.group, default: []].append(place)
      groundsOfStem[[entry.group] + stem(entry), default: []].append(place)
    }
  }

  private func stem(_ entry: Palette.Entry) -> [String] {
    PaletteRoles.stem(entry.name).subtracting(common).sorted()
  }

  /// Indices of the backgrounds for `text`, in order. Names belong together if they have the same stem, or if the
  /// background is the page's and the text is not a part's own; `onPrimary` and `primary-foreground` belong to
  /// `primary`.
  private func grounds(of text: Palette.Entry) -> [Int] {
    if text.isRoleByName, let owner = PaletteRoles.owner(of: text.name), let own = places[owner] {
      return own
    }
    let stem = stem(text)
    var named = groundsOfStem[[text.group] + stem] ?? []
    if !stem.isEmpty, PaletteRoles.status.isSuperset(of: stem) { named += groundsOfStem[[text.group]] ?? [] }
    if text.isRoleByName { return named.sorted() }
    let given = (grounds[text.group] ?? []).filter { !entries[$0].isRoleByName }
    return (given + named.filter { entries[$0].isRoleByName }).sorted()
  }

  /// The most other backgrounds that are named.
  private static let mostNamed = 6

  /// A text that misses the required contrast under a condition.
  struct Failing {
    let text: String
    /// The background with its least ratio.
    let background: String
    let pair: ContrastPair
    let ratio: Double
    /// Names of the first other backgrounds on which it fails.
    let others: [String]
    /// The number of other backgrounds on which it fails.
    let otherCount: Int
  }

  /// The texts whose ratio on an opaque background is below `required`, in the palette's order.
  func failing(_ condition: PaletteCondition, _ required: Double) -> [Failing] {
    var known: [Int: Ground?] = [:]
    return entries.filter { $0.role?.isRead == true }.compactMap { text in
      guard let color = text.seenColor(condition) else { return nil }
      let isAdaptive = text.color(condition) != nil
      let grounds = grounds(of: text).compactMap { place in
        let ground = known[place] ?? Ground(entries[place], condition)
        known[place] = .some(ground)
        return isAdaptive || ground?.isAdaptive == true ? ground : nil
      }
      return failing(text.name, color, on: grounds, required)
    }
  }

  private func failing(
    _ text: String, _ color: CSSColor, on grounds: [Ground], _ required: Double
  ) -> Failing? {
    // A translucent text's colour depends on its background; all others have one luminance.
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
    let name: String
    let color: CSSColor
    let luminance: ContrastLuminance
    /// Whether it has a value for the appearance. Two colours without one are the light pair again.
    let isAdaptive: Bool

    init?(_ entry: Palette.Entry, _ condition: PaletteCondition) {
      guard let color = entry.seenColor(condition), color.alpha == 1 else { return nil }
      (name, self.color, isAdaptive) = (entry.name, color, entry.color(condition) != nil)
      luminance = ContrastLuminance(color)
    }
  }

  /// The pairs under `condition`, in the palette's order.
  package func pairs(_ condition: PaletteCondition) -> [Pair] {
    entries.filter { $0.role?.isRead == true }.flatMap { text in
      grounds(of: text).map { entries[$0] }.compactMap { background in
        guard text.color(condition) != nil || background.color(condition) != nil,
          let foreground = text.contrastColor(condition), let ground = background.contrastColor(condition)
        else { return nil }
        return Pair(foreground: foreground, background: ground, condition: condition)
      }
    }
  }

  /// The conditions for which any colour has values of its own; other conditions repeat these.
  package var conditions: [PaletteCondition] {
    PaletteCondition.all.filter { condition in entries.contains { $0.hasOwnValue(condition) } }
  }
}

extension Palette.Entry {
  /// The colour that is seen under `condition` with its name.
  func contrastColor(_ condition: PaletteCondition) -> ContrastColor? {
    seenColor(condition).map { ContrastColor($0, input: $0.cssText, name: name) }
  }
}
