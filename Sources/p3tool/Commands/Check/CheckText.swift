import P3Kit

/// A check in words: what is wrong, where, how much, and what to do.
struct CheckText {
  let policy: FindingPolicy
  let palette: ConsolePalette
  /// Whether all findings of a rule are listed instead of the first few.
  let isVerbose: Bool

  /// How many findings of a rule are listed at most, unless all are.
  private static let listedFindings = 3

  /// The report in one line per finding, and one remedy per rule.
  func text(_ report: CheckReport) -> String {
    var lines = [heading(report)]
    for rule in Rule.allCases {
      let findings = report.findings.filter { $0.rule == rule }
      guard !findings.isEmpty else { continue }
      let listed = findings.prefix(isVerbose ? findings.count : Self.listedFindings)
      lines += listed.map { line($0) }
      if listed.count < findings.count {
        lines.append("           and \(findings.count - listed.count) more (--verbose lists them)")
      }
      lines.append("           \(palette.dim("→ \(rule.remedy)"))")
    }
    return lines.joined(separator: "\n")
  }

  private func heading(_ report: CheckReport) -> String {
    let counts = FindingLevel.allCases.reversed().compactMap { level -> String? in
      let count = report.findings.count { $0.level == level }
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
    let name = finding.level.rawValue.padded(to: 9)
    let painted =
      switch finding.level {
      case .error: palette.red(name)
      case .warning: palette.yellow(name)
      case .note: palette.dim(name)
      }
    let known = policy.isKnown(finding) ? palette.dim(" (in the baseline)") : ""
    let place = finding.region.map { " [\($0.width)×\($0.height) px at \($0.x), \($0.y)]" } ?? ""
    return "  \(painted)\(finding.rule.rawValue): \(finding.message)\(palette.dim(place))\(known)"
  }
}
