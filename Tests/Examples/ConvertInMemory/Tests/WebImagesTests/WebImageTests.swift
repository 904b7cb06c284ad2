import Foundation
import P3Kit
import Testing
import WebImages

@Suite struct WebImageTests {
  /// A photograph in Display P3 with 16 bits.
  private func photograph() throws -> [UInt8] {
    let examples = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../..")
      .standardizedFileURL
    return try [UInt8](Data(contentsOf: examples.appendingPathComponent("TestImages/photo-p3-16.png")))
  }

  @Test func theImageIsSRGBWith8Bits() async throws {
    let image = try await WebImageMaker().webImage(of: photograph())
    let report = try await ImageInspection().inspect(.bytes(image.bytes, name: "web.png")).report
    #expect(report.profile?.equals == "srgb")
    #expect(report.bitDepth == 8)
    #expect(image.summary == "Display P3 to sRGB, 16.0 % out of gamut")
  }

  @Test func itLooksAsTheOriginalWhereSRGBHasTheColor() async throws {
    let original = try photograph()
    let image = try await WebImageMaker().webImage(of: original)
    let difference = try await ImageDifference().compare(
      .bytes(original, name: "original.png"), .bytes(image.bytes, name: "web.png"))
    #expect(try #require(difference.deltaE).mean < 1)
  }

  @Test func oneMakerServesManyAtOnce() async throws {
    let maker = WebImageMaker()
    let original = try photograph()
    let expected = try await maker.webImage(of: original).bytes
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try await maker.webImage(of: original).bytes } }
      for try await bytes in group { #expect(bytes == expected) }
    }
  }

  @Test func damageIsAnErrorThatNamesIt() async throws {
    let half = try Array(photograph().prefix(100_000))
    let error = await #expect(throws: ImageError.self) { try await WebImageMaker().webImage(of: half) }
    #expect(error?.description.hasPrefix("image.png: IDAT: ") == true)
  }
}
