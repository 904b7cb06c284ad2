import Checking
import Foundation
import ImageFiles
import Testing

@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The formats of code review, with everything hostile that a file's name or a profile's name can hold.
@Suite struct CheckReportFormatsTests {
  private static let hostile = "a:b,c%d \"e\" 'f' <g> &h; \u{1B}[31m\n::error::x\u{0}\u{FFFE} ünï😀"

  private func document(
    as format: ReportFormat, isKnown: Bool? = nil, fails: Bool = true
  ) throws -> FindingsDocument {
    let finding = ReportedFinding(
      ruleID: "banding", level: .warning, message: Self.hostile,
      region: ImageRegion(x: 3, y: 4, width: 5, height: 6), fingerprint: "0123456789abcdef", fails: fails,
      isKnown: isKnown)
    let note = ReportedFinding(
      ruleID: "white-glow", level: .note, message: "bright", region: nil, fingerprint: "fedcba9876543210",
      fails: false, isKnown: isKnown)
    return try FindingsDocument.of(
      [
        ReportedFile(path: "art/\(Self.hostile).png", findings: [finding, note], failure: nil),
        ReportedFile(path: "broken.png", findings: [], failure: "broken.png: \(Self.hostile)"),
        ReportedFile(path: "/elsewhere/c d.png", findings: [], failure: nil),
      ], command: "check", rules: [.banding, .whiteGlow, .untagged].map { ReportedRule($0) }, as: format)
  }

  // MARK: SARIF

  private func sarif(_ document: FindingsDocument) throws -> (log: [String: Any], run: [String: Any]) {
    let object = try JSONSerialization.jsonObject(with: Data(document.text().utf8))
    let log = try #require(object as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    return (log, try #require(runs.first))
  }

