import Analysis
import PNGCodec
import Pixels
import TestSupport
import Testing

/// `soften --mode knockout`, `ink` and `plate`, `--pair` and `--copy-unchanged` as users run them.
struct SoftenModesTests {
  /// A black square on white, a photograph's stand-in that is dark, and a black square on transparency.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let isInk = (0..<40 * 40).map { (12..<28).contains($0 % 40) && (12..<28).contains($0 / 40) }
    try PixelBuffer(width: 40, height: 40, format: .gray16, samples: isInk.map { $0 ? 0 : 65535 }).writePNG(
      to: folder.path("page.png"), bitDepth: 8)
    try PixelBuffer(
      width: 40, height: 40, format: .grayAlpha16, samples: isInk.flatMap { [0, $0 ? 65535 : 0] }
    ).writePNG(to: folder.path("logo.png"), bitDepth: 8)
    try PixelBuffer(width: 40, height: 40, format: .gray16, samples: isInk.map { $0 ? 0 : 0x2222 }).writePNG(
      to: folder.path("dark.png"), bitDepth: 8)
    return folder
  }

  private func soften(_ words: String..., in folder: TemporaryFolder) async throws -> CommandResult {
    try await CommandRunner.p3tool.run(["soften"] + words, in: folder)
  }

  @Test func nothingIsWrittenForAnImageThatIsLeftAlone() async throws {
    let folder = try folder()
    let result = try await soften("dark.png", "logo.png", in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.text.contains("dark.png, nothing written"))
    #expect(result.text.contains("p3tool soften logo.png --mode knockout,ink"), "\(result.text)")
    #expect(try folder.names() == ["dark.png", "logo.png", "page.png"])
    #expect(!result.text.contains(" → "), "\(result.text)")
    #expect(result.text.contains("0 of 2 images written, 2 left alone  "), "\(result.text)")
    let checked = try await soften("dark.png", "logo.png", "-n", "--check", in: folder)
    #expect(checked.exitCode == 0 && checked.text.contains("0 of 2 images would be written"))
    _ = try await soften("dark.png", "--copy-unchanged", in: folder)
    #expect(try folder.bytes("dark.dark.png") == folder.bytes("dark.png"))
    let pair = try await soften("dark.png", "--copy-unchanged", "--pair", "--force", in: folder)
    #expect(pair.text.contains("<img src=\"dark.light.png\""), "\(pair.text) \(pair.errors)")
    #expect(try folder.bytes("dark.light.png") == folder.bytes("dark.png"))
    let piped = try await soften("dark.png", "-o", "-", in: folder)
    #expect(try [UInt8](piped.output) == folder.bytes("dark.png"))
  }

  @Test func paperBelowAColoredHeaderBecomesTransparent() async throws {
    let folder = try TemporaryFolder()
    let card = TestImages.path("card-srgb-8.png")
    #expect(try await soften(card, "--mode", "knockout", "-o", "out.png", in: folder).exitCode == 0)
    // The corner between the rounded header and the body, which is seen before the body is.
    #expect(try DecodedPNG(path: folder.path("out.png"))[73 * 320 + 278].last == 0)
  }

  @Test func paperBecomesTransparentAndInkLight() async throws {
    let folder = try folder()
    _ = try await soften("page.png", "--mode", "knockout", "-o", "out.png", in: folder)
    let clear = try DecodedPNG(path: folder.path("out.png"))
    #expect(clear.header.colorType == .grayAlpha && clear.header.bitDepth == 8)
    #expect(clear[0] == [0, 0] && clear[20 * 40 + 20] == [0, 65535])
    _ = try await soften("page.png", "--mode", "ink,knockout", "-o", "twin.png", in: folder)
    #expect(try DecodedPNG(path: folder.path("twin.png"))[20 * 40 + 20] == [65535, 65535])
  }

  @Test func artworkGetsAPlateAndAPairItsElement() async throws {
    let folder = try folder()
    let result = try await soften(
      "logo.png", "--mode", "plate", "--plate", "#fff", "--radius", "4", "--padding", "5px", "--pair",
      in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      result.text.contains(
        "<source srcset=\"logo.dark.png\" media=\"(prefers-color-scheme: dark)\" width=\"50\""))
    #expect(result.text.contains("<img src=\"logo.light.png\""))
    #expect(try folder.bytes("logo.light.png") == folder.bytes("logo.png"))
    let plate = try DecodedPNG(path: folder.path("logo.dark.png"))
    #expect(plate.header.width == 50 && plate.header.height == 50)
    #expect(plate[0][1] == 0 && plate[10] == [65535, 65535] && plate[25 * 50 + 25] == [0, 65535])
    let again = try await soften("logo.dark.png", "--mode", "plate", in: folder)
    #expect(again.text.contains("nothing written"), "\(again.text)")
  }

  @Test func picturesOfAPlateShowIt() async throws {
    let folder = try folder()
    let result = try await soften(
      "logo.png", "--mode", "plate", "--padding", "10", "--preview", "look.png", "--format", "html",
      in: folder)
    #expect(result.text.split(separator: "src=\"data:image/png").count == 3, "\(result.errors)")
    let look = try DecodedPNG(path: folder.path("look.png"))
    // Both halves have the plate's size, with eight pixels of background around them.
    #expect(look.header.width == 2 * 60 + 3 * 8 && look.header.height == 60 + 2 * 8)
    let (before, after) = (look[38 * 144 + 12], look[38 * 144 + 60 + 20])
    #expect(before[0] == 28 * 257 && after[0] > 0xC000, "\(before) \(after)")
    #expect(look[38 * 144 + 8 + 30][0] == 0 && look[38 * 144 + 76 + 30][0] == 0)
  }

  @Test func aPageCountsWhatIsLeftAlone() async throws {
    let folder = try folder()
    let result = try await soften(
      "dark.png", "page.png", "--preview", "looks/", "--format", "html", in: folder)
    #expect(result.text.contains("1 of 2 images softened, 1 left alone"), "\(result.errors)")
    #expect(result.text.contains("→ left alone") && !result.text.contains("→ 0 B"))
  }

  @Test func aDryRunSaysThatItMakesNoPreview() async throws {
    let folder = try folder()
    let result = try await soften("page.png", "-n", "--preview", "look.png", in: folder)
    #expect(result.exitCode == 0 && result.errors.contains("a dry run writes no picture of --preview"))
    #expect(try folder.names() == ["dark.png", "logo.png", "page.png"])
  }

  @Test func aCheckOfAPairSeesBothFiles() async throws {
    let folder = try folder()
    let words = ["soften", "page.png", "--pair"]
    #expect(try await CommandRunner.p3tool.run(words, in: folder).exitCode == 0)
    let check = words + ["--dry-run", "--check"]
    #expect(try await CommandRunner.p3tool.run(check, in: folder).exitCode == 0)
    _ = try folder.write([0], to: "page.light.png")
    let different = try await CommandRunner.p3tool.run(check, in: folder)
    #expect(different.exitCode == 1 && different.text.contains("output is different"), "\(different.text)")
  }

  @Test(arguments: [
    ["--mode", "knockout,plate"], ["--mode", "plate", "--radius", "-1"],
    ["--mode", "plate", "--padding", "101%"],
    ["--mode", "plate", "--plate", "nocolor"], ["--pair", "-o", "-"], ["--pair", "--in-place"],
    ["--mode", "plate", "--plate", "#222"], ["--mode", "plate", "--white", "0.05"],
    ["--plate", "#fff"], ["--mode", "ink", "--radius", "4"], ["--mode", "ink", "--on", "white"],
  ])
  func wrongWordsAreUsageErrors(words: [String]) async throws {
    let folder = try folder()
    let result = try await CommandRunner.p3tool.run(["soften", "page.png"] + words, in: folder)
    #expect(result.exitCode == 64, "\(result.errors)")
    #expect(try folder.names() == ["dark.png", "logo.png", "page.png"])
  }
}
