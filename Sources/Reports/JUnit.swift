// JUnit XML, which CI servers show as a table of tests.

import Checking
import ImageFiles

/// The run as test suites, one per file. A suite has a test case for each step of a pipeline and for each rule with
/// findings, or else one case that passes. Findings that fail the run are failures, other findings are output of a
/// passing case, and an input that could not be processed is an error.
struct JUnitContent: FindingsContent {
  let command: String
  let rules: [ReportedRule]
  private let suites = TextSpool()
  private var tests = 0, failures = 0, errors = 0

  init(command: String, rules: [ReportedRule]) {
    self.command = command
    self.rules = rules
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws {
    put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"p3tool \(command.xmlEscaped)\" ")
    put("tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\">\n")
    try suites.forEachPiece(put)
    put("</testsuites>\n")
  }

  mutating func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError) {
    let name = file.name.xmlEscaped
    let found = Set(file.findings.map(\.ruleID))
    var cases =
      file.failure.map { [errorCase($0, name)] }
      ?? file.steps.map { passingCase($0, name) }
      + rules.filter { found.contains($0.id) }.map { ruleCase($0, file, name) }
    if cases.isEmpty { cases = [passingCase(command, name)] }
    let failed =
      file.failure == nil
      ? rules.count { rule in file.findings.contains { $0.ruleID == rule.id && $0.fails } } : 0
    let broken = file.failure == nil ? 0 : 1
    (tests, failures, errors) = (tests + cases.count, failures + failed, errors + broken)
    let head =
      "  <testsuite name=\"\(name)\" tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"\(broken)\" "
      + "skipped=\"0\">"
    try suites.append(([head] + cases + ["  </testsuite>\n"]).joined(separator: "\n"))
  }

  private func passingCase(_ title: String, _ name: String) -> String {
    "    <testcase name=\"\(title.xmlEscaped)\" classname=\"\(name)\"/>"
  }

  private func errorCase(_ failure: String, _ name: String) -> String {
    """
        <testcase name="read" classname="\(name)">
          <error message="\(failure.xmlEscaped)"/>
        </testcase>
    """
  }

  private func ruleCase(_ rule: ReportedRule, _ file: ReportedFile, _ name: String) -> String {
    let findings = file.findings.filter { $0.ruleID == rule.id }
    let head = "    <testcase name=\"\(rule.id.xmlEscaped)\" classname=\"\(name)\""
    let failing = findings.filter(\.fails)
    let others = findings.filter { !$0.fails }
    var lines = [head + ">"]
    if let first = failing.first {
      let text = (failing.map(\.messageWithPlace) + [rule.remedy]).joined(separator: "\n")
      lines.append(
        "      <failure type=\"\(first.level.rawValue)\" message=\"\(first.messageWithPlace.xmlEscaped)\">"
          + "\(text.xmlEscaped)</failure>")
    }
    if !others.isEmpty {
      let text = others.map { "\($0.level.rawValue): \($0.messageWithPlace)" }.joined(separator: "\n")
      lines.append("      <system-out>\(text.xmlEscaped)</system-out>")
    }
    return (lines + ["    </testcase>"]).joined(separator: "\n")
  }
}

extension String {
  /// The text for contents and attributes of XML 1.0: markup as entities, and characters that XML forbids as U+FFFD.
  package var xmlEscaped: String {
    // The pictures of a page have megabytes that need no escapes.
    if utf8.allSatisfy(\.isPlainInXML) { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x27: result += "&#39;"
      // A parser would replace tabs and line ends in attributes by spaces.
      case 0x9, 0xA, 0xD: result += "&#\(scalar.value);"
      case 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII character that never needs an escape.
  fileprivate var isPlainInXML: Bool {
    switch self {
    case 0x22, 0x26, 0x27, 0x3C, 0x3E: false
    default: (0x20...0x7F).contains(self)
    }
  }
}
