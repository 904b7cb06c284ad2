import Foundation
import ImageFiles
import PNGCodec
import TestSupport
import Testing

/// `p3tool convert` run as a program: where results go, and what is never overwritten.
@Suite struct ConvertOutputTests {
  private let p3tool = CommandRunner.p3tool

  /// A folder with the given copies of a small picture.
  private func folder(_ names: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names { try folder.copy(testImage: "patches-p3-16.png", as: name) }
    return folder
  }

  private func convert(_ arguments: String..., in folder: TemporaryFolder) async throws -> CommandResult {
    try await convert(arguments, in: folder)
  }

  private func convert(_ arguments: [String], in folder: TemporaryFolder) async throws -> CommandResult {
    try await p3tool.run(["convert", "--to", "srgb"] + arguments, in: folder)
  }

  @Test(arguments: ["new.png", "new/deep/out.png"])
  func aFileIsWrittenWhereTheUserSays(output: String) async throws {
    let folder = try folder("in.png")
    #expect(try await convert("in.png", "-o", output, in: folder).exitCode == 0)
    #expect(try folder.names().contains(output))
  }

  @Test(arguments: ["there", "there/", "new/"])
  func aFolderGetsTheDefaultName(output: String) async throws {
    let folder = try folder("in.png")
    try folder.makeFolder("there")
    #expect(try await convert("in.png", "-o", output, in: folder).exitCode == 0)
    let name = output.hasSuffix("/") ? output : output + "/"
    #expect(try folder.names().contains(name + "in.png"))
  }

  @Test func severalInputsShareAFolder() async throws {
    let folder = try folder("a.png", "sub/b.png")
    #expect(try await convert("a.png", "sub/b.png", "-o", "out", in: folder).exitCode == 0)
    #expect(try folder.names().filter { $0.hasPrefix("out") } == ["out", "out/a.png", "out/b.png"])
  }

