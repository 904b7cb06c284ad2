import PNGCodec
import Pixels
import TestSupport
import Testing

/// `p3tool convert` run as a program: how results are stored.
@Suite struct ConvertEncodingTests {
  private let p3tool = CommandRunner.p3tool

  private func converted(_ name: String, _ options: [String]) async throws -> PNGFile {
    let folder = try TemporaryFolder()
    let arguments = ["convert", TestImages.path(name), "-o", folder.path("out.png")] + options
    let run = try await p3tool.run(arguments, in: folder)
    #expect(run.exitCode == 0, "\(run.errors)")
    return PNGFile(try folder.bytes("out.png"))
  }

  @Test(
    arguments: [
      ("16", "ramps-p3-16.png", 16), ("16", "ramps-p3-8.png", 16), ("8", "ramps-p3-16.png", 8),
      ("8", "ramps-p3-8.png", 8), ("keep", "ramps-p3-16.png", 16), ("keep", "ramps-p3-8.png", 8),
      ("keep", "palette-srgb-8.png", 8), ("keep", "gray-ramp-16.png", 16),
    ] as [(String, String, UInt8)])
  func theDepthIsTheOneAskedFor(depth: String, name: String, bits: UInt8) async throws {
    let file = try await converted(name, ["--to", "srgb", "--depth", depth])
    #expect(file.data("IHDR")?[8] == bits)
    // A palette stays one at 8 bits; what is written anew is never interlaced.
    #expect(file.data("IHDR")?[9] == (name.hasPrefix("palette") ? 3 : name.hasPrefix("gray") ? 0 : 2))
    #expect(file.data("IHDR")?[12] == 0)
  }

  /// The colour chunks of `--tag` for a target, in file order.
  @Test(arguments: [
    ("auto", "srgb", ["iCCP"]), ("auto", "display-p3", ["cICP", "iCCP"]), ("auto", "rec2020", ["iCCP"]),
    ("icc", "srgb", ["iCCP"]), ("icc", "display-p3", ["iCCP"]), ("cicp", "srgb", ["cICP"]),
    ("cicp", "display-p3", ["cICP"]), ("both", "srgb", ["cICP", "iCCP"]),
    ("both", "display-p3", ["cICP", "iCCP"]), ("srgb-chunk", "srgb", ["sRGB", "gAMA", "cHRM"]),
  ])
  func theColourChunksAreTheOnesAskedFor(tag: String, target: String, types: [String]) async throws {
    let file = try await converted("patches-p3-16.png", ["--to", target, "--tag", tag])
    #expect(file.types == ["IHDR"] + types + ["IDAT", "IEND"])
    if let codePoints = file.data("cICP") {
      #expect(codePoints == [target == "srgb" ? 1 : 12, 13, 0, 1])
    }
    if types.contains("sRGB") {
      #expect(file.data("gAMA") == PNGFile.big(UInt32(45455)))
      #expect(file.data("cHRM") == PNGFile.Chunk.sRGBChromaticities.data)
    }
  }

  @Test(arguments: [("srgb-chunk", "display-p3"), ("cicp", "adobe-rgb"), ("both", "prophoto")])
  func aTagThatCannotSayTheTargetIsAUsageError(tag: String, target: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    let run = try await p3tool.run(["convert", "in.png", "--to", target, "--tag", tag], in: folder)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("--tag \(tag)"))
    #expect(run.errors.contains("use --tag icc"))
    #expect(try folder.names() == ["in.png"])
  }

  @Test(arguments: [
    ("all", ["bKGD", "eXIf", "pHYs", "tEXt", "tIME"]), ("none", []), ("exif,time", ["eXIf", "tIME"]),
    ("text", ["tEXt"]),
  ])
  func metadataIsKeptAsAsked(kinds: String, types: [String]) async throws {
    let folder = try TemporaryFolder()
    let picture = PNGFile.rgb16([[1, 2, 3]]).adding(
      .init("eXIf", Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]),
      .init("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1]), .tEXt("Title", "kept?"),
      .init("tIME", [7, 0xE9, 6, 24, 12, 0, 0]), .init("bKGD", [0, 1, 0, 1, 0, 1]))
    try folder.write(picture.bytes, to: "in.png")
    let run = try await p3tool.run(
      ["convert", "in.png", "--to", "srgb", "--metadata", kinds, "-o", "out.png"], in: folder)
    #expect(run.exitCode == 0)
    let file = PNGFile(try folder.bytes("out.png"))
    #expect(file.types.filter { !["IHDR", "iCCP", "IDAT", "IEND"].contains($0) }.sorted() == types)
  }

  @Test(arguments: ["fast", "balanced", "small"])
  func compressionChangesNoPixel(compression: String) async throws {
    let plain = try await converted("card-srgb-8.png", ["--to", "display-p3"])
    let other = try await converted("card-srgb-8.png", ["--to", "display-p3", "--compression", compression])
    #expect(try DecodedPNG(other.bytes).samples == DecodedPNG(plain.bytes).samples)
    if compression == "small" { #expect(other.bytes.count <= plain.bytes.count) }
  }

  @Test func eightBitRoundTripsGiveTheSameBytesBack() async throws {
    // Without dither a picture that fits goes to Display P3 and back unchanged at 8 bits.
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "in.png")
    _ = try await p3tool.run(["convert", "in.png", "--to", "p3", "-o", "p3.png"], in: folder)
    _ = try await p3tool.run(["convert", "p3.png", "--to", "srgb", "-o", "back.png"], in: folder)
    let before = try DecodedPNG(folder.bytes("in.png")).samples
    let after = try DecodedPNG(folder.bytes("back.png")).samples.map {
      UInt16((UInt32($0) + 128) / 257 * 257)
    }
    #expect(before == after)
  }
}
