package import Checking
import Colors
import ImageFiles

/// Decides which findings of `palette lint` fail a run.
package struct PalettePolicy: Sendable {
  /// Conditions of a failure; any one is enough.
  package let conditions: [Condition]
  /// Findings of an earlier run, which do not fail.
  package let baseline: PaletteBaseline?

  /// - Parameter conditions: empty means the default, errors.
  package init(conditions: [Condition] = [], baseline: PaletteBaseline? = nil) {
    self.conditions = conditions.isEmpty ? [.level(.error)] : conditions
    self.baseline = baseline
  }

  /// Whether `finding` on the palette at `path` makes the run exit with 1.
  package func fails(_ finding: PaletteFinding, of path: String) -> Bool {
    !isKnown(finding, of: path) && conditions.contains { $0.matches(finding) }
  }

  /// Whether `finding` on the palette at `path` is in the baseline.
  package func isKnown(_ finding: PaletteFinding, of path: String) -> Bool {
    baseline?.contains(finding, of: path) ?? false
  }

  /// One value of `--fail-on`.
  package enum Condition: Sendable, Hashable {
    /// Findings of this level or above.
    case level(FindingLevel)
    /// Findings of this rule; with a limit only those whose measure, a ratio or a ΔE2000, is below it.
    case rule(PaletteRule, under: Double?)
    /// No finding at all.
    case never

    /// Parses `LEVEL`, `RULE`, `RULE=LIMIT` or `none`.
    package init(_ text: String) throws(PaletteConditionError) {
      if text == "none" {
        self = .never
        return
      }
      if let level = FindingLevel(rawValue: text) {
        self = .level(level)
        return
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0)
      }
      guard let rule = PaletteRule(rawValue: parts.first ?? "") else {
        throw .unknown(UnknownRule(parts.first ?? "", of: PaletteRule.self, isCondition: true))
      }
      guard let word = parts.dropFirst().first else {
        self = .rule(rule, under: nil)
        return
      }
      guard let reported = rule.reportedBelow else { throw .unmeasured(rule) }
      guard let limit = Double(word), limit > 0, limit <= reported else {
        throw .notALimit(word, of: rule, most: reported)
      }
      self = .rule(rule, under: limit)
    }

    /// The condition in the notation of `--fail-on`.
    package var text: String {
      switch self {
      case .level(let level): level.rawValue
      case .rule(let rule, let limit): rule.rawValue + (limit.map { "=\($0)" } ?? "")
      case .never: "none"
      }
    }

    /// Whether `finding` meets the condition.
    package func matches(_ finding: PaletteFinding) -> Bool {
      switch self {
      case .level(let level): finding.level >= level
      case .rule(let rule, let limit):
        finding.rule == rule && (limit.map { (finding.value ?? 0) < $0 } ?? true)
      case .never: false
      }
    }
  }
}

/// An invalid `--fail-on` value of `palette lint`.
package enum PaletteConditionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Neither a level nor a rule.
  case unknown(UnknownRule)
  /// A limit for a rule without a measure.
  case unmeasured(PaletteRule)
  /// Not a number above 0, or above the largest measure that the rule reports.
  case notALimit(String, of: PaletteRule, most: Double)

  /// The problem and its remedy.
  package var description: String {
    switch self {
    case .unknown(let name): name.description
    case .unmeasured(let rule):
      "\(rule.rawValue) measures nothing that a limit could stand for: name it alone"
    case .notALimit(let text, let rule, let most):
      "'\(text)' is no limit for \(rule.rawValue): a number over 0 up to \(most), under which its findings fail"
    }
  }
}

extension PaletteRule {
  /// The ratio or ΔE2000 under which the rule reports; nil for rules without a measure.
  var reportedBelow: Double? {
    switch self {
    case .contrast: ContrastRequirement().ratio
    case .colorVision: ColorVisionDifference.hardLimit
    case .nearDuplicate: PaletteLint.nearDuplicateLimit
    case .sameColorTwoMeanings: PaletteLint.sameColorLimit
    default: nil
    }
  }
}

/// The findings of an earlier run of `palette lint`, from its JSON report.
///
/// A finding is known if the earlier run has it for the same palette, and its measure (smaller is worse) has not fallen
/// by more than a tenth.
package struct PaletteBaseline: Sendable {
  /// The least measure of each finding; 0 without a measure.
  private let measures: [String: Double]

  /// Reads the JSON report at `path`.
  package init(path: String) throws(BaselineError) {
    let report = try BaselineReport<KnownFinding>(
      json: try BaselineReport<KnownFinding>.bytes(path), commands: ["palette lint", "batch"],
      otherwise: .notAPaletteReport(path: path))
    measures = Dictionary(
      report.inputs.flatMap { input in
        input.known.map { (Self.key(input.path ?? "", $0.fingerprint), $0.value ?? 0) }
      }, uniquingKeysWith: min)
  }

  /// Whether the baseline has `finding` on the palette at `path` with a similar measure.
  package func contains(_ finding: PaletteFinding, of path: String) -> Bool {
    if finding.rule == .nonAdaptive, !finding.colors.isEmpty { return hasColors(of: finding, of: path) }
    guard let known = measures[Self.key(path, finding.fingerprint)] else { return false }
    return finding.value.map { $0 * Baseline.growth >= known } ?? true
  }

  /// Whether all colours of a finding with many were named before, in one finding or in several.
  private func hasColors(of finding: PaletteFinding, of path: String) -> Bool {
    let start = Self.key(path, finding.rule.rawValue + "/")
    let known = measures.keys.filter { $0.hasPrefix(start) }.flatMap { key in
      key.dropFirst(start.count).split { $0 == "+" || $0 == "/" }
    }
    return Set(known).isSuperset(of: finding.colors.flatMap { $0.split { $0 == "+" || $0 == "/" } })
  }

  private static func key(_ path: String, _ fingerprint: String) -> String {
    RepositoryPath.own(path) + "\0" + fingerprint
  }
}
