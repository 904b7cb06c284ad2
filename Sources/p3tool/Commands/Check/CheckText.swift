import P3Kit

/// A check in words: what is wrong, where, how much, and what to do.
struct CheckText {
  let policy: FindingPolicy
  let palette: ConsolePalette
  /// Whether each file says what is otherwise said once per run.
  let isVerbose: Bool

  /// The report in one line per finding, and one remedy per rule.
  func text(_ report: CheckReport) -> String {
    var lines = [heading(report)]
    for rule in Rule.allCases where !leavesToTheEnd(rule) {
      let findings = report.findings.filter { $0.rule == rule }
      guard !findings.isEmpty else { continue }
      lines += findings.map { line($0) }
      lines.append("           \(palette.dim("→ \(rule.remedy(for: report.path))"))")
    }
    return lines.joined(separator: "\n")
  }

  /// Whether the end of the run says for all files what `rule` found.
  func leavesToTheEnd(_ rule: Rule) -> Bool { rule.isSaidOncePerRun && !isVerbose }

  /// What the end of a run over `total` files says of a rule that `count` of them break, `first` among them.
  func closing(_ rule: Rule, count: Int, total: Int, first: String) -> String {
    let files = total == 1 ? "" : " in \(Numbers.count(count)) of \(Numbers.counted(total, "file"))"
    let remedy = count == 1 ? rule.remedy(for: first) : rule.remedy
    let level = painted(rule.level, rule.level.rawValue.padded(to: 9))
    return "\(level)\(rule.rawValue)\(files): \(rule.summary)\n         \(palette.dim("→ \(remedy)"))"
  }

  private func heading(_ report: CheckReport) -> String {
    let counts = FindingLevel.allCases.reversed().compactMap { level -> String? in
      let count = report.findings.count { $0.level == level && !leavesToTheEnd($0.rule) }
      return count == 0 ? nil : Numbers.counted(count, level.rawValue)
    }
    let verdict = counts.isEmpty ? palette.green("nothing to complain about") : counts.joined(separator: ", ")
    let source = report.source
    return [
      palette.bold(report.path.printableName),
      "\(report.width)×\(report.height) \(source.colorType)\(source.depth)",
      source.profile, verdict,
    ].joined(separator: "  ")
  }

  private func line(_ finding: Finding) -> String {
    let level = painted(finding.level, finding.level.rawValue.padded(to: 9))
    let known = policy.isKnown(finding) ? palette.dim(" (in the baseline)") : ""
    let place = finding.region.map { " [\($0.width)×\($0.height) px at \($0.x), \($0.y)]" } ?? ""
    return "  \(level)\(finding.rule.rawValue): \(finding.message)\(palette.dim(place))\(known)"
  }

  private func painted(_ level: FindingLevel, _ text: String) -> String {
    switch level {
    case .error: palette.red(text)
    case .warning: palette.yellow(text)
    case .note: palette.dim(text)
    }
  }
}
