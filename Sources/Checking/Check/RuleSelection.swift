/// The rules that a check runs: `--only` and `--skip`.
public struct RuleSelection: Sendable, Hashable, Codable {
  /// The rules that run.
  public let rules: Set<Rule>

  /// All rules that run by default.
  public static let all = RuleSelection()

  /// - Parameters:
  ///   - only: runs only these rules; empty means all that run by default.
  ///   - also: further rules to run, if `only` is empty.
  ///   - skip: rules to leave out.
  public init(only: [Rule] = [], also: [Rule] = [], skip: [Rule] = []) {
    let unasked = Rule.allCases.filter { !$0.isOffByDefault }
    rules = Set(only.isEmpty ? unasked + also : only).subtracting(skip)
  }

  /// Whether `rule` runs.
  public func contains(_ rule: Rule) -> Bool { rules.contains(rule) }
}

extension Rule {
  /// Whether the rule runs only if it is named.
  package var isOffByDefault: Bool { self == .colorVision }
}

extension Rule: NamedRule {
  /// Other names for rules.
  package static let synonyms = [
    "bands": ["banding"], "glow": ["white-glow"], "clipping": ["gamut-clipping"],
    "colorblindness": ["color-vision"], "colourblindness": ["color-vision"], "gamma": ["legacy-gamma"],
  ]
}
