import Analysis
import Foundation
import ImageFiles
import Testing

@Suite("BandingReport")
struct BandingReportTests {
  private static let region = BandingRegion(
    box: ImageRegion(x: 1, y: 2, width: 30, height: 40), cause: .depth, plane: .chroma, step: 1.5, score: 2.5)

  @Test("JSON has the keys of the contract and no others")
  func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(BandingReport(regions: [Self.region])), as: UTF8.self)
    #expect(
      text == #"{"regions":[{"cause":"depth","height":40,"plane":"chroma","score":2.5,"step":1.5,"width":30,"#
        + #""x":1,"y":2}],"score":2.5,"verdict":"banded"}"#)
  }

  @Test("no region is clean and scores 0, else the highest score counts")
  func summary() {
    #expect(BandingReport(regions: []).score == 0 && BandingReport(regions: []).verdict == .clean)
    var weaker = Self.region
    weaker.score = 1.2
    #expect(BandingReport(regions: [weaker, Self.region]).score == 2.5)
  }
}
