import ColorManagement
package import Colors
import ImageFiles

/// Checks a palette by the rules of `PaletteRule`.
///
/// Colours that carry meaning are compared with each other: those with the roles interactive and status, or all if
/// there are no roles. Texts and backgrounds of a system are similar on purpose.
package struct PaletteLint: Sendable {
  /// Below this ΔE2000 two colours of one role look the same to everybody.
  static let nearDuplicateLimit = ColorVisionDifference.nearLimit
  /// Below this ΔE2000 two colours are one colour.
  static let sameColorLimit = 2.0
  /// The most failing pairs with a suggestion: each search takes some milliseconds.
  private static let mostSuggestions = 50
  /// The most pairs of a role that are reported singly; beyond, only the worst pair of each colour is.
  private static let mostPairs = 1000
  /// The most colours that a note names.
  private static let mostNamed = 12

  private let palette: Palette
  private let entries: [Palette.Entry]
  private let problems: [PaletteError]
  private let rules: Set<PaletteRule>

  /// Whether any colour has a role, its own or by its name. Without roles, only rules for single colours and for near
  /// duplicates run.
  package var hasRoles: Bool { entries.contains { $0.role != nil } }

  /// What could not be checked.
  package var notes: [String] {
    let unreadNotes = [Self.unreadNote(problems, fate: "not judged")].compactMap(\.self)
    if isEmpty { return unreadNotes + ["no colours: nothing to judge\(whyEmpty)"] }
    if hasRoles || rules == [.colorVision] { return unreadNotes }
    return unreadNotes + [
      "no colour has a role: contrast, color-vision and same-color-two-meanings did not run "
        + "(name roles in --roles FILE, in $extensions.p3tool.role, or in names such as primaryText)"
    ]
  }

  /// Whether there is nothing to judge.
  package var isEmpty: Bool { entries.isEmpty && problems.allSatisfy { $0.kind == .unread } }

  private var whyEmpty: String {
    let isSheet = palette.name.lowercased().hasSuffix(".css") || palette.name == "-"
    guard isSheet, problems.isEmpty else { return "" }
    return
      " (of a style sheet only custom properties are read, --name: #0070F2, not color: and background: of rules)"
  }

  /// A note that names the colours among `problems` that were not understood, and their `fate`; nil if there are none.
  package static func unreadNote(
    _ problems: [PaletteError], fate: String, lines: PaletteLines? = nil
  ) -> String? {
    let unread = problems.filter { $0.kind == .unread }
    let names = unread.prefix(mostNamed).map { problem in
      "\(problem.entry) (\(lines?[problem.entry].map { "line \($0): " } ?? "")\(problem.fact))"
    }
    return unread.isEmpty ? nil : "not understood, \(fate): \(listed(names, of: unread.count))"
  }

  /// Checks `palette` and the problems of reading it.
  ///
  /// - Parameter roles: overrides the roles of colours.
  package init(
    _ palette: Palette, platform: String? = nil, problems: [PaletteError] = [],
    roles: PaletteRoleGlobs = PaletteRoleGlobs(), rules: Set<PaletteRule> = Set(PaletteRule.allCases)
  ) {
    self.palette = palette.withRoles(roles)
    entries = self.palette.colors(of: platform)
    self.problems = problems
    self.rules = rules
  }

  /// All findings, ordered by rule.
  package var findings: [PaletteFinding] {
    PaletteRule.allCases.filter(rules.contains).flatMap(findings)
  }

  private func findings(of rule: PaletteRule) -> [PaletteFinding] {
    switch rule {
    case .contrast: contrast
    case .colorVision: colorVision
    case .nearDuplicate: nearDuplicates
    case .sameColorTwoMeanings: sameColors
    case .nonAdaptive: nonAdaptive
    case .noIncreasedContrast: withoutIncreasedContrast
    case .literalSystemColor:
      Palette.builtInNames.contains(palette.name) ? [] : SystemColorScan(entries).literals
    case .srgbNumbersInP3: SystemColorScan(entries).srgbNumbersInP3
    case .textOutsideSRGB: textOutsideSRGB
    case .invalidColor:
      problems.filter { $0.kind == .color }.map {
        PaletteFinding(.invalidColor, [$0.entry], saying: $0.description)
      }
    case .alias:
      problems.filter { $0.kind == .alias }.map { PaletteFinding(.alias, [$0.entry], saying: $0.description) }
    }
  }

  // MARK: Contrast

  /// One finding per text and condition, for its worst background.
  private var contrast: [PaletteFinding] {
    let pairs = PalettePairs(entries)
    let requirement = ContrastRequirement()
    var suggestions = 0
    var findings: [PaletteFinding] = []
    for condition in pairs.conditions {
      for failing in pairs.failing(condition, requirement.ratio) {
        suggestions += 1
        findings.append(
          contrastFinding(failing, condition, requirement, suggests: suggestions <= Self.mostSuggestions))
      }
    }
    return findings
  }

  private func contrastFinding(
    _ failing: PalettePairs.Failing, _ condition: PaletteCondition, _ requirement: ContrastRequirement,
    suggests: Bool
  ) -> PaletteFinding {
    let ratio = ContrastReport.truncated(failing.ratio)
    let others =
      failing.others.isEmpty ? "" : ", and on \(Self.listed(failing.others, of: failing.otherCount))"
    var message =
      "\(failing.text) on \(failing.background) (\(condition.text)) has \(ratio):1, at least "
      + "\(ContrastReport.truncated(requirement.ratio)):1 is asked\(others)"
    if suggests {
      let search = ContrastSuggestion(
        for: failing.pair, reaching: requirement.ratio, change: .foreground, gamut: .sRGB)
      message += search.nearest.map { "; \($0.color.cssText) passes" } ?? "; no lightness passes"
    }
    return PaletteFinding(
      .contrast, [failing.text, failing.background], condition, value: failing.ratio, saying: message)
  }

  /// The first names, and how many of `count` are left out.
  private static func listed(_ names: [String], of count: Int) -> String {
    let rest = count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  // MARK: Pairs of one role

  /// The colours that are compared with each other (by role, or without roles by group) in each appearance.
  private var comparedGroups: [(condition: PaletteCondition, colors: [NamedColor])] {
    // Computed once, as it reads all entries.
    let hasRoles = hasRoles
    return PaletteCondition.Appearance.allCases.map { PaletteCondition($0) }.flatMap { condition in
      let groups =
        hasRoles
        ? [PaletteRole.interactive, .status].map { role in entries.filter { $0.role == role } }
        : Set(entries.map(\.group)).sorted().map { group in entries.filter { $0.group == group } }
      return groups.map { (condition, $0.compactMap { NamedColor($0, condition) }) }
    }
  }

  private var colorVision: [PaletteFinding] {
    // If it is the only rule, it compares all colours of a group.
    guard hasRoles || rules == [.colorVision] else { return [] }
    return comparedGroups.flatMap { condition, colors in
      PaletteVision(colors).pairs(atMost: Self.mostPairs).map {
        visionFinding($0, colors[$0.first], colors[$0.second], condition)
      }
    }
  }

  private func visionFinding(
    _ pair: PaletteVision.Pair, _ one: NamedColor, _ other: NamedColor, _ condition: PaletteCondition
  ) -> PaletteFinding {
    let message =
      "\(one.name) \(one.color.cssText) and \(other.name) \(other.color.cssText) (\(condition.text)) are ΔE2000 "
      + "\(Numbers.oneDecimal(pair.difference)) apart with \(pair.vision.rawValue), "
      + "\(Numbers.oneDecimal(pair.normal)) without"
    return PaletteFinding(
      .colorVision, [one.name, other.name], condition, level: pair.level, value: pair.difference,
      saying: message)
  }

  /// One finding for each colour with similar later ones, about the most similar.
  private var nearDuplicates: [PaletteFinding] {
    comparedGroups.flatMap { condition, all -> [PaletteFinding] in
      // Aliases are equal on purpose, and so are equal values.
      let colors = all.filter { !$0.isAlias }
      let near = PaletteNeighbors(colors.map(\.normal)).search(
        within: Self.nearDuplicateLimit, keeping: 0
      ) { $2 == 0 ? nil : $2 }
      return colors.indices.compactMap { place in
        near.nearest[place].map { nearest in
          nearDuplicateFinding(colors[place], nearest, of: near.counts[place], colors, condition)
        }
      }
    }
  }

  private func nearDuplicateFinding(
    _ one: NamedColor, _ nearest: PaletteNeighbors.Neighbor, of count: Int, _ colors: [NamedColor],
    _ condition: PaletteCondition
  ) -> PaletteFinding {
    let (other, least) = (colors[nearest.place], nearest.difference)
    let others =
      count == 1 ? "" : "; \(Numbers.counted(count - 1, "more colour")) of the palette as near"
    let message =
      "\(one.name) \(one.color.cssText) and \(other.name) \(other.color.cssText) (\(condition.text)) are ΔE2000 "
      + "\(Numbers.oneDecimal(least)) apart, at least \(Numbers.oneDecimal(Self.nearDuplicateLimit)) tells them apart"
    return PaletteFinding(
      .nearDuplicate, [one.name, other.name], condition, value: least, saying: message + others)
  }

  /// Colours with two different read roles that are one colour: all pairs, or, if these are too many, the nearest of
  /// each colour.
  private var sameColors: [PaletteFinding] {
    PaletteCondition.Appearance.allCases.flatMap { appearance -> [PaletteFinding] in
      let condition = PaletteCondition(appearance)
      let colors = entries.filter { $0.role?.isRead == true }.compactMap { NamedColor($0, condition) }
      let near = PaletteNeighbors(colors.map(\.normal)).search(
        within: Self.sameColorLimit, keeping: Self.mostPairs
      ) { colors[$0].role == colors[$1].role ? nil : $2 }
      let told = near.all ?? near.nearest.map { $0.map { [$0] } ?? [] }
      return zip(colors, told).flatMap { color, others in
        others.compactMap { sameColorFinding(color, colors[$0.place], $0.difference, condition) }
      }
    }
  }

  private func sameColorFinding(
    _ one: NamedColor, _ other: NamedColor, _ difference: Double, _ condition: PaletteCondition
  ) -> PaletteFinding? {
    guard let first = one.role, let second = other.role, first != second else { return nil }
    let message =
      "\(one.name) (\(first.rawValue)) and \(other.name) (\(second.rawValue)) are one colour, "
      + "\(one.color.cssText) (\(condition.text))"
    return PaletteFinding(
      .sameColorTwoMeanings, [one.name, other.name], condition, value: difference, saying: message)
  }

  // MARK: Single colours

  /// UIKit names whose colours are the same in both appearances by design.
  private static let fixedNames: Set<String> = ["lightText", "darkText"]

  /// One finding for the whole palette.
  private var nonAdaptive: [PaletteFinding] {
    let (light, dark) = (PaletteCondition(.light), PaletteCondition(.dark))
    guard entries.contains(where: { $0.hasOwnValue(dark) }) else {
      return entries.isEmpty ? [] : [PaletteFinding(.nonAdaptive, [], saying: "no colour has a dark value")]
    }
    let judged = entries.filter { $0.role != .decoration || Self.fixedNames.contains($0.name) }
    let missing = judged.filter { $0.color(dark) == nil }.map(\.name)
    let equal = judged.filter { $0.color(dark) != nil && $0.color(light) == $0.color(dark) }.map(\.name)
    func part(_ names: [String], _ fact: String) -> String? {
      let count = Numbers.counted(names.count, "colour")
      return names.isEmpty
        ? nil : "\(count) \(fact): \(Self.listed(Array(names.prefix(Self.mostNamed)), of: names.count))"
    }
    let fixed = equal.filter(Self.fixedNames.contains).isEmpty ? nil : "use label for lightText and darkText"
    let parts = [
      part(missing, "without a dark value"), part(equal, "the same in both appearances"), fixed,
    ].compactMap(\.self)
    guard !(missing + equal).isEmpty else { return [] }
    return [PaletteFinding(.nonAdaptive, missing + equal, saying: parts.joined(separator: "; "))]
  }

  private var withoutIncreasedContrast: [PaletteFinding] {
    let read = entries.filter { $0.role == .text || $0.role == .interactive }
    let missing = read.filter { entry in
      !PaletteCondition.all.contains { $0.isIncreased && entry.hasOwnValue($0) }
    }
    guard missing.count < read.count || read.isEmpty else {
      return [
        PaletteFinding(.noIncreasedContrast, [], saying: "no colour has a value for increased contrast")
      ]
    }
    // Black and white have no more contrast to give.
    return missing.filter { $0.plainColor?.isExtreme != true }.map {
      PaletteFinding(
        .noIncreasedContrast, [$0.name], saying: "\($0.name) has no value for increased contrast")
    }
  }

  private var textOutsideSRGB: [PaletteFinding] {
    entries.filter { $0.role == .text }.flatMap { entry in
      entry.orderedValues.filter { !$0.color.isInSRGB }.map { condition, color in
        PaletteFinding(
          .textOutsideSRGB, [entry.name], condition,
          saying:
            "\(entry.name) (\(condition.text)) is \(color.cssText): an sRGB display shows \(color.hexText)")
      }
    }
  }
}

extension CSSColor {
  /// Whether the colour is opaque black or white.
  fileprivate var isExtreme: Bool { alpha == 1 && (hexText == "#000000" || hexText == "#FFFFFF") }
}
