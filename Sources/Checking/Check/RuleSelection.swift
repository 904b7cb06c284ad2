/// Which rules a check runs: `--only` and `--skip`.
public struct RuleSelection: Sendable, Hashable, Codable {
  /// The rules that run.
  public let rules: Set<Rule>

  /// Every rule that runs without being asked for.
  public static let all = RuleSelection()

  /// - Parameters:
  ///   - only: these rules alone; empty means all that run without being asked for.
  ///   - also: rules that run beside those without being asked for, where `only` is empty.
  ///   - skip: rules left out of them.
  public init(only: [Rule] = [], also: [Rule] = [], skip: [Rule] = []) {
    let unasked = Rule.allCases.filter { !$0.isOffByDefault }
    rules = Set(only.isEmpty ? unasked + also : only).subtracting(skip)
  }

  /// Whether `rule` runs.
  public func contains(_ rule: Rule) -> Bool { rules.contains(rule) }
}

extension Rule {
  /// Whether the rule runs only when it is asked for by its name.
  package var isOffByDefault: Bool { self == .colorVision }
}

extension Rule: NamedRule {
  /// Words for what the rules find.
  package static let synonyms = [
    "bands": ["banding"], "glow": ["white-glow"], "clipping": ["gamut-clipping"],
    "colorblindness": ["color-vision"], "colourblindness": ["color-vision"], "gamma": ["legacy-gamma"],
  ]
}
