import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// `p3tool simulate` run as a program.
@Suite struct SimulateCommandTests {
  private let p3tool = CommandRunner.p3tool
  private static let red: [UInt8] = [255, 0, 0], green: [UInt8] = [0, 255, 0]
  private static let visions = ["protanopia", "deuteranopia", "tritanopia"]

  /// A folder with `image` as in.png.
  private func folder(_ image: PNGFile) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(image.bytes, to: "in.png")
    return folder
  }

  private func simulate(_ vision: String, _ arguments: String..., in folder: TemporaryFolder) async throws
    -> CommandResult
  {
    try await p3tool.run(["simulate", "in.png", "--vision", vision] + arguments, in: folder)
  }

  private static func codes(_ image: DecodedPNG, _ index: Int) -> [UInt16] {
    image[index].map { UInt16((Int($0) * 255 + 32767) / 65535) }
  }

  @Test(arguments: [
    ("protanopia", [0x6D, 0x5F, 0x00]), ("deuteranopia", [0xA3, 0x90, 0x00]),
    ("tritanopia", [0xFF, 0x00, 0x4E]),
  ])
  func redIsSeenAsPublished(vision: String, expected: [UInt16]) async throws {
    let folder = try folder(PNGFile.image8(width: 2, colorType: 2, Self.red + Self.green).adding(.sRGB()))
    let run = try await simulate(vision, in: folder)
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.text.hasPrefix("in.png → in.\(vision).png  \(vision)  sRGB  2×1 rgb8  "), "\(run.text)")
    let image = try DecodedPNG(path: folder.path("in.\(vision).png"))
    #expect(Self.codes(image, 0) == expected)
    #expect(image.color.renderingIntent != nil)
  }

  @Test(arguments: visions)
  func alphaDepthAndTagsStay(vision: String) async throws {
    let pixels: [UInt16] = [65535, 0, 300, 0, 1, 40000, 60000, 777, 30000, 30000, 30000, 65535]
    let folder = try folder(
      PNGFile.image16(width: 3, colorType: 6, pixels).adding(.cICP(12, 13)).adding(.tEXt("Title", "A")))
    #expect(try await simulate(vision, in: folder).exitCode == 0)
    let image = try DecodedPNG(path: folder.path("in.\(vision).png"))
    #expect(image.header.bitDepth == 16 && image.format == .rgba16)
    #expect((0..<3).map { image[$0][3] } == [0, 777, 65535])
    #expect(image[2] == [30000, 30000, 30000, 65535] && image[1] != [1, 40000, 60000, 777])
    #expect(image.color.cicp?.primaries == 12)
    #expect(image.chunkTypes.contains("tEXt"))
  }

  @Test func aGreyImageIsSeenAsItIs() async throws {
    let folder = try folder(PNGFile.image8(width: 3, colorType: 0, [0, 100, 255]).adding(.sRGB()))
    let run = try await simulate("protanopia", in: folder)
    #expect(run.errors.contains("in.png: a grey image: everybody sees it alike"))
    #expect(try DecodedPNG(path: folder.path("in.protanopia.png")).samples == [0, 100 * 257, 65535])
  }

  /// Palettes, interlacing, one pixel.
  @Test(arguments: try TestImages.names())
  func everyKindOfFileIsSimulated(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: name, as: "in.png")
    let before = try DecodedPNG(path: folder.path("in.png"))
    for vision in Self.visions {
      #expect(try await simulate(vision, "--quiet", in: folder).exitCode == 0)
      let after = try DecodedPNG(path: folder.path("in.\(vision).png"))
      #expect(after.samples.count == before.samples.count && after.format == before.format)
    }
  }

  @Test func aPaletteStaysOne() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "palette-srgb-8.png", as: "in.png")
    #expect(try await simulate("protanopia", in: folder).exitCode == 0)
    let image = try DecodedPNG(path: folder.path("in.protanopia.png"))
    #expect(image.header.colorType == .palette)
    // The same colours as without a palette.
    #expect(try await simulate("protanopia", "--depth", "16", "-o", "deep.png", in: folder).exitCode == 0)
    let deep = try DecodedPNG(path: folder.path("deep.png"))
    #expect(deep.header.colorType != .palette)
    for (one, other) in zip(image.samples, deep.samples) {
      #expect(one == UInt16((Int(other) * 255 + 32767) / 65535) * 257)
    }
  }

  @Test func aSinglePixelIsSimulated() async throws {
    let folder = try folder(PNGFile.image8(width: 1, colorType: 2, Self.red).adding(.sRGB()))
    #expect(try await simulate("tritanopia", in: folder).exitCode == 0)
  }

  @Test func aFilterReadsAndWritesStreams() async throws {
    let image = PNGFile.image8(width: 1, colorType: 2, Self.red).adding(.sRGB())
    let run = try await p3tool.run(
      ["simulate", "-", "--vision", "protanopia", "--depth", "16"], input: .bytes(image.bytes))
    #expect(run.exitCode == 0)
    let seen = try DecodedPNG(run.output)
    #expect(seen.header.bitDepth == 16 && Self.codes(seen, 0) == [0x6D, 0x5F, 0])
  }

  @Test func nothingIsOverwrittenWithoutForce() async throws {
    let folder = try folder(PNGFile.image8(width: 1, colorType: 2, Self.red).adding(.sRGB()))
    let dry = try await simulate("protanopia", "--dry-run", "--check", in: folder)
    #expect(dry.exitCode == 1)
    #expect(try folder.names() == ["in.png"])
    #expect(try await simulate("protanopia", in: folder).exitCode == 0)
    let again = try await simulate("protanopia", in: folder)
    #expect(again.exitCode == 2 && again.errors.contains("add --force to replace it"))
    #expect(try await simulate("protanopia", "--force", in: folder).exitCode == 0)
    #expect(try await simulate("protanopia", "--dry-run", "--check", in: folder).exitCode == 0)
  }

  @Test func theDocumentSaysWhatWasDone() async throws {
    let folder = try folder(PNGFile.image8(width: 1, colorType: 2, Self.red).adding(.sRGB()))
    let run = try await simulate("deuteranopia", "--severity", "0.5", "--format", "json", in: folder)
    let input = try #require(try run.jsonInputs().first)
    #expect(
      input.keys.sorted() == [
        "bytesIn", "bytesOut", "destination", "height", "notes", "output", "path", "severity", "source",
        "vision", "width",
      ])
    #expect(input["vision"] as? String == "deuteranopia" && input["severity"] as? Double == 0.5)
  }

  @Test(arguments: [
    ([], "Missing expected argument '--vision <vision>'"),
    (["--vision", "red"], "one of 'protanopia', 'deuteranopia' or 'tritanopia'"),
    (["--vision", "protanopia", "--severity", "1.5"], "--severity takes a number from 0 to 1"),
    (["--vision", "protanopia", "--severity", "nan"], "--severity takes a number from 0 to 1"),
    (["--vision", "protanopia", "--in-place"], "Unknown option '--in-place'. Did you mean '--output'?"),
  ])
  func wrongWordsAreUsageErrors(words: [String], expected: String) async throws {
    let run = try await p3tool.run(["simulate", "in.png"] + words)
    #expect(run.exitCode == 64 && run.errors.contains(expected), "\(run.errors)")
  }

  @Test func whatCannotBeSimulatedIsSaid() async throws {
    let folder = try folder(
      PNGFile.image8(width: 1, colorType: 2, Self.red).adding(.iCCP(TableProfile.bytes)))
    let tables = try await simulate("protanopia", in: folder)
    #expect(tables.exitCode == 2 && tables.errors.contains("(convert it to srgb first)"))
    try folder.write(Array("no picture".utf8), to: "text.png")
    let text = try await p3tool.run(["simulate", "text.png", ".", "--vision", "protanopia"], in: folder)
    #expect(text.exitCode == 2 && text.errors.contains("text.png: not a PNG file"))
    #expect(text.errors.contains(".: is a folder"))
    #expect(try folder.names() == ["in.png", "text.png"])
  }
}

