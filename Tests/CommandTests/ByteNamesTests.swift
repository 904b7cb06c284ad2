import Foundation
import ImageFiles
import TestSupport
import Testing

/// Names that are no UTF-8, as older systems and broken archives leave them: files like all others.
@Suite struct ByteNamesTests {
  /// "grün.png" in Latin-1, and its text in JSON.
  private static let stem: [UInt8] = Array("gr".utf8) + [0xFC, 0x6E]
  private static let text = "gr\u{10FEFC}n"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeFolder("art")
    try folder.write(TestImages.bytes("patches-p3-16.png"), toBytes: name("art/", ".png"))
    return folder
  }

  private func name(_ front: String, _ end: String) -> [UInt8] {
    Array(front.utf8) + Self.stem + Array(end.utf8)
  }

  @Test(arguments: [
    ("convert --to srgb", ".srgb.png"), ("soften --copy-unchanged", ".dark.png"),
    ("assign --strip", ".untagged.png"),
    ("simulate --vision tritanopia", ".tritanopia.png"),
  ])
  func aFoundFileIsReadAndItsOutputKeepsTheBytes(words: String, end: String) async throws {
    let folder = try folder()
    let arguments = words.split(separator: " ").map { String($0) } + ["-r", "art"]
    let result = try await CommandRunner.p3tool.run(arguments, in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.text.hasPrefix("art/gr\\xFCn.png → art/gr\\xFCn\(end)  "), "\(result.text)")
    #expect(folder.contains(bytes: name("art/", end)))
  }

  @Test func aWordOfTheCommandLineKeepsItsBytes() async throws {
    let folder = try folder()
    let result = try await CommandRunner.shell(
      #"""
      name=$(printf 'gr\374n'); cd art || exit 9
      "$P3TOOL" convert "$name.png" --to srgb -o "$name-out.png" --force --format json
      """#, in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(folder.contains(bytes: name("art/", "-out.png")))
    let input = try #require(try result.jsonInputs().first)
    #expect(input["path"] as? String == Self.text + ".png")
    #expect(input["output"] as? String == Self.text + "-out.png")
    // Visible in the document, and lossless.
    #expect(result.text.contains(#""path" : "gr\udbff\udefcn.png""#))
    #expect(PathText.bytes(Self.text) == Self.stem)
  }

  @Test func locationsInSARIFHaveTheBytes() async throws {
    let result = try await CommandRunner.p3tool.run(
      ["check", "-r", "art", "--format", "sarif"], in: folder())
    #expect(result.text.contains("\"uri\" : \"art/gr%FCn.png\""))
  }

  @Test func aPipelineTakesThemAndRemembersThem() async throws {
    let folder = try folder()
    let yaml = "sources: art/*.png\noutput: {folder: build}\nsteps: [convert: {to: srgb}]\n"
    try folder.write(Array(yaml.utf8), to: "p3tool.yml")
    let first = try await CommandRunner.p3tool.run(["batch", "--depfile", "out.d"], in: folder)
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(folder.contains(bytes: name("build/", ".srgb.png")))
    #expect(
      try folder.bytes("out.d").starts(
        with: Array("out: \\\n  p3tool.yml \\\n  ".utf8) + name("art/", ".png")))
    let second = try await CommandRunner.p3tool.run(["batch", "--verbose"], in: folder)
    #expect(second.text.contains("art/gr\\xFCn.png → build/gr\\xFCn.srgb.png  convert  up to date"))
  }

  /// Two spellings of one text in Unicode are two files on most file systems of Linux.
  @Test func spellingsOfOneTextAreFilesOfTheirOwn() async throws {
    let folder = try TemporaryFolder()
    let spellings = ["\u{E9}", "e\u{301}"]
    for spelling in spellings {
      try folder.write(TestImages.bytes("patches-p3-16.png"), toBytes: Array("\(spelling).png".utf8))
    }
    guard try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2 else { return }
    let result = try await CommandRunner.p3tool.run(["convert", "-r", ".", "--to", "srgb"], in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    for spelling in spellings { #expect(folder.contains(bytes: Array("\(spelling).srgb.png".utf8))) }
  }
}
