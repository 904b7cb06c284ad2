import Checking
import Foundation
import TestSupport
import Testing

@testable import Reports

/// Documents that are written piece by piece have the bytes of those that are made as a whole.
@Suite struct StreamedReportTests {
  private struct Entry: Encodable {
    let name: String
    let list: [Int]
    let empty: [String] = []

    private enum CodingKeys: String, CodingKey { case name, list, empty }
  }

  private struct Frame: Encodable {
    let inputs: [Entry]
    let tail = 1

    private enum CodingKeys: String, CodingKey { case inputs, tail }
  }

  @Test(arguments: [0, 1, 3])
  func inputsAreWrittenInTheirPlace(count: Int) throws {
    let entries = (0..<count).map { Entry(name: "a\n\($0)", list: Array(0..<$0)) }
    let elements = JSONElements(depth: 2)
    for entry in entries { try elements.append(JSONText.encode(entry)) }
    var text = ""
    try JSONText.write(command: "a \"b\"", inputs: elements, ["tail": 1]) { text += $0 }
    #expect(text == (try JSONText.document("a \"b\"", Frame(inputs: entries)) + "\n"))
  }

  /// Far more records than stay in memory, in every format that has a document.
  @Test(arguments: [ReportFormat.sarif, .junit, .xcode, .html])
  func manyFilesComeInOrder(format: ReportFormat) throws {
    let files = (0..<4000).map { index in
      ReportedFile(
        path: "image-\(index)-end.png",
        findings: [
          ReportedFinding(
            ruleID: "banding", level: .warning, message: String(repeating: "x", count: 400), region: nil,
            fingerprint: "\(index)", fails: true, isKnown: nil)
        ], failure: nil)
    }
    let document = try FindingsDocument.of(
      files, command: "check", rules: [ReportedRule(.banding)], as: format)
    var text = ""
    try document.write { piece in
      #expect(piece.utf8.count < 100_000)
      text += piece
    }
    var next = 0
    for piece in text.components(separatedBy: "image-").dropFirst() where piece.hasPrefix("\(next)-end.png") {
      next += 1
    }
    #expect(next == files.count)
    #expect(document.totals.findings == files.count)
  }
}