/// The rule `color-vision` of `p3tool check` run as a program.
@Suite struct ColorVisionCheckTests {
  private let p3tool = CommandRunner.p3tool

  /// Red beside green, 40×20.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let row: [UInt8] = (0..<40).flatMap { $0 < 20 ? [255, 0, 0] : [0, 170, 0] }
    let image = PNGFile.image8(width: 40, colorType: 2, (0..<20).flatMap { _ in row })
    try folder.write(image.adding(.sRGB()).bytes, to: "in.png")
    return folder
  }

  private func check(_ arguments: String...) async throws -> CommandResult {
    try await p3tool.run(["check", "in.png"] + arguments, in: try folder())
  }

  @Test func itIsOffUntilItIsNamed() async throws {
    #expect(try await check().text.contains("nothing to complain about"))
    let only = try await check("--only", "color-vision")
    #expect(only.exitCode == 0, "a warning")
    #expect(
      only.text.contains(
        "color-vision: #00AA00 and #FF0000 meet along 20 px, with deuteranopia ΔE 2.5 apart, without"
      ),
      "\(only.text)")
    #expect(try await check("--fail-on", "color-vision").exitCode == 1)
    #expect(try await check("--fail-on", "color-vision=20").exitCode == 0)
    #expect(try await check("--fail-on", "color-vision", "--skip", "color-vision").exitCode == 0)
  }

  @Test func theHeatMapOutlinesTheEdge() async throws {
    let folder = try folder()
    let run = try await p3tool.run(
      ["check", "in.png", "--only", "color-vision", "--heatmap", "map.png"], in: folder)
    #expect(run.exitCode == 0, "\(run.errors)")
    let map = try DecodedPNG(path: folder.path("map.png"))
    #expect(map.header.width == 104 && map.header.height == 52)
    // The box of the edge is one column wide, and blue.
    let blue: [UInt16] = [0, 0x5A5A, 0xD6D6]
    #expect((0..<20).allSatisfy { map[$0 * 104 + 19] == blue && map[$0 * 104 + 18] != blue })
  }
}
