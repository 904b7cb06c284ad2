// SARIF, the format that GitHub's code scanning reads.

import Checking
import ImageFiles

extension FindingsDocument {
  /// The run as a SARIF log.
  func writeSARIF(_ put: (String) -> Void) throws {
    let run = SARIFLog.Run(
      tool: .init(driver: .init(rules: rules.map { descriptor($0) })),
      invocations: [
        .init(executionSuccessful: records.totals.failures == 0, toolExecutionNotifications: [])
      ],
      results: [])
    let failures = JSONList(name: "toolExecutionNotifications") { put in
      try records.forEachFile { file, _ in
        guard let failure = file.failure else { return }
        try put(
          JSONText.encode(
            SARIFLog.Notification(message: .init(text: failure), locations: [location(file.path)])))
      }
    }
    let results = JSONList(name: "results") { put in
      try records.forEachFile { file, _ in
        for finding in file.findings { try put(JSONText.encode(result(finding, in: file))) }
      }
    }
    try JSONText.write(SARIFLog(runs: [run]), filling: [failures, results], put)
  }

  private func descriptor(_ rule: ReportedRule) -> SARIFLog.ReportingDescriptor {
    .init(
      id: rule.id, shortDescription: .init(text: rule.summary),
      fullDescription: .init(text: "\(rule.summary) \(rule.remedy)"), help: .init(text: rule.remedy),
      defaultConfiguration: .init(level: rule.level.rawValue))
  }

  private func result(_ finding: ReportedFinding, in file: ReportedFile) -> SARIFLog.Result {
    guard let index = rules.firstIndex(where: { $0.id == finding.ruleID }) else {
      preconditionFailure("a finding of a rule that did not run")
    }
    return .init(
      ruleId: finding.ruleID, ruleIndex: index, level: finding.level.rawValue,
      message: .init(text: finding.messageWithPlace), locations: [location(file.path)],
      // The only key that GitHub reads; its value is a hash and a count.
      partialFingerprints: ["primaryLocationLineHash": "\(finding.fingerprint):1"],
      baselineState: finding.isKnown.map { $0 ? "unchanged" : "new" },
      properties: finding.region.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
  }

  private func location(_ path: String) -> SARIFLog.Location {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let reference = (isAbsolute ? "file://" : "") + Self.uriReference(path)
    return .init(
      physicalLocation: .init(
        artifactLocation: .init(uri: reference, uriBaseId: isAbsolute ? nil : "%SRCROOT%")))
  }

  /// `path` as a URI reference: everything but RFC 3986's unreserved characters and `/` percent-encoded, so
  /// that a colon in the first part does not read as a scheme.
  static func uriReference(_ path: String) -> String {
    PathText.bytes(path).map { byte in
      let isPlain: Bool =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"), UInt8(ascii: "/"):
          true
        default: false
        }
      if isPlain { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