  @Test func aTreeIsKeptAndHiddenFoldersAreSkipped() async throws {
    let folder = try folder("art/a.png", "art/x/b.png", "art/x/y/c.PNG", "art/.git/d.png", "art/.e.png")
    try folder.write([], to: "art/notes.txt")
    #expect(try await convert("art", "--recursive", "-o", "out", in: folder).exitCode == 0)
    #expect(
      try folder.names().filter { $0.hasPrefix("out/") }
        == ["out/a.png", "out/x", "out/x/b.png", "out/x/y", "out/x/y/c.png"])
  }

  @Test func aSecondRecursiveRunTakesTheSameInputs() async throws {
    let folder = try folder("art/a.png", "art/b.png")
    let first = try await convert("art", "-r", in: folder)
    let names = try folder.names()
    let second = try await convert("art", "-r", "--force", in: folder)
    #expect(first.exitCode == 0 && second.exitCode == 0)
    #expect(try folder.names() == names)
    #expect(names == ["art", "art/a.png", "art/a.srgb.png", "art/b.png", "art/b.srgb.png"])
  }

  @Test func nothingIsOverwrittenWithoutForce() async throws {
    let folder = try folder("in.png")
    try folder.write([1, 2, 3], to: "in.srgb.png")
    let refused = try await convert("in.png", in: folder)
    #expect(refused.exitCode == 2)
    #expect(refused.errors == "error: in.srgb.png: File exists (add --force to replace it)\n")
    #expect(try folder.bytes("in.srgb.png") == [1, 2, 3])
    #expect(try await convert("in.png", "--force", in: folder).exitCode == 0)
    #expect(try folder.bytes("in.srgb.png") != [1, 2, 3])
    #expect(try folder.names() == ["in.png", "in.srgb.png"])
  }

  @Test func inPlaceReplacesTheFileAndKeepsItsPermissions() async throws {
    let folder = try folder("in.png")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("in.png"))
    let before = FileStatus(path: folder.path("in.png"))?.identity
    let expected = try await convert("in.png", "-o", "out.png", in: folder)
    let run = try await convert("in.png", "--in-place", in: folder)
    #expect(expected.exitCode == 0 && run.exitCode == 0)
    #expect(try folder.bytes("in.png") == folder.bytes("out.png"))
    #expect(try folder.permissions("in.png") == 0o640)
    #expect(try folder.permissions("out.png") == 0o640, "an output has its input's permissions")
    // A new file took the name: whoever had the old one open goes on reading it.
    #expect(FileStatus(path: folder.path("in.png"))?.identity != before)
    #expect(try folder.names() == ["in.png", "out.png"])
  }

  @Test func aFailedInPlaceRunLeavesTheFile() async throws {
    let folder = try TemporaryFolder()
    let broken = Array(try TestImages.bytes("photo-p3-16.png").dropLast(5000))
    try folder.write(broken, to: "in.png")
    let run = try await convert("in.png", "--in-place", in: folder)
    #expect(run.exitCode == 2)
    #expect(try folder.bytes("in.png") == broken)
    #expect(try folder.names() == ["in.png"])
  }

  @Test func aDryRunWritesNothingAndChecks() async throws {
    let folder = try folder("in.png")
    let dry = try await convert("in.png", "--dry-run", in: folder)
    #expect(dry.exitCode == 0)
    #expect(dry.text.contains("dry run"))
    #expect(try folder.names() == ["in.png"])
    #expect(try await convert("in.png", "--dry-run", "--check", in: folder).exitCode == 1, "missing")
    #expect(try folder.names() == ["in.png"])

    _ = try await convert("in.png", in: folder)
    #expect(try await convert("in.png", "-n", "--check", in: folder).exitCode == 0, "the same")
    var other = try folder.bytes("in.srgb.png")
    other[other.count - 1] ^= 1
    try folder.write(other, to: "in.srgb.png")
    #expect(try await convert("in.png", "-n", "--check", in: folder).exitCode == 1, "different")
    #expect(try folder.bytes("in.srgb.png") == other)
  }

  @Test func aDryRunFindsWhatWouldFail() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("no picture".utf8), to: "in.png")
    let run = try await convert("in.png", "-n", "--check", in: folder)
    // A failed input counts for more than a finding.
    #expect(run.exitCode == 2)
  }

  @Test func twoInputsForOneOutputWriteNothing() async throws {
    let folder = try folder("x/in.png", "y/in.png")
    let run = try await convert("x/in.png", "y/in.png", "-o", "out/", in: folder)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("x/in.png and y/in.png would both be written to out/in.png"))
    #expect(try folder.names() == ["x", "x/in.png", "y", "y/in.png"])
  }

  @Test func anOutputOverItsInputIsAUsageError() async throws {
    let folder = try folder("in.png")
    let before = try folder.bytes("in.png")
    let run = try await convert("in.png", "-o", "./in.png", "--force", in: folder)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("--in-place"))
    #expect(try folder.bytes("in.png") == before)
  }

  @Test func anOutputFolderThatIsAFileIsAUsageError() async throws {
    let folder = try folder("a.png", "b.png", "file")
    let run = try await convert("a.png", "b.png", "-o", "file", in: folder)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("not a folder"))
    #expect(try folder.names() == ["a.png", "b.png", "file"])
  }

  @Test func oneBadFileDoesNotStopTheOthers() async throws {
    let folder = try folder("a.png", "c.png")
    try folder.write([0xFF, 0xD8, 0xFF, 0xE0], to: "b.png")
    try folder.makeFolder("folder")
    let run = try await convert("a.png", "b.png", "none.png", "folder", "c.png", in: folder)
    #expect(run.exitCode == 2)
    #expect(
      try folder.names() == ["a.png", "a.srgb.png", "b.png", "c.png", "c.srgb.png", "folder"])
    #expect(
      run.errors.split(separator: "\n") == [
        "error: b.png: not a PNG file: this is a JPEG image (p3tool reads PNG only; convert it first)",
        "error: none.png: no such file or folder (is the path spelled right?)",
        "error: folder: is a folder (add --recursive to take every PNG file in it)",
      ])
    // Results in command-line order.
    #expect(run.text.split(separator: "\n").map { $0.prefix(5) } == ["a.png", "c.png", "2 of "])
  }

  #if os(Linux)
    @Test func aFolderThatCannotBeWrittenIsNamed() async throws {
      let folder = try folder("in.png")
      let run = try await convert("in.png", "-o", "/proc/p3tool/out.png", in: folder)
      #expect(run.exitCode == 2)
      #expect(run.errors.hasPrefix("error: /proc/p3tool"))
    }
  #endif

  @Test(.enabled(if: geteuid() != 0, "permissions do not bind root"))
  func missingPermissionsAreNamed() async throws {
    let folder = try folder("closed.png", "in.png")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("closed.png"))
    try folder.makeFolder("locked")
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path("locked"))
    let unreadable = try await convert("closed.png", in: folder)
    #expect(unreadable.exitCode == 2)
    #expect(unreadable.errors.contains("closed.png: Permission denied"))
    let unwritable = try await convert("in.png", "-o", "locked", in: folder)
    #expect(unwritable.exitCode == 2)
    #expect(unwritable.errors.contains("check the permissions"))
  }

  /// One row after the other or side by side: the same bytes, smaller than without, and the same pixels.
  @Test func reduceWritesAPaletteWithoutOpaqueAlpha() async throws {
    let folder = try TemporaryFolder()
    let samples = (0..<900 * 700).flatMap { (index: Int) -> [UInt8] in
      let (column, row) = (index % 900 / 300, index / 900 / 100)
      return [UInt8(column * 100), UInt8(row * 30), 7, 255]
    }
    try folder.write(PNGFile.image8(width: 900, colorType: 6, samples).bytes, to: "in.png")
    func bytes(_ options: String...) async throws -> [UInt8] {
      let run = try await p3tool.run(
        ["convert", "in.png", "--to", "srgb", "-o", "out.png", "--force"] + options, in: folder)
      #expect(run.exitCode == 0, "\(run.errors)")
      return try folder.bytes("out.png")
    }
    let plain = try await bytes()
    let reduced = try await bytes("--reduce", "-j", "1")
    #expect(try await bytes("--reduce", "-j", "3") == reduced && reduced.count < plain.count)
    let (before, after) = (try DecodedPNG(plain), try DecodedPNG(reduced))
    #expect(before.header.colorType == .rgba && after.header.colorType == .palette)
    let colors = before.samples.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
    #expect(after.samples == colors)
  }

  /// Larger than what is read at once, and of 16 bits: its values are looked at before it is converted.
  @Test(arguments: [[], ["--reduce"]])
  func standardInputIsReadAgainFromItsBeginning(options: [String]) async throws {
    let bytes = try TestImages.bytes("photo-p3-16.png")
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "in.png")
    let file = try await convert(["in.png", "-o", "out.png"] + options, in: folder)
    let stream = try await p3tool.run(["convert", "-", "--to", "srgb"] + options, input: .bytes(bytes))
    #expect(file.exitCode == 0 && stream.exitCode == 0, "\(stream.errors)")
    #expect(try stream.output == folder.bytes("out.png"))
  }
}
