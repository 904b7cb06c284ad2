import Foundation
import P3Kit
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
    for word in ["<script", "<link", "src=\"http", "url(", "@import", "{{", "}}"] {
      #expect(!text.contains(word), "holds \(word)")
    }
    #expect(text.contains("default-src 'none'"))
    #expect(text.contains("gamut-clipping"))
  }

  @Test func thePicturesAreThoseOfTheImage() async throws {
    let text = try await page([TestImages.path("icon-p3-16.png")])
    let pictures = text.components(separatedBy: "data:image/png;base64,").dropFirst().compactMap { rest in
      rest.firstIndex(of: "\"").flatMap { Data(base64Encoded: String(rest[..<$0])) }
    }
    // On white, on dark, in the target, and what is lost.
    try #require(pictures.count == 4)
    let decoded = try pictures.map { try DecodedPNG([UInt8]($0)) }
    #expect(decoded.allSatisfy { $0.header.width == 128 && $0.header.height == 128 })
    #expect(decoded[0].samples == decoded[1].samples)
    #expect(decoded[0].samples != decoded[2].samples)
    let original = try DecodedPNG(path: TestImages.path("icon-p3-16.png"))
    let centre = 64 * 128 + 64
    for (preview, sample) in zip(decoded[0][centre], original[centre]) {
      #expect(abs(Int(preview) - Int(sample)) <= 200)
    }
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

  // MARK: In a browser

  @Test(
    .enabled(
      if: ExternalProgram.chromium.path != nil, Comment(rawValue: ExternalProgram.chromium.skipReason)))
  func aBrowserShowsThePicturesAndTheFindings() async throws {
    let folder = try TemporaryFolder()
    let text = try await page([TestImages.path("patches-p3-16.png")])
    try folder.write(Array(text.utf8), to: "report.html")
    _ = try ExternalProgram.chromium.output([
      "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
      "--user-data-dir=\(folder.path("profile"))", "--window-size=1000,900",
      "--screenshot=\(folder.path("shot.png"))", "file://\(folder.path("report.html"))",
    ])
    let shot = try DecodedPNG(path: folder.path("shot.png"))
    #expect(shot.header.width == 1000 && shot.header.height == 900)
    var counts: [SIMD3<UInt8>: Int] = [:]
    for index in 0..<1000 * 900 { counts[Self.color(shot[index]), default: 0] += 1 }
    // White cards on a light ground fill most of the page.
    #expect(counts[[0xFF, 0xFF, 0xFF], default: 0] > 200_000)
    #expect(counts[[0xF4, 0xF4, 0xF6], default: 0] > 50_000)
    // The badge of a warning, the frame around what was found, and the paint of the heat map.
    #expect(counts[[0xFD, 0xEE, 0xCB], default: 0] > 300)
    #expect(counts[[0xFF, 0x2D, 0x92], default: 0] > 100)
    #expect(counts.contains { $0.value > 200 && Self.isPaint($0.key) })
  }

  private static func color(_ pixel: [UInt16]) -> SIMD3<UInt8> {
    SIMD3(UInt8(pixel[0] >> 8), UInt8(pixel[1] >> 8), UInt8(pixel[2] >> 8))
  }

  /// Whether a colour lies on the heat map's scale, as near as scaling leaves it.
  private static func isPaint(_ color: SIMD3<UInt8>) -> Bool {
    stride(from: 0.5, to: 10, by: 0.05).contains { deltaE in
      let paint = HeatmapScale.color(deltaE)
      return (0..<3).allSatisfy { abs(Int(paint[$0]) - Int(color[$0])) <= 2 }
    }
  }
}
