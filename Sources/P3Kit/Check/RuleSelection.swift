/// Which rules a check runs: `--only` and `--skip`.
public struct RuleSelection: Sendable, Hashable {
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
  public var isOffByDefault: Bool { self == .colorVision }
}

// Rules by the names that users type.

extension Rule {
  /// A name that is no rule.
  public struct Unknown: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was typed.
    public let name: String
    /// The closest name among those that would have been right.
    public let nearest: String

    /// `no rule 'gamutclip' (did you mean 'gamut-clipping'?)`.
    public var description: String { "no rule '\(name)' (did you mean '\(nearest)'?)" }
  }

  /// The rule called `name`.
  public static func named(_ name: String) throws(Unknown) -> Rule {
    if let rule = Rule(rawValue: name) { return rule }
    throw Unknown(name: name, nearest: nearestName(to: name, among: allCases.map(\.rawValue)))
  }

  /// The candidate nearest to `name`; one that `name` begins counts as near.
  static func nearestName(to name: String, among candidates: [String]) -> String {
    let typed = name.lowercased()
    let scored = candidates.map { candidate in
      let isBeginning = !typed.isEmpty && candidate.hasPrefix(typed)
      return (candidate, isBeginning ? 0 : NearestName.distance(typed, candidate))
    }
    return scored.min { $0.1 < $1.1 }?.0 ?? ""
  }
}
