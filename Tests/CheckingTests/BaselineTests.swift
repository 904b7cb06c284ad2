import Testing

@testable import Checking

@Suite struct BaselineTests {
  private func finding(_ value: Double, subject: String = "", path: String = "a.png") -> Finding {
    Finding.fingerprinted([Finding(.gamutClipping, value: value, subject: subject, "t")], path: path)[0]
  }

  @Test func whatWasThereIsKnownAndWhatGrewIsNot() {
    let baseline = Baseline([finding(0.1)])
    #expect(baseline.contains(finding(0.1)))
    #expect(baseline.contains(finding(0.05)))
    #expect(baseline.contains(finding(0.109)))
    #expect(!baseline.contains(finding(0.12)))
  }

  @Test func otherFilesAndSubjectsAreNew() {
    let baseline = Baseline([finding(0.1)])
    #expect(!baseline.contains(finding(0.1, path: "b.png")))
    #expect(!baseline.contains(finding(0.1, subject: "other")))
  }

  @Test func aSecondFindingOfTheSameKindIsNew() {
    let one = Finding.fingerprinted([Finding(.banding, "x")], path: "a.png")
    let two = Finding.fingerprinted([Finding(.banding, "x"), Finding(.banding, "y")], path: "a.png")
    let baseline = Baseline(one)
    #expect(two.map { baseline.contains($0) } == [true, false])
  }

  @Test func fingerprintsAreFixedForAllTime() {
    // FNV-1a of "a.png\0gamut-clipping\0\00", computed apart from this code.
    #expect(finding(1).fingerprint == "e05c87dc3e3b7ff0")
  }

  @Test func aReportOfAnotherToolIsRefused() {
    for text in ["", "{}", "[]", "{\"tool\":\"eslint\",\"inputs\":[]}", "{\"tool\":\"p3tool\"}"] {
      #expect(throws: BaselineError.self) { try Baseline(json: Array(text.utf8), name: "x.json") }
    }
  }

  @Test func aReportOfInputsThatFailedIsEmpty() throws {
    let json = "{\"tool\":\"p3tool\",\"inputs\":[{\"path\":\"a.png\",\"error\":\"gone\"}]}"
    #expect(!(try Baseline(json: Array(json.utf8), name: "x.json")).contains(finding(1)))
  }

  @Test func aMissingFileSaysSo() {
    #expect(throws: BaselineError.self) { try Baseline(path: "/nonexistent/report.json") }
  }
}
