import Checking
import ImageFiles

// Values that say what a check looks for, how, and what fails it.

extension OptionValue<FailCondition> {
  /// A level, a rule, `rule=limit`, or `none`.
  ///
  /// - Parameter rules: those that the step can answer.
  static func condition(answeredBy rules: [Rule]) -> OptionValue {
    OptionValue(
      .text(
        examples: FindingLevel.allCases.map(\.rawValue) + ["none"] + rules.prefix(2).map(\.rawValue)
          + rules.prefix(1).map { "\($0.rawValue)=0.01" }),
      key: { $0.text },
      read: { (text) throws(ConfigurationError) in
        let condition: FailCondition
        do {
          condition = try FailCondition(text.text)
        } catch {
          throw text.error("'\(text.name)': \(error)")
        }
        if case .rule(let rule, _) = condition, !rules.contains(rule) {
          let names = rules.map(\.rawValue).joined(separator: " and ")
          throw text.error(
            "'\(text.name)': this step answers \(names), not \(rule.rawValue): use a check step")
        }
        return condition
      })
  }
}

extension FailCondition {
  /// As `--fail-on` takes it, with the limit spelled out.
  fileprivate var text: String {
    switch self {
    case .level(let level): level.rawValue
    case .rule(let rule, let limit): "\(rule.rawValue)=\(limit)"
    case .never: "none"
    }
  }
}

extension OptionValue<[Rule: FindingLevel?]> {
  /// Levels by rule; nil for rules that are off.
  static var levels: OptionValue {
    OptionValue(
      .keyed(
        Rule.allCases.map(\.rawValue), .choice(FindingLevel.allCases.map(\.rawValue) + ["off"])),
      key: { levels in
        let lines = levels.map { "\($0.key.rawValue): \($0.value?.rawValue ?? "off")" }.sorted()
        return "{\(lines.joined(separator: ", "))}"
      },
      spelling: { _ in nil },
      read: { (text) throws(ConfigurationError) in
        var levels: [Rule: FindingLevel?] = [:]
        for entry in text.node.entries {
          if let rule = Rule(rawValue: entry.key) {
            levels[rule] = .some(FindingLevel(rawValue: entry.value.text))
          }
        }
        return levels
      })
  }
}

/// The findings of an earlier run, with what tells one such file from another.
struct BaselineFile: Sendable {
  let baseline: Baseline
  /// Of the file's bytes.
  let hash: ContentHash
}

extension OptionValue<BaselineFile> {
  /// A JSON report, relative to the pipeline's folder.
  static var baseline: OptionValue {
    file(example: "baseline.json", key: { "\($0.hash)" }) { path in
      BaselineFile(baseline: try Baseline(path: path), hash: try ContentHash(file: path))
    }
  }
}

extension OptionValue<ViewingDistance> {
  /// A length with its unit; a number alone is in centimetres.
  static var distance: OptionValue {
    OptionValue(
      .either(.text(examples: ["50cm", "20in"]), .number(NumberRange(lower: 0.1, upper: 100_000))),
      key: { "\($0.inches) in" },
      read: { (text) throws(ConfigurationError) in
        guard let distance = ViewingDistance(text.text) else {
          throw text.error("'\(text.name)' takes a length such as 50, 50cm or 20in, not '\(text.text)'")
        }
        return distance
      })
  }
}
