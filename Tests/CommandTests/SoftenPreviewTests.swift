import ColorManagement
import PNGCodec
import Pixels
import TestSupport
import Testing

/// `soften --preview`: where the picture goes, and what is in it.
@Suite struct SoftenPreviewTests {
  /// A page of white with a dark square, `width` by `height`, in a folder of its own.
  private func folder(width: Int = 60, height: Int = 40) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try page(width, height).writePNG(
      to: folder.path("page.png"), bitDepth: 8, chunks: PNGChunk.sRGB(intent: 1))
    return folder
  }

  private func page(_ width: Int, _ height: Int) -> PixelBuffer {
    let samples = (0..<width * height).flatMap { index -> [UInt16] in
      let isInk = (10..<24).contains(index % width) && (10..<24).contains(index / width)
      return isInk ? [0x2020, 0x4040, 0x8080] : [65535, 65535, 65535]
    }
    return PixelBuffer(width: width, height: height, format: .rgb16, samples: samples)
  }

  private func soften(_ words: String..., in folder: TemporaryFolder) async throws -> CommandResult {
    try await CommandRunner.p3tool.run(["soften"] + words, in: folder)
  }

  // MARK: The picture

  @Test func theHalvesAreTheImageAndItsOutputOnTheBackground() async throws {
    let folder = try folder()
    let result = try await soften(
      "page.png", "-o", "out.png", "--preview", "look.png", "--on", "#203040", in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    let (before, after, look) = try (
      DecodedPNG(path: folder.path("page.png")), DecodedPNG(path: folder.path("out.png")),
      DecodedPNG(path: folder.path("look.png"))
    )
    #expect(before.samples != after.samples)
    #expect(look.header.bitDepth == 8 && look.format == .rgb16)
    #expect(look.chunkTypes.contains("sRGB"))
    let margin = 8
    #expect(look.header.width == 2 * 60 + 3 * margin && look.header.height == 40 + 2 * margin)
    let ground: [UInt16] = [0x2020, 0x3030, 0x4040]
    for y in 0..<look.header.height {
      for x in 0..<look.header.width {
        let (left, right) = (x - margin, x - 2 * margin - 60)
        let row = y - margin
        let expected =
          !(0..<40).contains(row)
          ? ground
          : (0..<60).contains(left)
            ? before[row * 60 + left] : (0..<60).contains(right) ? after[row * 60 + right] : ground
        #expect(look[y * look.header.width + x] == expected, "\(x), \(y)")
      }
    }
  }

  @Test func anImageThatIsLeftAloneIsShownTwice() async throws {
    let folder = try folder()
    let dark = [UInt16](repeating: 0x1111, count: 20 * 20)
    try PixelBuffer(width: 20, height: 20, format: .gray16, samples: dark).writePNG(
      to: folder.path("dark.png"), bitDepth: 8)
    let result = try await soften("dark.png", "--preview", "look.png", in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try folder.names() == ["dark.png", "look.png", "page.png"])
    let look = try DecodedPNG(path: folder.path("look.png"))
    let row = 10 * look.header.width
    #expect(look[row + 10] == [0x1111, 0x1111, 0x1111] && look[row + 10] == look[row + 10 + 28])
  }

  @Test func theBackgroundShowsThroughInEncodedValuesAsInABrowser() async throws {
    let folder = try folder()
    let pixel: [UInt16] = [65535, 0, 0, 0x8080]
    try PixelBuffer(width: 2, height: 1, format: .rgba16, samples: pixel + [0, 0, 0, 0]).writePNG(
      to: folder.path("clear.png"), bitDepth: 8, chunks: PNGChunk.sRGB(intent: 1))
    _ = try await soften(
      "clear.png", "--preview", "look.png", "--on", "#204060", in: folder)
    let look = try DecodedPNG(path: folder.path("look.png"))
    let first = 8 * look.header.width + 8
    // 0x80 of 0xFF over #204060: 255 · 128/255 + 32 · 127/255 and so on, rounded.
    let expected: [UInt16] = [0x9090, 0x2020, 0x3030]
    #expect(look[first] == expected)
    #expect(look[first + 1] == [0x2020, 0x4040, 0x6060])
  }

  @Test func wideColorsAreShownInSRGB() async throws {
    let folder = try folder()
    // sRGB's red in Display P3, and a red outside sRGB.
    let samples: [UInt16] = [60092, 13201, 9093, 65535, 0, 0]
    try PixelBuffer(width: 2, height: 1, format: .rgb16, samples: samples).writePNG(
      to: folder.path("wide.png"),
      chunks: [.embeddedProfile(name: "P3", profile: RGBColorSpace.displayP3.profile.bytes)])
    _ = try await soften("wide.png", "--preview", "look.png", in: folder)
    let look = try DecodedPNG(path: folder.path("look.png"))
    let first = 8 * look.header.width + 8
    for pixel in [look[first], look[first + 1]] {
      #expect(pixel[0] == 65535 && pixel[1] <= 257 && pixel[2] <= 257, "\(pixel)")
    }
  }

  @Test func aLargeImageIsMadeSmallerInLight() async throws {
    let folder = try TemporaryFolder()
    // Columns of black and white in turn: half of white's light, code 188 of sRGB.
    let samples = (0..<3200 * 8).map { UInt16($0 % 2 == 0 ? 0 : 65535) }
    try PixelBuffer(width: 3200, height: 8, format: .gray16, samples: samples).writePNG(
      to: folder.path("wide.png"), bitDepth: 8)
    let result = try await soften("wide.png", "--preview", "look.png", in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    let look = try DecodedPNG(path: folder.path("look.png"))
    let margin = 50
    #expect(look.header.width == 2 * 1600 + 3 * margin && look.header.height == 4 + 2 * margin)
    let inside = (margin + 1) * look.header.width + margin + 700
    #expect(look[inside] == [UInt16](repeating: 188 * 257, count: 3))
  }

  // MARK: Files

  @Test func aPreviewIsNeverOverwrittenUnasked() async throws {
    let folder = try folder()
    try folder.write([1, 2, 3], to: "look.png")
    let refused = try await soften("page.png", "--preview", "look.png", in: folder)
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("look.png") && refused.errors.contains("--force"), "\(refused.errors)")
    #expect(try folder.bytes("look.png") == [1, 2, 3])
    #expect(try folder.names() == ["look.png", "page.png"], "nothing is written without the preview")
    #expect(try await soften("page.png", "--preview", "look.png", "--force", in: folder).exitCode == 0)
    #expect(try DecodedPNG(path: folder.path("look.png")).header.width == 144)
  }

  @Test func severalPreviewsGoIntoAFolder() async throws {
    let folder = try folder()
    try page(30, 30).writePNG(to: folder.path("other.png"))
    let result = try await soften("page.png", "other.png", "-o", "out/", "--preview", "looks", in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(
      try folder.names() == [
        "looks", "looks/other.preview.png", "looks/page.preview.png", "other.png", "out", "out/other.png",
        "out/page.png", "page.png",
      ])
  }

  @Test func standardOutputTakesThePreviewAndStandardErrorTheReport() async throws {
    let folder = try folder()
    let result = try await soften("page.png", "--preview", "-", in: folder)
    #expect(result.exitCode == 0)
    #expect(try DecodedPNG([UInt8](result.output)).header.width == 144)
    #expect(result.errors.contains("page.dark.png"))
  }

  @Test(arguments: [
    ["page.png", "-o", "out.png", "--preview", "./out.png"],
    ["page.png", "--preview", "page.dark.png", "--force"],
    ["page.png", "-o", "-", "--preview", "-"], ["page.png", "--preview", "page.png", "--force"],
    ["page.png", "other.png", "-o", "out", "--preview", "-"],
  ])
  func aPreviewNeedsAPlaceOfItsOwn(words: [String]) async throws {
    let folder = try folder()
    try folder.write(folder.bytes("page.png"), to: "other.png")
    let result = try await CommandRunner.p3tool.run(["soften"] + words, in: folder)
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("--preview"), "\(result.errors)")
    #expect(try folder.names() == ["other.png", "page.png"])
  }

  @Test func aDryRunMakesNoPreview() async throws {
    let folder = try folder()
    #expect(try await soften("page.png", "--preview", "look.png", "--dry-run", in: folder).exitCode == 0)
    #expect(try folder.names() == ["page.png"])
  }

  @Test func aDamagedImageLeavesNoPreview() async throws {
    let folder = try folder()
    try folder.write(Array(folder.bytes("page.png").dropLast(40)), to: "cut.png")
    let result = try await soften("cut.png", "--preview", "look.png", in: folder)
    #expect(result.exitCode == 2)
    #expect(try folder.names() == ["cut.png", "page.png"])
  }
}
