import P3Kit

/// The findings of one file as the HTML page shows them.
struct HTMLFindings {
  typealias Values = [String: Any]

  /// In the order of the page.
  let rules: [ReportedRule]
  let findings: [ReportedFinding]

  /// What the template wants of findings.
  var values: Values {
    ["counts": counts, "isClean": findings.isEmpty, "hasFindings": !findings.isEmpty, "findings": groups]
  }

  /// By level, the most severe first.
  private var counts: [Values] {
    FindingLevel.allCases.reversed().compactMap { level in
      let count = findings.count { $0.level == level }
      guard count > 0 else { return nil }
      return ["level": level.rawValue, "count": count, "word": level.rawValue + (count == 1 ? "" : "s")]
    }
  }

  /// The findings of each rule together; of many, the first few are seen at once.
  private var groups: [Values] {
    rules.compactMap { rule in
      let findings = findings.filter { $0.ruleID == rule.id }
      guard let level = findings.map(\.level).max() else { return nil }
      let first = findings.prefix(Self.shownFindings)
      let rest = findings.dropFirst(Self.shownFindings)
      var values: Values = [
        "level": level.rawValue, "rule": rule.id, "remedy": rule.remedy,
        "messages": first.map { finding($0) },
      ]
      if !rest.isEmpty { values["more"] = ["count": rest.count, "messages": rest.map { finding($0) }] }
      return values
    }
  }

  private static let shownFindings = 3

  private func finding(_ finding: ReportedFinding) -> Values {
    var values: Values = ["message": finding.message, "isKnown": finding.isKnown ?? false]
    if let region = finding.region {
      values["place"] = "\(region.width) × \(region.height) pixels at \(region.x), \(region.y)"
    }
    return values
  }
}
