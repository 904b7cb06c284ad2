// SARIF 2.1.0 (OASIS Standard, 27 March 2020), which GitHub's code scanning reads: the parts that code review needs,
// with their names in the standard.

import Checking
import ImageFiles

/// The run as a SARIF log.
struct SARIFContent: FindingsContent {
  let rules: [ReportedRule]
  private let failures = JSONElements(depth: 6)
  private let results = JSONElements(depth: 4)

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  init(rules: [ReportedRule]) { self.rules = rules }

  func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError) {
    let artifact = artifact(file.path)
    if let failure = file.failure {
      let notification: JSONValue = [
        "level": "error", "locations": [location(artifact, line: nil)], "message": ["text": .string(failure)],
      ]
      try failures.append(notification.prettyText.visibleJSON)
    }
    for finding in file.findings {
      let location = location(artifact, line: finding.line)
      try results.append(result(finding, at: location).prettyText.visibleJSON)
    }
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws {
    put(
      """
      {
        "$schema" : "\(Self.schema)",
        "runs" : [
          {
            "columnKind" : "unicodeCodePoints",
            "invocations" : [
              {
                "executionSuccessful" : \(totals.failures == 0),
                "toolExecutionNotifications" : [

      """)
    try failures.write(put)
    put("\n          ]\n        }\n      ],\n      \"results\" : [\n")
    try results.write(put)
    put("\n      ],\n      \"tool\" : ")
    put(JSONElements.indented(tool.prettyText.visibleJSON, by: "      ").dropFirst("      ".count) + "\n")
    put("    }\n  ],\n  \"version\" : \"2.1.0\"\n}\n")
  }

  private var tool: JSONValue {
    let descriptors = rules.map { rule -> JSONValue in
      [
        "id": .string(rule.id), "shortDescription": ["text": .string(rule.summary)],
        "fullDescription": ["text": .string("\(rule.summary) \(rule.remedy)")],
        "help": ["text": .string(rule.remedy)],
        "defaultConfiguration": ["level": .string(rule.level.rawValue)],
      ]
    }
    return [
      "driver": ["name": "p3tool", "semanticVersion": .string(Version.current), "rules": .array(descriptors)]
    ]
  }

  private func result(_ finding: ReportedFinding, at location: JSONValue) -> JSONValue {
    var result: JSONValue = [
      "ruleId": .string(finding.ruleID), "level": .string(finding.level.rawValue),
      "message": ["text": .string(finding.messageWithPlace)],
      "locations": [location],
      // GitHub reads only this key. Its value is a hash and a count.
      "partialFingerprints": ["primaryLocationLineHash": .string("\(finding.fingerprint):1")],
    ]
    // A merged report may have rules of another version.
    if let index = rules.firstIndex(where: { $0.id == finding.ruleID }) {
      result["ruleIndex"] = .number("\(index)")
    }
    if let isKnown = finding.isKnown { result["baselineState"] = isKnown ? "unchanged" : "new" }
    // The finding's box in pixels, in the property bag: SARIF has no regions of images.
    if let region = finding.region {
      result["properties"] = [
        "x": .number("\(region.x)"), "y": .number("\(region.y)"), "width": .number("\(region.width)"),
        "height": .number("\(region.height)"),
      ]
    }
    return result
  }

  private func artifact(_ path: String) -> JSONValue {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var artifact: JSONValue = ["uri": .string((isAbsolute ? "file://" : "") + Self.uriReference(path))]
    // The root of the repository, for relative references.
    if !isAbsolute { artifact["uriBaseId"] = "%SRCROOT%" }
    return artifact
  }

  /// The location in a file. Images have no lines, but GitHub shows no result without a line.
  private func location(_ artifact: JSONValue, line: Int?) -> JSONValue {
    [
      "physicalLocation": ["artifactLocation": artifact, "region": ["startLine": .number("\(line ?? 1)")]]
    ]
  }

  /// `path` as a URI reference: all characters except RFC 3986's unreserved ones and `/` are percent-encoded, so that a
  /// colon in the first part is not taken for the end of a scheme.
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
