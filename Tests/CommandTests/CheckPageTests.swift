import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The HTML report: complete in itself, safe against what files say, and readable in a browser.
@Suite struct CheckPageTests {
  private func page(_ arguments: [String], in folder: TemporaryFolder? = nil) async throws -> String {
    try await CommandRunner.p3tool.run(["check", "--format", "html"] + arguments, in: folder).text
  }

  @Test func thePageIsCompleteInItself() async throws {
    let text = try await page([TestImages.path("icon-p3-16.png"), TestImages.path("card-srgb-8.png")])
    #expect(text.hasPrefix("<!doctype html>"))
    #expect(text.hasSuffix("</html>\n"))
    // Filters of the page itself are no addresses.
    let addresses = text.replacing("url(#vision-", with: "")
    for word in ["<link", "src=\"http", "url(", "@import", "{{", "}}"] {
      #expect(!addresses.contains(word), "holds \(word)")
    }
    #expect(text.contains("default-src 'none'"))
    #expect(text.contains("gamut-clipping"))
  }

  @Test func thePicturesAreThoseOfTheImage() async throws {
    let decoded = try pictures(await page([TestImages.path("icon-p3-16.png")]))
    // The image, the target's clipped, with less chroma and softer, and what is lost.
    try #require(decoded.count == 5)
    #expect(decoded.allSatisfy { $0.header.width == 128 && $0.header.height == 128 })
    for one in 0..<4 {
      for other in 0..<one { #expect(decoded[one].samples != decoded[other].samples, "\(one) and \(other)") }
    }
    #expect(decoded[4].header.colorType == .rgba)
    let original = try DecodedPNG(path: TestImages.path("icon-p3-16.png"))
    let centre = 64 * 128 + 64
    for (preview, sample) in zip(decoded[0][centre], original[centre]) {
      #expect(abs(Int(preview) - Int(sample)) <= 200)
    }
  }

  @Test func aGlowingImageIsShownSoftened() async throws {
    let folder = try TemporaryFolder()
    let steps = [
      ["soften", TestImages.path("card-srgb-8.png"), "-o", "soft.png"],
      ["convert", "soft.png", "--to", "p3", "-o", "p3.png"],
    ]
    for step in steps { #expect(try await CommandRunner.p3tool.run(step, in: folder).exitCode == 0) }
    let decoded = try pictures(await page([TestImages.path("card-srgb-8.png")]))
    try #require(decoded.count == 2)
    let softened = try DecodedPNG(path: folder.path("p3.png"))
    for pixel in 0..<softened.header.width * softened.header.height {
      #expect(zip(decoded[1][pixel], softened[pixel]).allSatisfy { abs(Int($0) - Int($1)) <= 257 })
    }
  }

  private func pictures(_ page: String) throws -> [DecodedPNG] {
    try page.components(separatedBy: "data:image/png;base64,").dropFirst().compactMap { rest in
      rest.firstIndex(of: "\"").flatMap { Data(base64Encoded: String(rest[..<$0])) }
    }.map { try DecodedPNG([UInt8]($0)) }
  }

  @Test func hostileNamesStayText() async throws {
    let folder = try TemporaryFolder()
    // A combining accent after the quote: escaping by grapheme would let it pass.
    let name = "a\"\u{301} onerror=alert(1) x='\u{301}<\u{301}img src=x>.png"
    try folder.copy(testImage: "untagged-8.png", as: name)
    let text = try await page([name], in: folder)
    #expect(text.contains("a&quot;\u{301} onerror=alert(1)"))
    #expect(!text.contains("<\u{301}img"))
    #expect(
      !text.utf8.split(separator: UInt8(ascii: "\n")).contains { line in
        String(decoding: line, as: UTF8.self).unicodeScalars.elementsEqual("a\"".unicodeScalars)
      })
  }

  @Test func failuresAreOnThePage() async throws {
    let text = try await page(["/nonexistent<b>.png"])
    #expect(text.contains("failed"))
    #expect(text.contains("/nonexistent&lt;b&gt;.png"))
  }
}
