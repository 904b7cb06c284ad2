import Analysis
import Foundation
import ImageFiles
import Testing

@Suite("ImageRegion")
struct ImageRegionTests {
  private static let box = ImageRegion(x: 1, y: 2, width: 30, height: 40)

  @Test("is flat in the JSON of what holds it, and is read back")
  func flat() throws {
    let gamut = GamutRegion(box: Self.box, pixels: 7, maxDeltaE: 1.5)
    #expect(
      try text(gamut) == #"{"height":40,"maxDeltaE":1.5,"pixels":7,"width":30,"x":1,"y":2}"#)
    #expect(try JSONDecoder().decode(GamutRegion.self, from: Data(text(gamut).utf8)) == gamut)

    let banding = BandingRegion(box: Self.box, cause: .source, plane: .alpha, step: 2, score: 3)
    #expect(try JSONDecoder().decode(BandingRegion.self, from: Data(text(banding).utf8)) == banding)
    #expect(try text(Self.box) == #"{"height":40,"width":30,"x":1,"y":2}"#)
  }

  @Test("spans the first to the last column and row")
  func ends() {
    #expect(ImageRegion(columns: 1...30, rows: 2...41) == Self.box)
    #expect(Self.box.area == 1200)
  }

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
