import PNGCodec
import TestSupport
import Testing

/// `p3tool convert --compare` run as a program.
@Suite struct ConvertCompareTests {
  private let p3tool = CommandRunner.p3tool

  private func folder(_ images: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for image in images { try folder.copy(testImage: image, as: image) }
    return folder
  }

  private func convert(_ arguments: String..., in folder: TemporaryFolder) async throws -> CommandResult {
    try await p3tool.run(["convert", "--to", "srgb"] + arguments, in: folder)
  }

  /// Four pictures of 256 × 192, twice as large, in two rows, in the colours of the source.
  @Test func aPNGHasTheImageAndAllMappings() async throws {
    let folder = try folder("photo-p3-16.png")
    let run = try await convert("photo-p3-16.png", "--compare", "look.png", in: folder)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(try folder.names() == ["look.png", "photo-p3-16.png", "photo-p3-16.srgb.png"])
    let inspection = try await p3tool.run(["inspect", "look.png"], in: folder)
    #expect(inspection.text.contains("Display P3"))
    let sheet = try DecodedPNG(path: folder.path("look.png"))
    let original = try DecodedPNG(path: folder.path("photo-p3-16.png"))
    let (cell, margin) = (512, 21)
    let width = 2 * cell + 3 * margin
    #expect(sheet.samples.count % (3 * width) == 0)
    // The middle of the first picture is the image's own, to 8 bits; the mapped one beside it is not.
    for (x, y) in [(0, 0), (128, 96), (255, 191)] {
      let seen = sheet[(margin + 2 * y) * width + margin + 2 * x]
      let meant = original[y * 256 + x]
      #expect(zip(seen, meant).allSatisfy { abs(Int($0) - Int($1)) <= 129 }, "at \(x), \(y)")
    }
    #expect(
      (0..<192).contains { y in
        let row = (margin + 2 * y) * width + margin
        return (0..<256).contains { sheet[row + 2 * $0] != sheet[row + 2 * $0 + cell + margin] }
      })
  }

  @Test func aPageHasNothingFromElsewhere() async throws {
    let folder = try folder("icon-p3-16.png")
    try await #expect(convert("icon-p3-16.png", "--compare", "look.html", in: folder).exitCode == 0)
    let page = try String(decoding: folder.bytes("look.html"), as: UTF8.self)
    for word in ["Original", "clip", "chroma", "soft"] { #expect(page.contains("<strong>\(word)</strong>")) }
    #expect(page.split(separator: "data:image/png;base64,").count == 5)
    #expect(page.contains("for 99 %") && !page.contains("http://") && !page.contains("<script"))
  }

  @Test func severalImagesNeedAFolder() async throws {
    let folder = try folder("icon-p3-16.png", "photo-p3-16.png")
    for name in ["look.png", "look.html"] {
      let run = try await convert("icon-p3-16.png", "photo-p3-16.png", "--compare", name, in: folder)
      #expect(run.exitCode == 64 && run.errors.contains("2 inputs have a picture each: give a folder"))
    }
    let run = try await convert("icon-p3-16.png", "photo-p3-16.png", "--compare", "looks/", in: folder)
    #expect(run.exitCode == 0)
    #expect(
      try folder.names().filter { $0.hasPrefix("looks/") } == [
        "looks/icon-p3-16.compare.png", "looks/photo-p3-16.compare.png",
      ])
  }

  @Test(arguments: ["look.png", "look.html"])
  func nothingIsReplacedUnasked(name: String) async throws {
    let folder = try folder("icon-p3-16.png")
    try folder.write([1], to: name)
    let refused = try await convert("icon-p3-16.png", "--compare", name, in: folder)
    #expect(refused.exitCode == 2 && refused.errors.contains("--force"))
    #expect(try folder.names() == ["icon-p3-16.png", name].sorted())
    try await #expect(convert("icon-p3-16.png", "--compare", name, "--force", in: folder).exitCode == 0)
    #expect(try folder.bytes(name).count > 1000)
  }

  @Test func whatCannotBeComparedIsRefused() async throws {
    let folder = try folder("icon-p3-16.png", "gray-ramp-16.png")
    let input = try await convert("-", "--compare", "look.png", in: folder)
    #expect(input.exitCode == 64 && input.errors.contains("instead of standard input"))
    let output = try await convert("icon-p3-16.png", "-o", "a.png", "--compare", "a.png", in: folder)
    #expect(output.exitCode == 64 && output.errors.contains("is an output already"))
    let dry = try await convert("icon-p3-16.png", "-n", "--compare", "look.png", in: folder)
    #expect(dry.exitCode == 0)
    #expect(try folder.names() == ["gray-ramp-16.png", "icon-p3-16.png"])
    // Grey has no gamut to leave: four pictures alike.
    try await #expect(convert("gray-ramp-16.png", "--compare", "grey.png", in: folder).exitCode == 0)
  }
}
