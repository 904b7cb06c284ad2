import Analysis
import Checking
import ImageFiles
import Reports

/// A check as text: findings with their places and amounts, and remedies.
struct CheckText {
  let policy: FindingPolicy
  let palette: ConsolePalette
  let detail: Detail
  /// The target of conversions in remedies.
  var target = "srgb"
  /// The width of lines in columns; nil if lines are not wrapped.
  var width: Int?
  /// The bars of histograms.
  var sparkline = Sparkline.blocks

  /// Whether files of options may decide which findings fail.
  var hasFiles = false

  /// The selection of listed findings.
  enum Detail {
    /// Findings that fail the run.
    case failing
    /// Findings that are not in the baseline. Findings of a rule in many files are listed once per run.
    case new
    /// All findings of each file, and files without findings.
    case all
  }

  private var isVerbose: Bool { detail == .all }

  /// Whether `finding` is listed, either with its file or at the end of the run.
  func lists(_ finding: Finding) -> Bool {
    switch detail {
    case .failing: policy.fails(finding)
    case .new: !policy.isKnown(finding)
    case .all: true
    }
  }

  /// One line per finding and one remedy per rule; empty if no finding is listed.
  func text(_ report: CheckReport) -> String {
    let listed = report.findings.filter { !leavesToTheEnd($0) && lists($0) }
    guard isVerbose || !listed.isEmpty else { return "" }
    var lines = [heading(report, listed)]
    for rule in Rule.allCases {
      let findings = listed.filter { $0.rule == rule }
      guard !findings.isEmpty else { continue }
      lines += findings.map { line($0) }
      if rule == .gamutClipping, let spread = report.gamut?.spread {
        lines.append(Self.indent + palette.dim("pixels " + sparkline.text(spread)))
      }
      lines.append(Self.indent + palette.dim("→ " + broken(rule.remedy(for: report.path, target: target), 2)))
    }
    return lines.joined(separator: "\n")
  }

  /// Whether `finding` is listed at the end of the run, once for all files with findings of its rule. Not if a file of
  /// options changes the rule's level.
  func leavesToTheEnd(_ finding: Finding) -> Bool {
    finding.rule.isSaidOncePerRun && !isVerbose && finding.level == finding.rule.level
  }

  /// The text at the end of a run on `total` files, about a rule with findings in `count` of them, `first` among them.
  func closing(_ rule: Rule, count: Int, total: Int, first: String) -> String {
    let files = total == 1 ? "" : " in \(Numbers.count(count)) of \(Numbers.counted(total, "file"))"
    let remedy = count == 1 ? rule.remedy(for: first, target: target) : rule.remedy(target: target)
    let level = palette.level(rule.level, rule.level.rawValue.padded(to: 9))
    let summary = broken("\(rule.rawValue)\(files): \(rule.summary)", -2)
    return "\(level)\(summary)\n         \(palette.dim("→ " + broken(remedy, 0)))"
  }

  /// The indentation of lines below a finding.
  private static let indent = String(repeating: " ", count: 11)

  /// `text`, wrapped, with `more` columns of indentation in addition to `indent`.
  private func broken(_ text: String, _ more: Int) -> String {
    width.map { text.wrapped(to: $0, indent: Self.indent.count + more) } ?? text
  }

  /// `17 warnings, 1 note in 3 of 29 images; exit 1: --fail-on warning`.
  func closing(_ summary: RunSummary) -> String {
    guard summary.inputs > 0 else { return "nothing to check" }
    let reason = hasFiles ? "fail-on of p3tool.yml" : "--fail-on \(conditions)"
    return summary.closing("image", reason: reason, palette)
  }

  /// The values of `--fail-on`, as typed.
  private var conditions: String {
    policy.conditions.map { condition in
      switch condition {
      case .level(let level): level.rawValue
      case .rule(let rule, let limit):
        limit == rule.defaultLimit ? rule.rawValue : "\(rule.rawValue)=\(limit)"
      case .never: "none"
      }
    }.joined(separator: ", ")
  }

  private func heading(_ report: CheckReport, _ listed: [Finding]) -> String {
    let verdict = FindingCounts(listed.map(\.level)).text ?? palette.green("nothing to complain about")
    let source = report.source
    return [
      palette.bold(report.path.printableName),
      "\(report.width)×\(report.height) \(source.colorType)\(source.depth)",
      source.profile, verdict,
    ].joined(separator: "  ")
  }

  private func line(_ finding: Finding) -> String {
    let level = palette.level(finding.level, finding.level.rawValue.padded(to: 9))
    let known = policy.isKnown(finding) ? palette.dim(" (in the baseline)") : ""
    let place = finding.region.map { " [\($0.width)×\($0.height) px at \($0.x), \($0.y)]" } ?? ""
    let text = "\(finding.rule.rawValue): \(finding.message)\(palette.dim(place))\(known)"
    return "  \(level)" + broken(text, 0)
  }
}
