import Foundation
import PNGCodec
import TestSupport
import Testing

/// Standard input and output, pipes that close, disks that are full, and signals.
@Suite struct StreamTests {
  private let p3tool = CommandRunner.p3tool

  @Test func standardInputGoesToStandardOutputAndTheReportToStandardError() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    _ = try await p3tool.run(["convert", "in.png", "--to", "srgb"], in: folder)
    let run = try await p3tool.run(
      ["convert", "-", "--to", "srgb"], input: .bytes(folder.bytes("in.png")), in: folder)
    #expect(run.exitCode == 0)
    #expect(run.output == (try folder.bytes("in.srgb.png")))
    #expect(run.errors.hasPrefix("- → -  Display P3 → sRGB  128×96 rgb16"))
    #expect(try folder.names() == ["in.png", "in.srgb.png"])
  }

  @Test func aFileCanGoToStandardOutput() async throws {
    let picture = TestImages.path("patches-p3-16.png")
    let run = try await p3tool.run(["convert", picture, "--to", "srgb", "-o", "-", "--format", "json"])
    #expect(run.exitCode == 0)
    #expect(try DecodedPNG(run.output).header.width == 128)
    #expect(run.errors.contains("\"output\" : \"-\""))
  }

  @Test func standardInputCanGoToAFile() async throws {
    let folder = try TemporaryFolder()
    let run = try await p3tool.run(
      ["convert", "-", "--to", "srgb", "-o", "out.png"], input: .bytes(TestImages.bytes("card-srgb-8.png")),
      in: folder)
    #expect(run.exitCode == 0)
    #expect(try folder.names() == ["out.png"])
    #expect(run.text.hasPrefix("- → out.png"))
  }

  @Test func brokenStandardInputIsAnErrorWithoutAPicture() async throws {
    let run = try await p3tool.run(["convert", "-", "--to", "srgb"], input: .bytes(Array("GIF89a".utf8)))
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "error: -: not a PNG file: this is a GIF image (p3tool reads PNG only; convert it first)\n")
  }

  @Test func standardInputIsReadOnce() async throws {
    let run = try await p3tool.run(["convert", "-", "-", "--to", "srgb"])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("can be read once"))
  }

  @Test func severalPicturesDoNotGoToStandardOutput() async throws {
    let run = try await p3tool.run([
      "convert", TestImages.path("card-srgb-8.png"), TestImages.path("untagged-8.png"), "--to", "srgb", "-o",
      "-",
    ])
    #expect(run.exitCode == 64)
    #expect(run.output.isEmpty)
  }

  // MARK: Output that fails

  @Test(arguments: [
    ["convert", "photo-p3-16.png", "--to", "srgb", "-o", "-"], ["inspect", "photo-p3-16.png"],
    ["profiles"], ["--help"], ["--version"],
  ])
  func aClosedPipeEndsSilently(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png")
    let run = try await p3tool.run(arguments, output: .closedPipe, in: folder)
    #expect(run.exitCode == 141)
    #expect(run.errors == "")
    #expect(try folder.names() == ["photo-p3-16.png"])
  }

  #if os(Linux)
    @Test(arguments: [
      ["convert", "in.png", "--to", "srgb", "-o", "-"], ["convert", "in.png", "--to", "srgb", "-n"],
      ["inspect", "in.png"], ["profiles"],
    ])
    func aFullDiskBehindStandardOutputIsAnError(arguments: [String]) async throws {
      let folder = try TemporaryFolder()
      try folder.copy(testImage: "photo-p3-16.png", as: "in.png")
      let run = try await p3tool.run(arguments, output: .file("/dev/full"), in: folder)
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("No space left on device"))
    }

    @Test func aFullDiskBehindTheOutputIsAnError() async throws {
      let run = try await p3tool.run([
        "convert", TestImages.path("photo-p3-16.png"), "--to", "srgb", "-o", "/dev/full",
      ])
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("/dev/full: No space left on device"))
    }
  #endif

  // MARK: Signals

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalLeavesNothingHalfWritten(signal: Int32, exitCode: Int32) async throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "out.png")
    // A picture that never ends: half of it goes into a pipe that stays open.
    let picture = try TestImages.bytes("photo-p3-16.png")
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let writingEnd = open(pipe, O_RDWR)
    defer { close(writingEnd) }
    let run = try await p3tool.run(
      ["convert", "-", "--to", "rec2020", "--reencode", "-o", "out.png", "--force"], input: .file(pipe),
      in: folder
    ) { process in
      // Less than a pipe holds, so that writing does not wait.
      try FileHandle(fileDescriptor: writingEnd).write(contentsOf: Data(picture.prefix(60000)))
      // To a wide gamut, compressed anew: nothing has to be found out first, and the output is begun at once.
      while kill(process, 0) == 0, !(try folder.names().contains { $0.hasSuffix(".p3tool-tmp") }) {
        try await Task.sleep(for: .milliseconds(5))
      }
      kill(process, signal)
    }
    #expect(run.exitCode == exitCode)
    #expect(try folder.names() == ["out.png", "pipe"])
    #expect(try folder.bytes("out.png") == [1, 2, 3])
  }

  @Test(arguments: [
    "convert --to srgb", "simulate --vision tritanopia", "soften", "assign --profile p3", "inspect",
  ])
  func notesGoToStandardErrorUnlessQuiet(command: String) async throws {
    let folder = try TemporaryFolder()
    var bytes = try TestImages.bytes("untagged-8.png")
    // Behind IHDR: a text with a wrong CRC.
    bytes.insert(contentsOf: [0, 0, 0, 3] + Array("tEXtA\0B".utf8) + [0, 0, 0, 0], at: 33)
    try folder.write(bytes, to: "a.png")
    let words = command.split(separator: " ").map { String($0) }
    let run = try await p3tool.run(words + ["a.png"], in: folder)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("note: a.png: tEXt: "), "\(run.errors)")
    let force = command == "inspect" ? [] : ["--force"]
    let quiet = try await p3tool.run(words + ["a.png", "--quiet"] + force, in: folder)
    #expect(quiet.exitCode == 0 && quiet.errors == "")
  }
}