  /// What the schema of SARIF 2.1.0 requires of the objects that we write, and what GitHub adds to it.
  @Test func sarifHasWhatTheSchemaAndGitHubRequire() throws {
    let (log, run) = try sarif(document(as: .sarif))
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-schema-2.1.0.json") == true)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "p3tool")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["banding", "white-glow", "untagged"])
    for rule in rules {
      for key in ["shortDescription", "fullDescription", "help"] {
        #expect((rule[key] as? [String: Any])?["text"] is String)
      }
      let level = (rule["defaultConfiguration"] as? [String: Any])?["level"] as? String
      #expect(["none", "note", "warning", "error"].contains(level))
    }
    for result in try #require(run["results"] as? [[String: Any]]) {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect((result["message"] as? [String: Any])?["text"] is String)
      #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
      try checkLocations(result)
      let fingerprints = try #require(result["partialFingerprints"] as? [String: String])
      #expect(fingerprints["primaryLocationLineHash"]?.hasSuffix(":1") == true)
    }
  }

  private func checkLocations(_ result: [String: Any]) throws {
    let locations = try #require(result["locations"] as? [[String: Any]])
    #expect(locations.count == 1)
    for location in locations {
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      let artifact = try #require(physical["artifactLocation"] as? [String: Any])
      let uri = try #require(artifact["uri"] as? String)
      #expect(URL(string: uri) != nil)
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(!uri.contains(":") || uri.hasPrefix("file:///"))
      let region = try #require(physical["region"] as? [String: Any])
      #expect(try #require(region["startLine"] as? Int) >= 1)
    }
  }

  @Test func sarifSaysWhichInputsFailed() throws {
    let (_, run) = try sarif(document(as: .sarif))
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(notifications.count == 1)
    try checkLocations(notifications[0])
  }

  @Test func sarifURIsDecodeToTheFilesName() throws {
    let reference = SARIFContent.uriReference("art/\(Self.hostile).png")
    #expect(reference.removingPercentEncoding == "art/\(Self.hostile).png")
    #expect(!reference.contains(":"))
    #expect(SARIFContent.uriReference("a-b_c.d~e/F9") == "a-b_c.d~e/F9")
  }

  @Test func sarifKnowsTheBaseline() throws {
    func states(_ isKnown: Bool?) throws -> [String?] {
      let results = try #require(
        sarif(document(as: .sarif, isKnown: isKnown)).run["results"] as? [[String: Any]])
      return results.map { $0["baselineState"] as? String }
    }
    #expect(try states(nil) == [nil, nil])
    #expect(try states(true) == ["unchanged", "unchanged"])
    #expect(try states(false) == ["new", "new"])
  }

  // MARK: JUnit

  private final class Elements: NSObject, XMLParserDelegate {
    var seen: [(name: String, attributes: [String: String])] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      seen.append((name, attributes))
    }
  }

  private func elements(_ text: String) throws -> Elements {
    let parser = XMLParser(data: Data(text.utf8))
    let elements = Elements()
    parser.delegate = elements
    try #require(parser.parse(), "not well-formed: \(String(describing: parser.parserError))")
    return elements
  }

  @Test func junitIsWellFormedAndCountsRight() throws {
    let seen = try elements(document(as: .junit).text()).seen
    let root = try #require(seen.first)
    #expect(root.name == "testsuites")
    #expect(root.attributes["tests"] == "4")
    #expect(root.attributes["failures"] == "1")
    #expect(root.attributes["errors"] == "1")
    #expect(seen.count { $0.name == "testcase" } == 4)
    #expect(seen.count { $0.name == "failure" } == 1)
    #expect(seen.count { $0.name == "error" } == 1)
    #expect(seen.count { $0.name == "system-out" } == 1)
  }

  @Test func junitKeepsHostileNamesApartFromMarkup() throws {
    let seen = try elements(document(as: .junit).text()).seen
    let suite = try #require(seen.first { $0.name == "testsuite" })
    let name = try #require(suite.attributes["name"])
    #expect(name.contains("\"e\" 'f' <g> &h;"))
    #expect(!name.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func findingsThatDoNotFailPassInJUnit() throws {
    let seen = try elements(document(as: .junit, fails: false).text()).seen
    #expect(!seen.contains { $0.name == "failure" })
    #expect(seen.count { $0.name == "system-out" } == 2)
  }

  // MARK: GitHub

  @Test func annotationsAreOneLineEach() throws {
    let lines = try document(as: .github).text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("::warning file=art/a%3Ab%2Cc%25d "))
    #expect(lines[0].contains(",line=1,title=banding::a:b,c%25d "))
    #expect(lines[0].hasSuffix("(5×6 px at 3, 4)"))
    #expect(lines[1].hasPrefix("::notice file="))
    #expect(lines[2].hasPrefix("::error file=broken.png,line=1,title=p3tool check::"))
    #expect(lines.allSatisfy { !$0.contains("\r") })
  }

  /// GitHub shows ten annotations of a step.
  @Test(arguments: [10, 11, 40])
  func aRuleHasTenAnnotationsAndTheCountOfTheOthers(count: Int) throws {
    let document = FindingsDocument(.github, command: "check", rules: []) { _ in
      HTMLPage.Outline(headline: "", lead: "")
    }
    for index in 0..<count {
      let findings = ["banding", "untagged"].map {
        ReportedFinding(
          ruleID: $0, level: .warning, message: "m", region: nil, fingerprint: "\(index)", fails: false,
          isKnown: nil)
      }
      try document.add(FindingsRecord(files: [ReportedFile(typed: "\(index).png", findings: findings)]))
    }
    let lines = try document.text().split(separator: "\n").filter { $0.contains("title=banding") }
    #expect(lines.count == 10 && lines[9].contains("file=9.png"))
    #expect(lines[9].hasSuffix(count == 10 ? "::m" : "::m (and \(count - 10) more)"))
  }

  @Test func annotationsLeaveOutTheBaseline() throws {
    let lines = try document(as: .github, isKnown: true).text().split(separator: "\n")
    #expect(lines.count == 1)
  }
}
