import Checking
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
    let before = "\"inputs\" : [\n\n"
    let inputs: [Entry]
    let others: [Entry]
    let tail = 1

    private enum CodingKeys: String, CodingKey { case before, inputs, others, tail }
  }

  @Test(arguments: [0, 1, 3])
  func listsAreWrittenInTheirPlace(count: Int) throws {
    let entries = (0..<count).map { Entry(name: "a\n\($0)", list: Array(0..<$0)) }
    let whole = try JSONText.encode(Frame(inputs: entries, others: entries))
    func list(_ name: String) -> JSONList {
      JSONList(name: name) { put in for entry in entries { try put(JSONText.encode(entry)) } }
    }
    var text = ""
    try JSONText.write(
      Frame(inputs: [], others: []), filling: [list("inputs"), list("others")]
    ) { text += $0 }
    #expect(text == whole + "\n")
  }

  /// Far more records than stay in memory, in every format that has a document.
  @Test(arguments: [ReportFormat.sarif, .junit, .github, .html])
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
    let document = FindingsDocument.of(
      files, command: "check", rules: [ReportedRule(.banding)], as: format)
    var next = 0
    var pieces = 0
    try document.write { piece in
      pieces += 1
      #expect(piece.utf8.count < 20_000)
      while next < files.count, piece.contains("image-\(next)-end.png") { next += 1 }
    }
    #expect(next == files.count)
    #expect(pieces >= files.count)
    #expect(document.records.totals.findings == files.count)
  }
}
