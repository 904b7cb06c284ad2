import Batch
import Catalogs
import Checking
import ImageFiles
import Reports

/// The findings of a JSON report, for the formats for code review.
///
/// Unknown members of a later version's report are ignored. Missing members of a finding are left empty.
struct MergedFindings {
  private let report: JSONValue
  /// The least level of findings that fail; nil if none fail.
  private let failingLevel: FindingLevel?

  init(_ report: JSONValue) {
    self.report = report
    failingLevel = Self.failingLevel(report["summary"])
  }

  /// The level from which on the number of findings equals the number of failures; errors if there is no such level, as
  /// with rules in `--fail-on`.
  private static func failingLevel(_ summary: JSONValue?) -> FindingLevel? {
    guard let failing = summary?["failing"]?.integer, failing > 0 else { return nil }
    var sum = 0
    for level in FindingLevel.allCases.reversed() {
      sum += summary?["findings"]?[level.rawValue]?.integer ?? 0
      if sum == failing { return level }
    }
    return .error
  }

  /// The outcome of the run of the whole.
  var outcome: Outcome {
    func count(_ name: String) -> Int { report["summary"]?[name]?.integer ?? 0 }
    // A `findings` that is an object of levels counts as 0; `failing` has the number then.
    return Outcome(failed: count("failed"), findings: count("findings") + count("failing"))
  }

  /// All findings of the report.
  func document(as format: ReportFormat) throws -> FindingsDocument {
    let command = report["command"]?.string ?? "report merge"
    let document = FindingsDocument(format, command: command, rules: Self.rules(of: command)) { totals in
      HTMLPage.Outline(
        headline: totals.headline(
          "input", clean: "nothing to complain about in \(Numbers.counted(totals.inputs, "input"))"),
        lead: "", hasOverview: false)
    }
    for input in report["inputs"]?.elements ?? [] { try document.add(FindingsRecord(files: files(input))) }
    return document
  }

  private static func rules(of command: String) -> [ReportedRule] {
    if command == "catalog lint" {
      return CatalogRule.allCases.map { ReportedRule($0) }
    }
    // Rules of palettes share ids with rules of images. The first describes both, as in the report of a batch.
    return ReportedRule.ofSteps()
  }

  /// The file of an input, and other files that its findings name.
  private func files(_ input: JSONValue) -> [ReportedFile] {
    let path = input["path"]?.string ?? ""
    let steps = input["steps"]?.elements ?? []
    let findings = ([input] + steps).flatMap { $0["findings"]?.elements ?? [] }
    var names: [String] = []
    var found: [String: [ReportedFinding]] = [:]
    for finding in findings {
      // A finding about a catalog's set concerns one of its files; a finding about a pair concerns the second image.
      let name = finding["file"]?.string ?? input["other"]?.string ?? path
      guard let reported = ReportedFinding(finding, failingLevel: failingLevel) else { continue }
      if found[name] == nil { names.append(name) }
      found[name, default: []].append(reported)
    }
    let failure = input["error"]?.string
    guard failure != nil || names.isEmpty else { return names.map { file($0, found[$0] ?? []) } }
    return [ReportedFile(path: path, findings: found[path] ?? [], failure: failure)]
      + names.filter { $0 != path }.map { file($0, found[$0] ?? []) }
  }

  private func file(_ path: String, _ findings: [ReportedFinding]) -> ReportedFile {
    ReportedFile(path: path, findings: findings, failure: nil)
  }
}

extension ReportedFinding {
  /// The finding in a JSON report; nil if it has no rule.
  fileprivate init?(_ finding: JSONValue, failingLevel: FindingLevel?) {
    guard let rule = finding["rule"]?.string else { return nil }
    let level = finding["level"]?.string.flatMap { FindingLevel(rawValue: $0) } ?? .error
    self.init(
      ruleID: rule, level: level,
      message: finding["message"]?.string ?? "", region: finding["region"].flatMap(Self.region),
      fingerprint: finding["fingerprint"]?.string ?? "", fails: failingLevel.map { level >= $0 } ?? false,
      isKnown: nil)
  }

  private static func region(_ value: JSONValue) -> ImageRegion? {
    let sides = ["x", "y", "width", "height"].compactMap { value[$0]?.integer }
    guard sides.count == 4 else { return nil }
    return ImageRegion(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }
}
