import ColorManagement

/// Judges a palette by the rules of `PaletteRule`.
///
/// Colours that mean something by themselves are compared with each other: those with the roles interactive and
/// status; without any roles, all. Texts and backgrounds of one system are near each other on purpose.
package struct PaletteLint: Sendable {
  /// Under this ΔE2000 two colours of a role are the same to everybody.
  static let nearDuplicateLimit = ColorVisionDifference.nearLimit
  /// Under this ΔE2000 two colours are one colour.
  static let sameColorLimit = 2.0
  /// Failing pairs that get a suggestion: the search takes some milliseconds for each.
  private static let mostSuggestions = 50
  /// Backgrounds that a finding names.
  private static let mostListed = 6
  /// Pairs of a role that are told one by one; of more, each colour's worst is told.
  private static let mostPairs = 1000

  private let palette: Palette
  private let entries: [Palette.Entry]
  private let problems: [PaletteError]
  private let rules: Set<PaletteRule>

  /// Whether any colour has a role, its own or by its name: without, only rules for single colours and for near
  /// duplicates run.
  package var hasRoles: Bool { entries.contains { $0.role != nil } }

  /// A judge of `palette` and of what could not be read of it.
  ///
  /// - Parameter roles: what colours are for, whatever the palette says.
  package init(
    _ palette: Palette, platform: String? = nil, problems: [PaletteError] = [],
    roles: PaletteRoleGlobs = PaletteRoleGlobs(), rules: Set<PaletteRule> = Set(PaletteRule.allCases)
  ) {
    self.palette = palette.withRoles(roles)
    entries = self.palette.colors(of: platform)
    self.problems = problems
    self.rules = rules
  }

  /// All findings, by rule.
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
      problems.filter { $0.kind == .color }.map { PaletteFinding(.invalidColor, [$0.entry], saying: $0.fact) }
    case .alias:
      problems.filter { $0.kind == .alias }.map { PaletteFinding(.alias, [$0.entry], saying: $0.fact) }
    }
  }

  // MARK: Contrast

  /// One finding for each text and condition, on the background where it is worst.
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
    let others = failing.others.isEmpty ? "" : ", and on \(Self.listed(failing.others))"
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

  /// The first names of a list, and how many there are more.
  private static func listed(_ names: [String]) -> String {
    let rest = names.dropFirst(mostListed).count
    return names.prefix(mostListed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  // MARK: Pairs of one role

  /// The colours that are compared with each other, by role, under each appearance.
  private var comparedGroups: [(condition: PaletteCondition, colors: [NamedColor])] {
    PaletteCondition.Appearance.allCases.map { PaletteCondition($0) }.flatMap { condition in
      let roles: [PaletteRole?] = hasRoles ? [.interactive, .status] : [nil]
      return roles.map { role in
        (condition, entries.filter { !hasRoles || $0.role == role }.compactMap { NamedColor($0, condition) })
      }
    }
  }

  private var colorVision: [PaletteFinding] {
    guard hasRoles else { return [] }
    return comparedGroups.flatMap { condition, colors in
      let findings = Self.hardPairs(colors).compactMap {
        visionFinding(colors[$0.first], colors[$0.second], condition)
      }
      return findings.count <= Self.mostPairs ? findings : Self.worst(of: findings)
    }
  }

  /// Of the findings on each first colour the one with the least difference.
  private static func worst(of findings: [PaletteFinding]) -> [PaletteFinding] {
    findings.chunked { $0.colors[0] == $1.colors[0] }.compactMap { chunk in
      chunk.min { ($0.value ?? 0) < ($1.value ?? 0) }
    }
  }

  /// The pairs that may be hard to tell apart for some: those that one of the models of a vision brings together.
  private static func hardPairs(_ colors: [NamedColor]) -> [PaletteNeighbors.Pair] {
    func pairs(_ seen: KeyPath<SimulatedColor, [CIELAB]>, _ limit: Double) -> [PaletteNeighbors.Pair] {
      PaletteNeighbors(colors.compactMap { $0.seen[keyPath: seen].first }).pairs(within: limit)
    }
    let all =
      pairs(\.protanopia, ColorVisionDifference.hardLimit)
      + pairs(\.deuteranopia, ColorVisionDifference.hardLimit)
      + pairs(\.tritanopia, ColorVisionDifference.mergingLimit)
    return Set(all).sorted()
  }

  private func visionFinding(_ one: NamedColor, _ other: NamedColor, _ condition: PaletteCondition)
    -> PaletteFinding?
  {
    let difference = ColorVisionDifference(one.seen, other.seen)
    guard difference.normal >= Self.nearDuplicateLimit else { return nil }
    let (value, vision, level): (Double, ColorVision, FindingLevel)
    if difference.redGreen < ColorVisionDifference.hardLimit {
      (value, vision) = (difference.redGreen, difference.redGreenVision)
      level = value < ColorVisionDifference.mergingLimit ? .error : .warning
    } else if difference.tritanopia < ColorVisionDifference.mergingLimit {
      (value, vision, level) = (difference.tritanopia, .tritanopia, .note)
    } else {
      return nil
    }
    let message =
      "\(one.name) \(one.color.cssText) and \(other.name) \(other.color.cssText) (\(condition.text)) are ΔE2000 "
      + "\(Numbers.oneDecimal(value)) apart with \(vision.rawValue), \(Numbers.oneDecimal(difference.normal)) without"
    return PaletteFinding(
      .colorVision, [one.name, other.name], condition, level: level, value: value, saying: message)
  }

  /// One finding for each colour that has near ones after it, on the nearest of them.
  private var nearDuplicates: [PaletteFinding] {
    comparedGroups.flatMap { condition, colors -> [PaletteFinding] in
      let pairs = PaletteNeighbors(colors.map(\.seen.normal)).pairs(within: Self.nearDuplicateLimit)
      return pairs.chunked { $0.first == $1.first }.compactMap { chunk in
        nearDuplicateFinding(chunk.map { (colors[$0.first], colors[$0.second]) }, condition)
      }
    }
  }

  private func nearDuplicateFinding(
    _ pairs: [(NamedColor, NamedColor)], _ condition: PaletteCondition
  ) -> PaletteFinding? {
    let differences = pairs.map { $0.difference($1) }
    guard let least = differences.min(), let place = differences.firstIndex(of: least) else { return nil }
    let (one, other) = pairs[place]
    let others =
      pairs.count == 1 ? "" : "; \(Numbers.counted(pairs.count - 1, "more colour")) of the palette as near"
    let message =
      "\(one.name) \(one.color.cssText) and \(other.name) \(other.color.cssText) (\(condition.text)) are ΔE2000 "
      + "\(Numbers.oneDecimal(least)) apart, at least \(Numbers.oneDecimal(Self.nearDuplicateLimit)) tells them apart"
    return PaletteFinding(
      .nearDuplicate, [one.name, other.name], condition, value: least, saying: message + others)
  }

  /// One colour among those that are read with two roles.
  private var sameColors: [PaletteFinding] {
    PaletteCondition.Appearance.allCases.flatMap { appearance -> [PaletteFinding] in
      let condition = PaletteCondition(appearance)
      let colors = entries.filter { $0.role?.isRead == true }.compactMap { NamedColor($0, condition) }
      return PaletteNeighbors(colors.map(\.seen.normal)).pairs(within: Self.sameColorLimit).compactMap {
        sameColorFinding(colors[$0.first], colors[$0.second], condition)
      }
    }
  }

  private func sameColorFinding(
    _ one: NamedColor, _ other: NamedColor, _ condition: PaletteCondition
  ) -> PaletteFinding? {
    guard let first = one.role, let second = other.role, first != second else { return nil }
    let message =
      "\(one.name) (\(first.rawValue)) and \(other.name) (\(second.rawValue)) are one colour, "
      + "\(one.color.cssText) (\(condition.text))"
    return PaletteFinding(
      .sameColorTwoMeanings, [one.name, other.name], condition, value: one.difference(other), saying: message)
  }

  // MARK: Single colours

  /// Names of UIKit that are the same in both appearances by design.
  private static let fixedNames: Set<String> = ["lightText", "darkText"]

  private var nonAdaptive: [PaletteFinding] {
    let (light, dark) = (PaletteCondition(.light), PaletteCondition(.dark))
    guard entries.contains(where: { $0.hasOwnValue(dark) }) else {
      return entries.isEmpty ? [] : [PaletteFinding(.nonAdaptive, [], saying: "no colour has a dark value")]
    }
    return entries.filter { $0.role != .decoration }.compactMap { entry in
      if Self.fixedNames.contains(entry.name) {
        return PaletteFinding(
          .nonAdaptive, [entry.name], saying: "\(entry.name) is the same in both appearances: use label")
      }
      guard let dark = entry.color(dark) else {
        return PaletteFinding(.nonAdaptive, [entry.name], saying: "\(entry.name) has no dark value")
      }
      guard let light = entry.color(light), light == dark else { return nil }
      return PaletteFinding(
        .nonAdaptive, [entry.name], saying: "\(entry.name) is \(light.cssText) in both appearances")
    }
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
  /// Whether it is opaque black or white.
  fileprivate var isExtreme: Bool { alpha == 1 && (hexText == "#000000" || hexText == "#FFFFFF") }
}

extension Array {
  /// Neighbours that belong together, in their order.
  fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [[Element]] {
    var chunks: [[Element]] = []
    for element in self {
      if let place = chunks.indices.last, let last = chunks[place].last, belong(last, element) {
        chunks[place].append(element)
      } else {
        chunks.append([element])
      }
    }
    return chunks
  }
}
