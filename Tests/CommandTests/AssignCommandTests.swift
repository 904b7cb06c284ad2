import ColorManagement
import PNGCodec
import TestSupport
import Testing

/// `p3tool assign` run as a program: another tag, the same samples.
@Suite struct AssignCommandTests {
  private let p3tool = CommandRunner.p3tool

  @Test(arguments: try TestImages.names())
  func theSamplesStayByteForByte(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: name, as: "in.png")
    let run = try await p3tool.run(["assign", "in.png", "--profile", "adobe-rgb"], in: folder)
    #expect(run.exitCode == 0)
    let (before, after) = try (PNGFile(folder.bytes("in.png")), PNGFile(folder.bytes("in.adobe-rgb.png")))
    for type in ["IHDR", "PLTE", "IDAT", "IEND"] {
      #expect(
        before.chunks.filter { $0.type == type } == after.chunks.filter { $0.type == type }, "\(type) changed"
      )
    }
    let isGray = [0, 4].contains(before.data("IHDR")?[9])
    let space = RGBColorSpace.adobeRGB
    #expect(
      try DecodedPNG(folder.bytes("in.adobe-rgb.png")).color.embeddedProfile?.bytes
        == (isGray ? space.grayProfile : space.profile).bytes)
    for type in ["cICP", "sRGB", "gAMA", "cHRM"] { #expect(!after.types.contains(type), "\(type) is stale") }
  }

  @Test func displayP3HasBothTagsAndExifFollows() async throws {
    let folder = try TemporaryFolder()
    // IFD 0 → Exif IFD → ColorSpace 1.
    let exif: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0xA0, 1, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    let picture = PNGFile.rgb16([[1, 2, 3]]).adding(.sRGB(), .init("eXIf", exif), .tEXt("Title", "stays"))
    try folder.write(picture.bytes, to: "in.png")
    let run = try await p3tool.run(["assign", "in.png", "--profile", "p3"], in: folder)
    #expect(run.exitCode == 0)
    let file = PNGFile(try folder.bytes("in.display-p3.png"))
    #expect(file.types == ["IHDR", "cICP", "iCCP", "eXIf", "tEXt", "IDAT", "IEND"])
    #expect(file.data("eXIf")?[36...37] == [0xFF, 0xFF])
  }

  @Test func aProfileOfAnySizeGoesWithTheOthers() async throws {
    let folder = try TemporaryFolder()
    let large = PNGFile.Chunk("iCCP", Array("x".utf8) + [0, 0] + [UInt8](repeating: 0x55, count: 17 << 20))
    try folder.write(PNGFile.rgb16([[1, 2, 3]]).adding(large).bytes, to: "in.png")
    let stripped = try await p3tool.run(["assign", "in.png", "--strip"], in: folder)
    #expect(stripped.exitCode == 0 && stripped.text.contains("  without a colour tag"))
    #expect(PNGFile(try folder.bytes("in.untagged.png")).types == ["IHDR", "IDAT", "IEND"])
    #expect(
      try await p3tool.run(["assign", "in.png", "--profile", "srgb", "--tag", "icc"], in: folder).exitCode
        == 0)
    let tagged = PNGFile(try folder.bytes("in.srgb.png"))
    #expect(tagged.types == ["IHDR", "iCCP", "IDAT", "IEND"])
    #expect((tagged.data("iCCP")?.count ?? 0) < 1 << 16)
  }

  @Test(arguments: ["none", "empty", "short", "checksum"])
  func damagedImageDataAreRefusedUnlessTrusted(damage: String) async throws {
    let folder = try TemporaryFolder()
    var picture = PNGFile.rgb16([[1, 2, 3], [4, 5, 6]])
    if damage == "none" { picture.chunks.removeAll { $0.type == "IDAT" } }
    picture = picture.changing("IDAT") { chunk in
      switch damage {
      case "empty": chunk.data = []
      case "short": chunk.data.removeLast(8)
      default: chunk.data[chunk.data.count - 1] ^= 1
      }
    }
    try folder.write(picture.bytes, to: "in.png")
    let run = try await p3tool.run(["assign", "in.png", "--profile", "p3"], in: folder)
    #expect(run.exitCode == 2 && run.errors.hasPrefix("error: in.png: I"))
    #expect(try folder.names() == ["in.png"])
    let trusting = try await p3tool.run(["assign", "in.png", "--profile", "p3", "--trust"], in: folder)
    #expect(trusting.exitCode == (damage == "none" ? 2 : 0))
  }

  @Test func timingsAddSecondsAndNothingElseDoes() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGFile.rgb16([[1, 2, 3]]).bytes, to: "in.png")
    let arguments = ["assign", "in.png", "--profile", "p3", "--force", "--format", "json"]
    #expect(try await p3tool.run(arguments, in: folder).jsonInputs()[0]["seconds"] == nil)
    #expect(try await p3tool.run(arguments + ["--timings"], in: folder).jsonInputs()[0]["seconds"] is Double)
  }

  @Test func stripRemovesEveryColourTag() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "ramps-p3-16.png", as: "in.png")
    let run = try await p3tool.run(["assign", "in.png", "--strip"], in: folder)
    #expect(run.exitCode == 0)
    let file = PNGFile(try folder.bytes("in.untagged.png"))
    #expect(file.types == ["IHDR", "IDAT", "IEND"])
  }

  @Test func assigningInPlaceAndBackIsTheSameFile() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "in.png")
    let before = try folder.bytes("in.png")
    _ = try await p3tool.run(["assign", "in.png", "--profile", "srgb", "--in-place"], in: folder)
    #expect(try folder.bytes("in.png") != before)
    _ = try await p3tool.run(["assign", "in.png", "--profile", "display-p3", "--in-place"], in: folder)
    #expect(try folder.bytes("in.png") == before)
  }

  @Test func aDamagedFileIsRefused() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(try TestImages.bytes("photo-p3-16.png").dropLast(1000)), to: "in.png")
    let run = try await p3tool.run(["assign", "in.png", "--profile", "srgb"], in: folder)
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("error: in.png: "))
    #expect(try folder.names() == ["in.png"])
  }

  @Test func theReportHasThePromisedKeys() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "in.png")
    let run = try await p3tool.run(["assign", "in.png", "--profile", "p3", "--format", "json"], in: folder)
    let input = try run.jsonInputs()[0]
    #expect(input["path"] as? String == "in.png" && input["output"] as? String == "in.display-p3.png")
    #expect(input["profile"] as? String == "Display P3" && input["tag"] as? String == "iCCP+cICP")
  }
}
